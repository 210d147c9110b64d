/** What an operation finds in its buffers and what it leaves there, as tensors. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import { denseStrides, elementSize, type ElementType } from '../../../protocol/replay/element';
import type { EngineState } from '../../../protocol/processes/engine';
import type { Inspection, Operand, TensorView } from '../../../protocol/replay/inspection';
import { problemOf } from '../../../protocol/base/problemOf';
import type { Context } from '../context';
import type { BuffersView } from './buffersView';
import { createComparisons } from './comparisons';
import { createElementGrid } from './elementGrid';
import { createElementPages, type ElementPages } from './elementPages';
import { createElementSearch } from './elementSearch';
import { elementExport } from './elementExport';
import { figures } from './figures';
import { failed, inspectionHead } from './inspectionHead';
import { operandTable } from './operandTable';
import { placeForm, type Moment, type PlaceChange } from './placeForm';
import type { Shape } from './shape';
import { createTensorPicture } from './tensorPicture';
import { readPlace, type Place, type PlaceField, type PlaceTexts } from './tensorPlace';

/** An inspection that took less is made again without asking when another operation is selected. */
const QUICK_MS = 1000;

/** How one operand is read. */
interface Reading {
  readonly operand: number;
  readonly type: ElementType;
  readonly texts: PlaceTexts;
  /** What is being typed, and stays whatever is drawn meanwhile. */
  readonly typed: Readonly<Partial<Record<PlaceField, string>>>;
  readonly moment: Moment;
}

/** What is shown: elements that can be read, of both moments. */
interface Shown {
  readonly key: string;
  readonly view: TensorView;
  readonly shape: Shape;
  readonly pages: Readonly<Record<Moment, ElementPages>>;
}

