/** What an operation finds in its buffers and what it leaves there, as numbers. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { RecordDetails } from '../../../protocol/capture';
import { ELEMENT_TYPES, type ElementType } from '../../../protocol/element';
import type { EngineState } from '../../../protocol/engine';
import type { ElementStatistics, InspectedRange, Inspection } from '../../../protocol/inspection';
import { problemOf } from '../../../protocol/problemOf';
import type { RunProgress } from '../../../protocol/run';
import { icon } from '../../widgets/icon';
import { bytes, grouped, hex, shortNumber } from '../../widgets/numbers';
import { sentence } from '../../widgets/sentence';
import type { Context } from '../model';
import { recordLink } from '../spans';
import { createElementGrid } from './elementGrid';
import { createElementPages, type ElementPages } from './elementPages';
import { histogram } from './histogram';
import { guessShape, parseShape } from './shape';

/** An inspection that took less is made again without asking when another operation is selected. */
const QUICK_MS = 700;

type Moment = 'before' | 'after';

/** How one range is read. */
interface Reading {
  readonly range: number;
  readonly type: ElementType;
  /** What was entered; undefined for the guess. */
  readonly shape: string | undefined;
  /** What is being typed in its place, and stays whatever is drawn meanwhile. */
  readonly typed: string | undefined;
  readonly moment: Moment;
  readonly pages: Readonly<Record<Moment, ElementPages>>;
}

type Change = Partial<Pick<Reading, 'range' | 'type' | 'shape' | 'typed' | 'moment'>>;

export interface BuffersView {
  draw(details: RecordDetails): HTMLElement;
  /** The inspection that goes on is so far. */
  progressed(progress: RunProgress): void;
}

/** Operations of which ranges can be inspected. */
export function isInspectable({ class: recordClass, operation }: RecordDetails): boolean {
  return recordClass === 'dispatch' || (recordClass === 'transfer' && /\.(queue_)?(fill|update|copy|read|write)/.test(operation));
}

/** One for the page: it keeps the inspection that was made last. */
export function createBuffersView(context: () => Context): BuffersView {
  const element = document.createElement('div');
  element.className = 'buffers';
  const top = element.appendChild(document.createElement('div'));
  const grid = createElementGrid();
  element.appendChild(grid.element);

  let key: string | undefined;
  let state: EngineState<'inspect'> = { state: 'idle' };
  let running: AbortController | undefined;
  let reading: Reading | undefined;
  /** How long the last inspection took; undefined before the first. */
  let took: number | undefined;

  const redraw = (): void => context().redraw('details');
  const read = (inspection: Inspection, change: Change): void => {
    const range = change.range ?? reading?.range ?? 0;
    const other = range !== reading?.range;
    const type = change.type ?? (other ? undefined : reading?.type) ?? inspection.ranges[range]?.type ?? 'f32';
    const same = !other && type === reading?.type ? reading : undefined;
    const pagesAt = (moment: Moment): ElementPages => {
      const pages: ElementPages = createElementPages(context().host, { range, moment, type }, () => {
        redraw();
        grid.invalidate();
      });
      return pages;
    };
    reading = {
      range,
      type,
      shape: 'shape' in change ? change.shape : same?.shape,
      typed: 'shape' in change || other ? undefined : (change.typed ?? reading?.typed),
      moment: change.moment ?? reading?.moment ?? 'after',
      pages: same?.pages ?? { before: pagesAt('before'), after: pagesAt('after') },
    };
    redraw();
  };
  const inspect = async (wanted: string): Promise<void> => {
    running?.abort();
    const { signal } = (running = new AbortController());
    key = wanted;
    reading = undefined;
    state = { state: 'running', progress: { phase: 'preparing', record: 0, records: 0 } };
    redraw();
    const start = performance.now();
    try {
      const end = await context().host.inspect({ key: wanted }, signal);
      if (signal.aborted) return;
      state = end;
      took = performance.now() - start;
      if (end.state === 'done' && end.result.ranges.length > 0) read(end.result, { range: outputOf(end.result) });
    } catch (error) {
      if (running.signal !== signal) return;
      state = signal.aborted ? { state: 'cancelled' } : { state: 'failed', problem: problemOf(error) };
    }
    redraw();
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
        }
      }
      const inspected = state.state === 'done' ? state.result : undefined;
      render(
        html`${head(
          context(),
          state,
          () => void inspect(selected),
          () => running?.abort(),
        )}
        ${inspected === undefined || reading === undefined ? nothing : tables(context(), inspected, reading, (change) => read(inspected, change))}`,
        top,
      );
      const pages = reading?.pages[reading.moment];
      const shape = reading === undefined || inspected === undefined ? undefined : shapeOf(inspected, reading);
      const shown = pages === undefined || shape === undefined || typeof shape === 'string' ? undefined : { pages, shape };
      grid.element.hidden = shown === undefined;
      grid.show(shown === undefined ? undefined : { ...shown, other: reading?.moment === 'after' ? reading.pages.before : undefined });
      return element;
    },
    progressed(progress) {
      if (state.state !== 'running') return;
      state = { state: 'running', progress };
      redraw();
    },
  };
}

