/** Under the arguments: memory, ranges that changed, global variables, and the code of the image, each behind a tab. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { LlvmRecording } from '../../protocol/neighbour/llvm';
import type { LlvmRole } from '../../protocol/neighbour/llvmPages';
import { icon } from '../widgets/icon';
import type { GridTable, GridView } from '../widgets/gridRows';
import { tabList } from '../widgets/tabList';
import { createPart } from '../widgets/tablePart';
import { changeTable, rangeOf } from './changeRows';
import { ELEMENTS } from './elements';
import { codeOf, functionTable } from './functionRows';
import { globalTable } from './globalRows';
import { createMemoryView, type Place, type Side } from './memoryView';
import { createRecordedCode, type RecordedCodeOptions } from './recordedCode';
import { FIRST_STATE, TABS, type RecordingState, type Tab } from './recordingState';

const TITLES: Readonly<Record<Tab, string>> = {
  memory: 'Memory',
  changes: 'Changed ranges',
  globals: 'Global variables',
  code: 'Code',
};
const SIDES: readonly (readonly [Side, string])[] = [
  ['both', 'Both'],
  ['before', 'Before'],
  ['after', 'After'],
];

export interface LowerPartOptions extends Pick<RecordedCodeOptions, 'host' | 'fail' | 'chooseDisassembler'> {
  readonly read: (role: LlvmRole, offset: number, length: number) => Promise<Uint8Array>;
  /** The view is another now. */
  readonly changed: () => void;
}

export interface LowerPart {
  readonly element: HTMLElement;
  /** What of the page's state is this part's. */
  readonly state: Omit<RecordingState, 'argument' | 'compared'>;
  restore(state: RecordingState): void;
  load(recording: LlvmRecording): void;
  /** The same recording, with what its kernel changed. */
  loadChanges(recording: LlvmRecording): void;
  showPlace(place: Place): void;
  /** To the next range that changed, or with -1 to the one before. */
  step(direction: 1 | -1): void;
  focusPlace(): void;
  draw(): void;
}