/** One for the page: it keeps the inspection that was made last. */
export function createBuffersView(context: () => Context): BuffersView {
  const element = document.createElement('div');
  element.className = 'buffers';
  const top = element.appendChild(document.createElement('div'));
  top.className = 'tensor';
  const grid = createElementGrid();
  element.appendChild(grid.element);
  const bottom = element.appendChild(document.createElement('div'));
  bottom.className = 'tensor';

  let key: string | undefined;
  let state: EngineState<'inspect'> = { state: 'idle' };
  let running: AbortController | undefined;
  let reading: Reading | undefined;
  let shown: Shown | undefined;
  /** Elements of other bits afterwards, of each operand; undefined until they are counted. */
  let changed: readonly (number | undefined)[] = [];
  /** How long the last inspection took; undefined before the first. */
  let took: number | undefined;

  const redraw = (): void => context().redraw('details');
  const host = (): Context['host'] => context().host;
  const reveal = (found: number): void => {
    redraw();
    // Once the grid has what is to be shown.
    requestAnimationFrame(() => grid.reveal(found));
  };
  const search = createElementSearch(host, redraw, reveal);
  const picture = createTensorPicture(host, redraw, reveal);
  const comparisons = createComparisons(host, redraw, reveal);

  const placeOf = (inspection: Inspection, { operand, type, texts }: Reading): Place | undefined => {
    const chosen = inspection.operands[operand];
    const range = inspection.ranges[chosen?.range ?? 0];
    return range === undefined
      ? undefined
      : { range, index: chosen?.range ?? 0, operand: chosen, type, texts, function: inspection.function };
  };
  const beginAt = (inspection: Inspection, operand: number): Reading => {
    const { type, range } = inspection.operands[operand] ?? {};
    return {
      operand,
      type: type ?? inspection.ranges[range ?? 0]?.type ?? 'f32',
      texts: {},
      typed: {},
      moment: reading?.moment ?? 'after',
    };
  };
  const change = ({ type, moment, entered, typed }: PlaceChange): void => {
    if (reading === undefined) return;
    const { field, text } = entered ?? typed ?? {};
    const rest = Object.fromEntries(Object.entries(reading.typed).filter(([name]) => name !== field));
    const { offset, length } = reading.texts;
    // Elements of another type are as many as they are.
    const texts = type === undefined || type === reading.type ? reading.texts : { offset, length };
    reading = {
      ...reading,
      type: type ?? reading.type,
      moment: moment ?? reading.moment,
      texts: entered === undefined ? texts : { ...texts, [entered.field]: entered.text.trim() === '' ? undefined : entered.text },
      typed: typed === undefined ? rest : { ...rest, [typed.field]: text ?? '' },
    };
    redraw();
  };
  const choose = (inspection: Inspection, operand: number): void => {
    if (operand === reading?.operand) return;
    reading = beginAt(inspection, operand);
    redraw();
  };
  const countChanged = async (inspection: Inspection, { signal }: AbortController): Promise<void> => {
    for (const [i, operand] of inspection.operands.entries()) {
      if (operand.use === 'reads') continue;
      try {
        const view = changedView(inspection, operand);
        const { count } = await host().find({ view, condition: { is: 'changed' }, from: 0, direction: 1 }, signal);
        if (signal.aborted) return;
        changed = changed.with(i, Number(count));
        redraw();
      } catch {
        // What cannot be counted stays open; reading it says why.
      }
    }
  };
  const inspect = async (wanted: string): Promise<void> => {
    running?.abort();
    const controller = (running = new AbortController());
    const { signal } = controller;
    key = wanted;
    reading = undefined;
    shown = undefined;
    search.forget();
    picture.forget();
    comparisons.forget();
    state = { state: 'running', progress: { phase: 'preparing', record: 0, records: 0 } };
    redraw();
    const start = performance.now();
    try {
      const end = await host().inspect({ key: wanted }, signal);
      if (signal.aborted) return;
      state = end;
      took = performance.now() - start;
      if (end.state === 'done' && end.result.operands.length > 0) {
        reading = beginAt(end.result, outputOf(end.result));
        changed = end.result.operands.map(() => undefined);
        void countChanged(end.result, controller);
      }
    } catch (error) {
      if (running !== controller) return;
      state = signal.aborted ? { state: 'cancelled' } : { state: 'failed', problem: problemOf(error) };
    }
    redraw();
  };

  /** Elements of both moments, fetched again only where something else is read. */
  const show = (view: Omit<TensorView, 'moment'>, shape: Shape, moment: Moment): Shown => {
    const wanted = JSON.stringify(view);
    if (shown?.key === wanted) return (shown = { ...shown, view: { ...view, moment } });
    search.forget();
    const pagesAt = (at: Moment): ElementPages =>
      createElementPages(host(), { ...view, moment: at }, () => {
        redraw();
        grid.invalidate();
      });
    shown = { key: wanted, view: { ...view, moment }, shape, pages: { before: pagesAt('before'), after: pagesAt('after') } };
    return shown;
  };

  const content = (inspection: Inspection, now: Reading, place: Place): TemplateResult => {
    const read = readPlace(place);
    if ('view' in read) shown = show(read.view, read.shape, now.moment);
    const problem = shown?.pages.after.problem ?? shown?.pages.before.problem;
    const [before, after] = [shown?.pages.before.statistics, shown?.pages.after.statistics];
    return html`${operandTable(
      context(),
      inspection,
      inspection.operands.map((operand, i) => ({ operand, changed: changed[i] })),
      now.operand,
      (operand) => choose(inspection, operand),
    )}
    ${placeForm(place, read, now.typed, now.moment, change)}
    ${problem === undefined ? nothing : html`<div class="sec ask">${failed(context(), problem.message, problem.record)}</div>`}
    ${
      !('view' in read) || shown === undefined || before === undefined || after === undefined
        ? nothing
        : html`${search.draw(shown.view, shown.shape)} ${picture.draw(shown.view, shown.shape)} ${figures(before, after)}`
    }`;
  };

  return {
    draw(details) {
      const selected = details.key;
      if (selected !== key) {
        if (took !== undefined && took < QUICK_MS) void inspect(selected);
        else if (key !== undefined) {
          running?.abort();
          key = undefined;
          state = { state: 'idle' };
          reading = undefined;
          shown = undefined;
        }
      }
      const inspected = state.state === 'done' ? state.result : undefined;
      const place = inspected === undefined || reading === undefined ? undefined : placeOf(inspected, reading);
      render(
        html`${inspectionHead(
          context(),
          state,
          () => void inspect(selected),
          () => running?.abort(),
        )}
        ${inspected === undefined || reading === undefined || place === undefined ? nothing : content(inspected, reading, place)}`,
        top,
      );
      const elements = place === undefined || !('view' in readPlace(place)) ? undefined : shown;
      const there = elements?.pages[elements.view.moment].total === undefined ? undefined : elements;
      grid.element.hidden = there === undefined;
      grid.show(
        there === undefined
          ? undefined
          : {
              pages: there.pages[there.view.moment],
              shape: there.shape,
              other: there.view.moment === 'after' ? there.pages.before : undefined,
              found: search.found,
            },
      );
      render(
        inspected === undefined || there === undefined
          ? nothing
          : html`${elementExport(context(), inspected, there.view, redraw)} ${comparisons.draw(inspected, there.view, there.shape)}`,
        bottom,
      );
      return element;
    },
    progressed(progress) {
      if (state.state !== 'running') return;
      state = { state: 'running', progress };
      redraw();
    },
  };
}

/** The operand that is looked at first: one that the operation changed. */
function outputOf({ operands, ranges }: Inspection): number {
  const written = operands.findIndex(({ use }) => use === 'writes');
  if (written !== -1) return written;
  return Math.max(
    0,
    operands.findIndex(({ range }) => ranges[range]?.changed !== '0'),
  );
}

/** All of an operand, as elements of its type, or bytes where that is not known. */
function changedView({ ranges }: Inspection, { range, offset, length, type = 'ui8', shape, strides }: Operand): TensorView {
  const all = shape !== undefined && strides !== undefined ? { shape, strides } : undefined;
  const elements = [Math.floor(Number(length) / elementSize(type))];
  const at = { range, moment: 'after', type, offset: Number(offset) - Number(ranges[range]?.offset ?? 0) } as const;
  return { ...at, ...(all ?? { shape: elements, strides: denseStrides(elements) }) };
}