/** The range that is looked at first: one that the operation changed. */
function outputOf({ ranges }: Inspection): number {
  return Math.max(
    0,
    ranges.findIndex(({ changed }) => changed !== '0'),
  );
}

function shapeOf(inspection: Inspection, { pages, moment, shape }: Reading): ReturnType<typeof parseShape> | undefined {
  const { total } = pages[moment];
  return total === undefined ? undefined : parseShape(shape ?? guessShape(total, inspection.function), total);
}

function head(context: Context, state: EngineState<'inspect'>, inspect: () => void, cancel: () => void): TemplateResult {
  const { trusted, settings } = context.model.environment;
  if (settings.engine === 'iree') {
    return html`<div class="sec ask">
      <p>IREE's tools show no contents of buffers. Choose a device of the native engine to see them.</p>
      <vscode-button appearance="primary" @click=${() => context.actions.run('selectDevice')}>Select Device…</vscode-button>
    </div>`;
  }
  const button = (label: string, appearance = 'secondary'): TemplateResult =>
    html`<vscode-button appearance=${appearance} class="inspect" ?disabled=${!trusted} @click=${inspect}
      >${icon('play')}${label}</vscode-button
    >`;
  switch (state.state) {
    case 'idle':
      return html`<div class="sec ask">
        <p>
          See what this operation finds in its buffers and what it leaves there. The capture is replayed up to it on ${settings.device}.
        </p>
        ${button('Inspect Buffers', 'primary')}
      </div>`;
    case 'running':
      return html`<div class="sec ask">
        <p class="said"><span class="spin" aria-hidden="true"></span><span>${progressText(state.progress)}</span></p>
        <vscode-button appearance="secondary" @click=${cancel}>Cancel</vscode-button>
      </div>`;
    case 'done':
      return state.result.ranges.length === 0 ? html`<div class="sec ask"><p>This operation names no range of a buffer.</p></div>` : html``;
    case 'cancelled':
      return html`<div class="sec ask">
        <p>The inspection was cancelled.</p>
        ${button('Inspect Buffers')}
      </div>`;
    case 'refused':
      return html`<div class="sec ask">
        ${state.problems.map((problem) => failed(context, problem.message, problem.record))} ${button('Try Again')}
      </div>`;
    case 'failed':
      return html`<div class="sec ask">${failed(context, state.problem.message, state.problem.record)} ${button('Try Again')}</div>`;
    case 'crashed': {
      const { signal, function: name, record } = state.crash;
      return html`<div class="sec ask">
        ${failed(context, `The captured code ended the engine process with ${signal}${name === undefined ? '' : ` in ${name}`}`, record)}
        ${button('Try Again')}
      </div>`;
    }
  }
}

function progressText({ record, records, function: name }: RunProgress): string {
  if (records === 0) return 'Preparing the replay up to here';
  return `Replaying up to here: record ${grouped(record)} of ${grouped(records)}${name === undefined || name === '' ? '' : `, ${name}`}`;
}

function failed(context: Context, message: string, record: number | undefined): TemplateResult {
  return html`<p class="said bad">
    ${icon('error')}<span>${sentence(message)} ${record === undefined ? nothing : recordLink(context, record)}</span>
  </p>`;
}

