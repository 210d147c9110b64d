/** Over the machine code of a kernel: whose it is, which function of it, and what is to be said of its samples. */
import { html, nothing, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import type { ListingHead } from '../../../protocol/code/kernelCode';
import type { SampledKernel, SampledShare } from '../../../protocol/code/hotspots';
import { percent } from '../../../protocol/words/percent';
import { failed } from '../../widgets/failed';
import { counted } from '../../widgets/numbers';
import { sentence } from '../../widgets/sentence';
import { withoutShared, type ShortNames } from '../../widgets/shortNames';
import { kernelKey } from './findHotspot';
import { samplesElsewhere, type ListedFunction, type SamplesElsewhere } from './listedFunctions';

export interface HotspotCodeHead {
  readonly names: ShortNames;
  readonly kernels: readonly SampledKernel[];
  readonly kernel: SampledKernel;
  readonly functions: readonly ListedFunction[];
  readonly listed: ListedFunction;
  /** Absent while it is being read. */
  readonly head: ListingHead | undefined;
  /** Why it cannot be. */
  readonly problem: string | undefined;
  /** Marks a row of the table. */
  readonly choose: (key: string) => void;
  /** Lists another function, where the keyboard goes on. */
  readonly goTo: (listed: ListedFunction) => void;
  readonly again: () => void;
  /** Where there is no room for both, the mix of instructions can be shown in place of them. */
  readonly isMixShown: boolean;
  readonly showMix: (shown: boolean) => void;
}

export function hotspotCodeHead(shown: HotspotCodeHead): TemplateResult {
  const { names, kernels, kernel, functions, listed, head, problem, choose, goTo, again } = shown;
  const elsewhere = listed.isOwn && head !== undefined ? samplesElsewhere(kernel, functions) : [];
  return html`<div class="sampledhead">
      ${choice('Kernel', names, kernels, kernel, (one) => choose(kernelKey(one)))}
      ${
        functions.length === 1
          ? nothing
          : // A dropdown takes no value that is not among its options yet.
            keyed(
              kernelKey(kernel),
              choice('Function', names, functions, listed, (one) => choose(one.key)),
            )
      }
      ${head === undefined ? (problem === undefined ? html`<span class="dim">Reading…</span>` : nothing) : facts(head)}
      ${elsewhere.map((one) => elsewhereNote(one, goTo))} ${head === undefined ? nothing : mixToggle(shown)}
    </div>
    ${problem === undefined || head !== undefined ? nothing : failed(problem, again)}`;
}

function choice<Item extends SampledShare & { readonly name: string }>(
  label: string,
  names: ShortNames,
  items: readonly Item[],
  chosen: Item,
  choose: (item: Item) => void,
): TemplateResult {
  const labelOf = ({ name, share }: Item): string => `${percent(share)}  ${name}`;
  const changed = (event: Event): void => {
    const wanted = items[(event.target as HTMLElement & { selectedIndex: number }).selectedIndex];
    if (wanted !== undefined) choose(wanted);
  };
  const option = (item: Item): TemplateResult => {
    const text = `${percent(item.share)}  ${withoutShared(names, item.name)}`;
    return html`<vscode-option value=${labelOf(item)} title=${item.name} ?selected=${item === chosen}>${text}</vscode-option>`;
  };
  return html`<vscode-dropdown aria-label=${label} title=${chosen.name} .value=${labelOf(chosen)} @change=${changed}
    >${items.map(option)}</vscode-dropdown
  >`;
}

function facts({ loops, bytes, notes }: ListingHead): TemplateResult {
  return html`<span class="dim">${counted(loops.length, 'loop')}${bytes === undefined ? '' : `, ${counted(bytes, 'byte')}`}</span>
    ${notes.map((note) => html`<span class="dim">${sentence(note)}</span>`)}`;
}

function mixToggle({ isMixShown, showMix }: HotspotCodeHead): TemplateResult {
  const toggle = (): void => showMix(!isMixShown);
  return html`<vscode-button class="mixtoggle" appearance="secondary" aria-pressed=${String(isMixShown)} @click=${toggle}
    >${isMixShown ? 'Instructions' : 'Instruction Mix'}</vscode-button
  >`;
}

function elsewhereNote({ sentence: said, most }: SamplesElsewhere, goTo: HotspotCodeHead['goTo']): TemplateResult {
  if (most === undefined) return html`<span class="dim">${said}</span>`;
  const go = (): void => goTo(most);
  return html`<span class="dim"
    >${said}
    <button class="a" title="List the instructions of ${most.name}, which has the most of them" @click=${go}>
      Show ${most.name}
    </button></span
  >`;
}
