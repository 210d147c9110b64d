/** The machine code of a kernel, or of what it calls, with its samples: heat at instructions, loops with their shares, and the edges back. */
import { html, render, type TemplateResult } from 'lit-html';
import type { ListingHead, ListingRow } from '../../../protocol/code/kernelCode';
import type { SampledKernel, SampledShare } from '../../../protocol/code/hotspots';
import type { U64 } from '../../../protocol/base/u64';
import { codeFrame } from '../../widgets/code/codeFrame';
import { createInstructionList } from '../../widgets/code/instructionList';
import type { RowDrawing } from '../../widgets/code/listingRow';
import { createShownPages } from '../../widgets/code/shownPages';
import { createLatest } from '../../widgets/latest';
import { counted } from '../../widgets/numbers';
import type { Context } from '../context';
import { percent, percentInterval } from '../../../protocol/words/percent';
import { findHotspot, type FoundHotspot } from './findHotspot';
import type { HotspotCode } from './hotspotCode';
import { hotspotCodeHead } from './hotspotCodeHead';
import { functionOfRow, listedFunctions, type ListedFunction } from './listedFunctions';
import { mixPanel } from './mixPanel';
import { sampledCode, type SampledCode } from './sampledCode';

export function createHotspotCode(context: () => Context): HotspotCode {
  const changed = (): void => context().redraw('lower');
  const listing = createLatest<ListedFunction, ListingHead>(
    ({ choice }, signal) => context().host.listing(choice, signal),
    changed,
    (a, b) => a.key === b.key,
  );
  const place = createLatest<PlaceQuestion, number | null>(
    ({ listed, instruction }, signal) => context().host.instructionRow({ ...listed.choice, instruction }, signal),
    changed,
    isSamePlace,
  );
  let marked: FoundHotspot | undefined;
  let samples: { readonly of: SampledKernel; readonly code: SampledCode; readonly functions: readonly ListedFunction[] } | undefined;
  let listed: ListedFunction | undefined;
  /** Of the function that is to be listed, once it is there. */
  const listedHead = (): ListingHead | undefined => (listing.of?.key === listed?.key ? listing.value : undefined);
  const pages = createShownPages<{ readonly head: ListingHead; readonly choice: ListedFunction['choice'] }, ListingRow>({
    fetch: ({ choice }, start, count, signal) => context().host.listingRows({ ...choice, start, count }, signal),
    same: (a, b) => a.head === b.head,
    changed,
  });

  const { element, top, list: parts } = codeFrame();
  element.classList.add('hotspotcode');
  parts.className = 'codeparts';
  const body = parts.appendChild(document.createElement('div'));
  const mix = parts.appendChild(document.createElement('aside'));
  mix.className = 'codemix';
  // It scrolls.
  mix.tabIndex = 0;
  let isMixShown = false;
  const list = createInstructionList({
    element: body,
    name: 'sampled',
    head: listedHead,
    rows: () => {
      const head = listedHead();
      const choice = listing.of?.choice;
      return pages.of(head === undefined || choice === undefined ? undefined : { head, choice });
    },
    beside: (row) => (samples === undefined ? {} : sampled(row, samples.code)),
    // The row is the marked instruction's, or of the marked line.
    isMarked: (row, line) => {
      if (row.kind !== 'instruction') return false;
      if (marked?.what === 'instruction') return BigInt(marked.address).toString(16) === row.address;
      return marked?.what === 'line' && line?.path === marked.line.path && line.line === marked.line.line;
    },
    toSource: ({ path, line }) => {
      if (samples === undefined) return;
      const { record, via } = samples.of;
      const about = { ...(record === undefined ? {} : { record }), ...(via === undefined ? {} : { via }) };
      context().actions.run('showSource', { ...about, place: { path, line } });
    },
    copy: (first, last) => {
      if (listed !== undefined)
        void context()
          .host.copyCode({ ...listed.choice, first, last })
          .catch(() => undefined);
    },
  });
  const showMix = (shown: boolean): void => {
    isMixShown = shown;
    parts.classList.toggle('mix', shown);
    changed();
  };
  const showRow = (row: number): void => {
    showMix(false);
    list.goTo(row);
    list.focus();
  };
  const sampled = (row: ListingRow, code: SampledCode): Pick<RowDrawing, 'heat' | 'shares'> => {
    const loops = listedHead()?.loops ?? [];
    const sampledLoop = (loop: number): SampledShare | undefined => code.loop(loops[loop]?.address ?? '');
    // Of all that is sampled of the kernel: a loop that is as hot as it is has the whole heat.
    const heat = (loop: number): number => {
      const sampled = sampledLoop(loop);
      return sampled === undefined || sampled.tooFew || samples === undefined ? 0 : sampled.share / samples.of.share;
    };
    const sharesOf = (): TemplateResult | undefined => {
      switch (row.kind) {
        case 'instruction': {
          const sampled = code.instruction(row.address);
          return sampled === undefined ? html`<span class="shares"></span>` : shares(sampled, code.heat(sampled));
        }
        case 'loop': {
          const sampled = sampledLoop(row.begun);
          return sampled === undefined ? undefined : shares(sampled, heat(row.begun));
        }
        case 'line':
        case 'text':
          return undefined;
      }
    };
    const shown = sharesOf();
    return { heat, ...(shown === undefined ? {} : { shares: shown }) };
  };

  let shown: ListingHead | undefined;
  let revealed: string | undefined;
  let wantsKeyboard = false;
  /** What is marked in the table is brought into view, once. */
  const reveal = (head: ListingHead, key: string | undefined, found: FoundHotspot | undefined): void => {
    const wanted = `${head.name} ${key ?? ''}`;
    if (wanted === revealed) return;
    const question = placeQuestion(listed, found);
    if (question !== undefined) place.want(question);
    if (question !== undefined && place.loading) return;
    revealed = wanted;
    const isAnswer = question !== undefined && place.of !== undefined && isSamePlace(place.of, question);
    const row = (isAnswer ? place.value : undefined) ?? rowOf(head, found);
    list.goTo(row ?? head.start);
    // With what stands over it.
    if (row !== undefined) list.reveal(Math.max(0, row - 2));
  };
  /** Of a loop, or of a line where none of its instructions is listed; else of the hottest loop. */
  const rowOf = (head: ListingHead, found: FoundHotspot | undefined): number | undefined => {
    switch (found?.what) {
      case 'loop': {
        const address = BigInt(found.loop.address).toString(16);
        return head.loops.find((loop) => loop.address === address)?.row;
      }
      case 'line': {
        const { path, line } = found.line;
        return head.lines.find((one) => one.path === path && one.line === line)?.row;
      }
      case 'instruction':
        return undefined;
      case undefined:
      case 'kernel':
      case 'function':
        return hottestLoop(head)?.row;
    }
  };
  const hottestLoop = (head: ListingHead): ListingHead['loops'][number] | undefined =>
    head.loops
      .filter(({ address }) => samples?.code.loop(address)?.tooFew === false)
      .toSorted(
        (a, b) => (samples?.code.loop(b.address)?.samples ?? 0) - (samples?.code.loop(a.address)?.samples ?? 0) || b.depth - a.depth,
      )[0];

  return {
    draw(hotspots) {
      const key = context().model.rows['hotspots'];
      const found = key === undefined ? undefined : findHotspot(hotspots, key);
      marked = found;
      const kernel = found?.kernel ?? hotspots.kernels[0];
      if (kernel === undefined) return html`<p class="empty">No sample lies in a kernel.</p>`;
      if (samples?.of !== kernel) samples = { of: kernel, code: sampledCode(kernel), functions: listedFunctions(kernel) };
      const { functions } = samples;
      listed = functionOfRow(found ?? { what: 'kernel', kernel }, functions);
      if (listed === undefined) return html`<p class="empty">No function of the kernel is known.</p>`;
      listing.want(listed);
      const head = listedHead();
      const problem = listing.loading ? undefined : listing.problem;
      const choose = (row: string, thenKeyboard = false): void => {
        wantsKeyboard = thenKeyboard;
        context().actions.chooseRow('hotspots', row);
      };
      const goTo = (one: ListedFunction): void => choose(one.key, true);
      const again = (): void => listing.renew();
      const names = context().model.shortNames;
      const actions = { choose, goTo, again, isMixShown, showMix };
      render(hotspotCodeHead({ names, kernels: hotspots.kernels, kernel, functions, listed, head, problem, ...actions }), top);
      parts.hidden = head === undefined;
      if (problem !== undefined) wantsKeyboard = false;
      if (head === undefined) return element;
      list.label(`Instructions of ${listed.name}${listed.isOwn ? '' : `, which ${kernel.name} calls`}, with their samples`);
      if (head !== shown) {
        shown = head;
        revealed = undefined;
      }
      // Rows must be there before one of them can be shown.
      requestAnimationFrame(() => {
        reveal(head, key, found);
        if (wantsKeyboard) list.focus();
        wantsKeyboard = false;
      });
      list.invalidate();
      mix.setAttribute('aria-label', `Instruction mix of ${listed.name}`);
      render(mixPanel({ listed, loops: head.loops, code: samples.code, goTo: showRow }), mix);
      return element;
    },
    takeKeyboard() {
      wantsKeyboard = true;
    },
    forget() {
      listing.forget();
      place.forget();
      pages.forget();
      shown = revealed = listed = marked = undefined;
    },
  };
}