function tables(context: Context, inspection: Inspection, reading: Reading, change: (change: Change) => void): TemplateResult {
  const { before, after } = reading.pages;
  const problem = after.problem ?? before.problem;
  const shape = shapeOf(inspection, reading);
  const total = reading.pages[reading.moment].total ?? 0;
  return html`<div class="sec">
      <h4>Ranges <em>${inspection.function ?? ''}</em></h4>
      <div class="scroller">
        <table class="mini ranges">
          <thead>
            <tr>
              <th scope="col">Role</th>
              <th scope="col">Buffer</th>
              <th scope="col" class="r">Offset</th>
              <th scope="col" class="r">Length</th>
              <th scope="col" class="r">Changed</th>
            </tr>
          </thead>
          <tbody>
            ${inspection.ranges.map((range, i) => rangeRow(context, range, i === reading.range, () => change({ range: i })))}
          </tbody>
        </table>
      </div>
    </div>
    <div class="sec reading">
      <label class="pick"
        ><span class="lead">Type</span
        ><vscode-dropdown
          aria-label="Element type"
          .value=${reading.type}
          @change=${(event: Event) => change({ type: (event.target as HTMLElement & { value: ElementType }).value })}
          >${ELEMENT_TYPES.map((type) => html`<vscode-option value=${type} ?selected=${type === reading.type}>${type}</vscode-option>`)}</vscode-dropdown
        ></label
      >
      <label class="pick"
        ><span class="lead">Shape</span
        ><input
          class="shape m ${typeof shape === 'string' ? 'wrong' : ''}"
          aria-label="Shape"
          spellcheck="false"
          .value=${reading.typed ?? reading.shape ?? guessShape(total, inspection.function)}
          @input=${(event: Event) => change({ typed: (event.target as HTMLInputElement).value })}
          @change=${(event: Event) => change({ shape: (event.target as HTMLInputElement).value })}
      /></label>
      <div class="seg" role="radiogroup" aria-label="Moment">
        ${(['before', 'after'] as const).map(
          (moment) =>
            html`<button
              role="radio"
              class=${moment === reading.moment ? 'on' : ''}
              aria-checked=${moment === reading.moment ? 'true' : 'false'}
              @click=${() => change({ moment })}
            >
              ${moment === 'before' ? 'Before' : 'After'}
            </button>`,
        )}
      </div>
      ${typeof shape === 'string' ? html`<p class="said bad">${icon('error')}<span>${sentence(shape)}</span></p>` : nothing}
    </div>
    ${problem === undefined ? nothing : html`<div class="sec ask">${failed(context, problem.message, problem.record)}</div>`}
    ${before.statistics === undefined || after.statistics === undefined ? nothing : statistics(before.statistics, after.statistics)}`;
}

function rangeRow(context: Context, range: InspectedRange, selected: boolean, choose: () => void): TemplateResult {
  const { role, ordinal, buffer, offset, length, changed } = range;
  return html`<tr class=${selected ? 'sel' : ''} aria-selected=${selected ? 'true' : 'false'} @click=${choose}>
    <td>
      <button class="a" title="Show its elements" @click=${choose}>${role === 'binding' ? `binding ${String(ordinal)}` : role}</button>
    </td>
    <td>
      <button
        class="a m"
        @click=${(event: Event) => {
          event.stopPropagation();
          void context.actions.follow({ text: '', object: buffer });
        }}
      >
        buffer ${buffer}
      </button>
    </td>
    <td class="r">${offset === '0' ? '0' : hex(BigInt(offset))}</td>
    <td class="r">${bytes(length)}</td>
    <td class="r">${changed === '0' ? html`<span class="dim">unchanged</span>` : bytes(changed)}</td>
  </tr>`;
}

const FIGURES: readonly { readonly label: string; readonly of: (statistics: ElementStatistics) => string }[] = [
  { label: 'min', of: ({ minimum }) => minimum },
  { label: 'max', of: ({ maximum }) => maximum },
  { label: 'mean', of: ({ mean }) => mean },
  { label: 'NaN', of: ({ nan }) => grouped(nan) },
  { label: 'infinite', of: ({ infinite }) => grouped(infinite) },
  { label: 'zero', of: ({ zero }) => grouped(zero) },
];

function statistics(before: ElementStatistics, after: ElementStatistics): TemplateResult {
  return html`<div class="sec">
    <h4>Elements <em>${grouped(after.count)} in the range</em></h4>
    <div class="figures">
      <table class="mini">
        <thead>
          <tr>
            <th></th>
            <th scope="col" class="r">Before</th>
            <th scope="col" class="r">After</th>
          </tr>
        </thead>
        <tbody>
          ${FIGURES.map(
            ({ label, of }) =>
              html`<tr>
                <th scope="row">${label}</th>
                <td class="r" title=${of(before)}>${shortNumber(of(before))}</td>
                <td class="r ${of(before) === of(after) ? 'dim' : ''}" title=${of(after)}>${shortNumber(of(after))}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <div class="distribution"><span class="dim">before</span>${histogram(before)}</div>
      <div class="distribution"><span class="dim">after</span>${histogram(after)}</div>
    </div>
  </div>`;
}