export function createLowerPart({ read, changed, ...coding }: LowerPartOptions): LowerPart {
  let recording: LlvmRecording | undefined;
  let { tab, element, side } = FIRST_STATE;
  let place: Place | undefined;
  let selected: string | undefined;
  /** Key of the function whose code is shown; undefined of the first. */
  let shownCode: string | undefined;
  let tables: Tables | undefined;
  const views = new Map<Tab, GridView>();
  const part = createPart({
    name: 'lower',
    chosen(key) {
      selected = key;
      if (tab === 'changes') place = rangeOf(key);
      if (tab === 'code') shownCode = key;
      changed();
    },
    opened(key) {
      if (tab === 'changes') showPlace(rangeOf(key));
      if (tab === 'code') code.focus();
    },
    changed,
  });
  const memory = createMemoryView({ read, scrolled: changed });
  part.grid.element.id = 'lower-grid';
  memory.element.id = 'lower-memory';
  const code = createRecordedCode({ ...coding, changed });
  code.element.id = 'lower-code';
  part.element.append(memory.element, code.element);
  const sizeOf = (role: LlvmRole): number | undefined => {
    const bytes = recording?.files.find((file) => file.role === role)?.bytes;
    return bytes === undefined ? undefined : Number(bytes);
  };

  const choose = (next: Tab): void => {
    views.set(tab, part.view);
    tab = next;
    selected = undefined;
    part.view = views.get(tab) ?? { filter: '', open: new Set() };
    changed();
  };
  const showPlace = (next: Place): void => {
    place = next;
    if (tab !== 'memory') choose('memory');
    draw();
    memory.reveal(next);
    changed();
  };
  const step = (direction: 1 | -1): void => {
    const ranges = (recording?.changes?.ranges ?? []).map(({ begin, end }) => ({ begin: Number(begin), end: Number(end) }));
    const from = place;
    const next =
      direction === 1
        ? ranges.find(({ begin }) => from === undefined || begin > from.begin)
        : ranges.findLast(({ begin }) => from !== undefined && begin < from.begin);
    if (next !== undefined) showPlace(next);
  };

  const both = (): boolean => sizeOf('memory') !== undefined && sizeOf('output') !== undefined;
  const memoryBar = (): TemplateResult =>
    html`<span class="grow"></span>
      ${
        both()
          ? html`<span class="seg" role="group" aria-label="Memory of">
              ${SIDES.map(
                ([name, title]) =>
                  html`<button
                    class=${side === name ? 'on' : ''}
                    aria-pressed=${side === name ? 'true' : 'false'}
                    @click=${() => {
                      side = name;
                      changed();
                    }}
                  >
                    ${title}
                  </button>`,
              )}
            </span>`
          : nothing
      }
      <span class="seg" role="group" aria-label="Shown as">
        ${ELEMENTS.map(
          (name) =>
            html`<button
              class="${element === name ? 'on' : ''} ${name}"
              aria-pressed=${element === name ? 'true' : 'false'}
              @click=${() => {
                element = name;
                changed();
              }}
            >
              ${name}
            </button>`,
        )}
      </span>
      <div class="search place">
        <input
          class="plain m"
          type="text"
          placeholder="byte or 0x…"
          aria-label="Go to byte"
          spellcheck="false"
          @change=${({ target }: Event) => goTo((target as HTMLInputElement).value)}
        />
      </div>
      <button class="tool" title="Previous range that changed (P)" aria-label="Previous range that changed" @click=${() => step(-1)}>
        ${icon('up')}
      </button>
      <button class="tool" title="Next range that changed (N)" aria-label="Next range that changed" @click=${() => step(1)}>
        ${icon('down')}
      </button>`;
  /** A byte of the memory, or an address where it is known where the memory begins. */
  const goTo = (text: string): void => {
    const digits = text.trim().replaceAll(',', '');
    if (!/^(?:\d+|0x[\da-f]+)$/i.test(digits)) return;
    const { address, bytes = '0' } = recording?.memory ?? {};
    const number = BigInt(digits);
    const base = address !== undefined && number >= BigInt(address) ? BigInt(address) : 0n;
    const at = Number(number - base);
    if (at < Number(bytes)) showPlace({ begin: at, end: at + 1 });
  };

  /** The function that is shown; undefined where there is none. */
  const codeKey = (): string | undefined => {
    const keys = tables?.code.rows.map(({ key }) => key) ?? [];
    return keys.find((key) => key === shownCode) ?? keys[0];
  };

  function draw(): void {
    if (tables === undefined) return;
    const now = tab;
    const isMemory = now === 'memory';
    const key = now === 'code' ? codeKey() : undefined;
    render(
      html`${tabList({
        tabs: TABS.map((id) => ({ id, label: TITLES[id], count: id === 'memory' ? 0 : (tables?.[id].rows.length ?? 0) })),
        chosen: now,
        panel: isMemory ? 'lower-memory' : key === undefined ? 'lower-grid' : 'lower-grid lower-code',
        label: 'What is recorded',
        choose,
      })}
      ${isMemory ? memoryBar() : nothing}`,
      part.head,
    );
    part.grid.element.hidden = isMemory;
    memory.element.hidden = !isMemory;
    code.element.hidden = key === undefined;
    part.element.classList.toggle('with-code', key !== undefined);
    if (now === 'memory') memory.show({ element, side: both() ? side : 'both', place });
    else part.grid.show(tables[now], part.view, key ?? selected);
    if (key !== undefined) code.show(codeOf(key));
  }

  return {
    element: part.element,
    get state() {
      return { tab, element, side, top: memory.top, code: shownCode };
    },
    restore(state) {
      ({ tab, element, side, code: shownCode } = state);
      memory.top = state.top;
    },
    load(next) {
      recording = next;
      tables = tablesOf(next);
      code.forget();
      place = selected = undefined;
      memory.load({ before: sizeOf('memory'), after: sizeOf('output') });
    },
    loadChanges(next) {
      recording = next;
      tables = tablesOf(next);
    },
    showPlace,
    step,
    focusPlace: () => part.head.querySelector('input')?.focus(),
    draw,
  };
}

type Tables = Readonly<Record<Exclude<Tab, 'memory'>, GridTable>>;

const tablesOf = (recording: LlvmRecording): Tables => ({
  changes: changeTable(recording),
  globals: globalTable(recording),
  code: functionTable(recording),
});