/** Where an instruction is in the listing of a function. */
interface PlaceQuestion {
  readonly listed: ListedFunction;
  readonly instruction: U64;
}

const isSamePlace = (a: PlaceQuestion, b: PlaceQuestion): boolean => a.listed.key === b.listed.key && a.instruction === b.instruction;

/** Of a line its hottest instruction. */
function placeQuestion(listed: ListedFunction | undefined, found: FoundHotspot | undefined): PlaceQuestion | undefined {
  if (listed === undefined) return undefined;
  if (found?.what === 'instruction') return { listed, instruction: found.address };
  if (found?.what !== 'line') return undefined;
  const [hottest] = found.line.instructions.toSorted((a, b) => b.samples - a.samples);
  return hottest === undefined ? undefined : { listed, instruction: hottest.address };
}

/** Of all samples of the profile, as in the table. What could be chance has a number of samples, and no share. */
function shares(of: SampledShare, heat: number): TemplateResult {
  const { share, samples, tooFew } = of;
  if (tooFew) return html`<span class="shares"><span class="interval">${counted(samples, 'sample')}, too few</span></span>`;
  const interval = percentInterval(of);
  return html`<span
    class="shares hot"
    style="--h:${heat.toFixed(2)}"
    title="${counted(samples, 'sample')}; with 95 % confidence the share lies in ${interval}"
    ><span class="share">${percent(share)}</span><span class="interval">${interval}</span></span
  >`;
}
