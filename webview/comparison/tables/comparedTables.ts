/** The tables of both profiles, each behind a tab: functions, and the sums of IREE's questions; filtered, sorted, opened. */
import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { HotspotsComparison } from '../../../protocol/code/hotspotsComparison';
import type {
  ComparedAnswer,
  ComparedProfiles,
  ComparedQuestion,
  ComparisonHost,
  ProfileDiffRow,
} from '../../../protocol/profile/profileComparison';
import type { Calls } from '../../../protocol/base/rpc';
import { hotspotNotes, hotspotsTable, kernelOfRow, kernelRowKey } from '../../widgets/comparedHotspots';
import { filterBox } from '../../widgets/filterBox';
import { createGrid } from '../../widgets/gridTable';
import { exportedTable, type GridTable, type GridView } from '../../widgets/gridRows';
import { icon } from '../../widgets/icon';
import { grouped } from '../../widgets/numbers';
import type { ShortNames } from '../../widgets/shortNames';
import { tabList } from '../../widgets/tabList';
import type { Table } from '../../widgets/tables';
import { figureTable, missingIn, QUESTION_WORDS } from './figureTable';
import { functionTable, rowKey } from './functionTable';

type Tab = 'functions' | 'hotspots' | ComparedQuestion;
const TABS: readonly Tab[] = ['functions', 'command', 'queue', 'memory', 'counter', 'hotspots'];
const titleOf = (tab: Tab): string => (tab === 'functions' ? 'Functions' : tab === 'hotspots' ? 'Hotspots' : QUESTION_WORDS[tab].title);
const EXAMPLES: Readonly<Record<Tab, string>> = {
  functions: 'fn:*matmul* delta:>1ms',
  command: 'fn:*matmul* delta:>1ms',
  queue: 'op:copy bytesdelta:>1KiB',
  memory: 'kind:pool* delta:>1MiB',
  counter: 'counter:*miss* delta:>1000',
  hotspots: 'place:*loop* verdict:*gained*',
};

export interface ComparedTablesOptions {
  readonly host: Calls<ComparisonHost>;
  /** The user has chosen a row of the functions. */
  readonly chosen: (row: ProfileDiffRow) => void;
  /** Enter on it. */
  readonly opened: (row: ProfileDiffRow) => void;
  /** What samples of both say; undefined until that is known, and where one has none. */
  readonly sampled: (hotspots: HotspotsComparison | undefined) => void;
  readonly save: (table: Table) => void;
}

export interface ComparedTables {
  readonly element: HTMLElement;
  /** Other profiles are compared now. */
  load(compared: ComparedProfiles, names: ShortNames): void;
  select(row: ProfileDiffRow | undefined): void;
  /** The loops and lines of a kernel. */
  readonly showHotspots: (kernel: string) => void;
  isOpen(row: ProfileDiffRow): boolean;
}

export function createComparedTables({ host, chosen, opened, sampled, save }: ComparedTablesOptions): ComparedTables {
  const element = document.createElement('section');
  element.className = 'compared';
  element.setAttribute('aria-label', 'Tables');
  const add = (className: string): HTMLElement => {
    const part = element.appendChild(document.createElement('div'));
    part.className = className;
    return part;
  };
  const bar = add('compared-bar');
  const notes = add('compared-notes');
  const panel = add('compared-panel');
  panel.id = 'compared-panel';
  panel.setAttribute('role', 'tabpanel');
  const gridElement = panel.appendChild(document.createElement('div'));
  gridElement.classList.add('differences');

  let compared: ComparedProfiles | undefined;
  let names: ShortNames | undefined;
  let selected: ProfileDiffRow | undefined;
  let tab: Tab = 'functions';
  /** The row of samples that is marked. */
  let hotspot: string | undefined;
  let onlyDifferences = false;
  const kinds = new Map<Tab, string>();
  const views = new Map<string, GridView>();
  const answers = new Map<ComparedQuestion, ComparedAnswer | string>();
  let hotspots: HotspotsComparison | string | undefined;
  let asking = new AbortController();
  /** Made again only when something else is shown. */
  let made: { readonly inputs: readonly unknown[]; readonly table: GridTable } | undefined;

  const viewOf = (table: string): GridView =>
    views.get(table) ?? { filter: '', open: new Set(), ...(table === 'functions' ? { sorting: { column: 'delta', down: true } } : {}) };
  const change = (table: string, part: Partial<GridView>): void => {
    views.set(table, { ...viewOf(table), ...part });
    draw();
  };
  const rowOf = (key: string): ProfileDiffRow | undefined =>
    compared?.functions.flatMap((row): readonly ProfileDiffRow[] => [row, ...row.records]).find((row) => rowKey(row) === key);

  /** That the samples of a row are of. */
  const functionOf = (key: string): ProfileDiffRow | undefined => compared?.functions.find((row) => row.key === kernelOfRow(key));
  const showExecutions = (row: ProfileDiffRow): void => {
    tab = 'functions';
    chosen(row);
  };

  const ask = (question: ComparedQuestion): void => {
    if (answers.has(question)) return;
    const { signal } = asking;
    host.figures({ question }, signal).then(
      (answer) => {
        if (signal.aborted) return;
        answers.set(question, answer);
        draw();
      },
      (error: unknown) => {
        if (signal.aborted) return;
        answers.set(question, error instanceof Error ? error.message : String(error));
        draw();
      },
    );
  };
  const askHotspots = (): void => {
    if (hotspots !== undefined) return;
    const { signal } = asking;
    host.hotspots(signal).then(
      (answer) => {
        if (signal.aborted) return;
        hotspots = 'missing' in answer ? answer.missing : answer;
        sampled('missing' in answer ? undefined : answer);
        if (!('missing' in answer)) views.set('hotspots', { ...viewOf('hotspots'), open: new Set(answer.kernels.map(kernelRowKey)) });
        draw();
      },
      (error: unknown) => {
        if (signal.aborted) return;
        hotspots = error instanceof Error ? error.message : String(error);
        draw();
      },
    );
  };
  const askFor = (question: Tab): void => {
    if (question === 'hotspots') askHotspots();
    else if (question !== 'functions') ask(question);
  };
  const answerOf = (question: Tab): ComparedAnswer | string | undefined =>
    question === 'functions' || question === 'hotspots' ? undefined : answers.get(question);

  const remembered = (inputs: readonly unknown[], make: () => GridTable): GridTable => {
    if (made?.inputs.length !== inputs.length || made.inputs.some((one, i) => one !== inputs[i])) made = { inputs, table: make() };
    return made.table;
  };
  /** That of the chosen tab; undefined until it is there. */
  const current = (): GridTable | undefined => {
    if (compared === undefined || names === undefined) return undefined;
    if (tab === 'hotspots') {
      const samples = hotspots;
      if (samples === undefined || typeof samples === 'string') return undefined;
      return remembered([tab, samples, onlyDifferences], () => hotspotsTable(samples, onlyDifferences, { before: 'A', after: 'B' }));
    }
    const answer = answerOf(tab);
    const kind =
      answer === undefined || typeof answer === 'string'
        ? undefined
        : (answer.kinds.find(({ name }) => name === kinds.get(tab)) ?? answer.kinds[0]);
    if (tab !== 'functions' && kind === undefined) return undefined;
    const [now, words] = [compared, names];
    return remembered([tab, now, kind, onlyDifferences], () =>
      kind === undefined ? functionTable(now, words, onlyDifferences) : figureTable(kind, onlyDifferences),
    );
  };

  const grid = createGrid({
    element: gridElement,
    chosen(key) {
      const row = tab === 'functions' ? rowOf(key) : tab === 'hotspots' ? functionOf(key) : undefined;
      hotspot = tab === 'hotspots' ? key : undefined;
      if (row !== undefined) chosen(row);
    },
    opened(key) {
      if (tab === 'hotspots') {
        const row = functionOf(key);
        if (row !== undefined) showExecutions(row);
        return;
      }
      const row = tab === 'functions' ? rowOf(key) : undefined;
      if (row !== undefined) opened(row);
    },
    toggled(key, open) {
      const table = tab === 'hotspots' ? 'hotspots' : 'functions';
      const next = new Set(viewOf(table).open);
      if (open) next.add(key);
      else next.delete(key);
      change(table, { open: next });
    },
    sorted(column) {
      const table = current();
      if (table === undefined) return;
      const { sorting } = viewOf(table.name);
      const numeric = table.columns.find(({ name }) => name === column)?.numeric === true;
      change(table.name, { sorting: { column, down: sorting?.column === column ? !sorting.down : numeric } });
    },
  });

  const filterOf = ({ name }: GridTable): TemplateResult =>
    filterBox({
      filter: viewOf(name).filter,
      example: EXAMPLES[tab],
      change: (filter) => change(name, { filter }),
      leave: () => grid.element.focus(),
    });
  const kindChoice = (answer: ComparedAnswer, table: GridTable): TemplateResult | typeof nothing =>
    answer.kinds.length < 2
      ? nothing
      : html`<div class="seg" role="group" aria-label="Rows">
          ${answer.kinds.map(
            ({ name, label, rows }) =>
              html`<button
                class=${name === table.name ? 'on' : ''}
                aria-pressed=${name === table.name ? 'true' : 'false'}
                @click=${() => {
                  kinds.set(tab, name);
                  draw();
                }}
              >
                ${label} ${grouped(rows.length)}
              </button>`,
          )}
        </div>`;

  const drawBar = (table: GridTable | undefined): void => {
    const answer = answerOf(tab);
    render(
      html`${tabList({
          tabs: TABS.map((id) => ({ id, label: titleOf(id) })),
          chosen: tab,
          panel: panel.id,
          label: 'Tables',
          choose(id) {
            tab = id;
            askFor(id);
            draw();
          },
        })}
        ${answer === undefined || typeof answer === 'string' || table === undefined ? nothing : kindChoice(answer, table)}
        ${table === undefined ? nothing : filterOf(table)}
        <label
          class="only"
          title=${tab === 'hotspots' ? 'What gained or lost' : tab === 'functions' ? 'Faster, slower, or in one of them alone' : 'Other counts or bytes, or in one of them alone'}
          ><input
            type="checkbox"
            .checked=${onlyDifferences}
            @change=${({ target }: Event) => {
              onlyDifferences = (target as HTMLInputElement).checked;
              draw();
            }}
          />Only differences</label
        >
        ${
          table === undefined
            ? nothing
            : html`<button
                class="tool"
                title="Export the table as CSV"
                aria-label="Export the table as CSV"
                @click=${() => save(exportedTable(table, viewOf(table.name)))}
              >
                ${icon('save')}
              </button>`
        }`,
      bar,
    );
  };
  const notesOf = (): readonly (string | TemplateResult | undefined)[] => {
    if (compared === undefined) return [];
    if (tab === 'functions') {
      const matched =
        compared.matchedBy === 'record'
          ? 'Matched by record: both are of one capture.'
          : 'Matched by function: they are not known to be of one capture.';
      return [matched, names === undefined || names.shared === '' ? undefined : `All names: ${names.shared}…`];
    }
    if (tab === 'hotspots') {
      if (hotspots === undefined) return ['Reading both profiles…'];
      if (typeof hotspots === 'string') return [hotspots];
      const row = hotspot === undefined ? undefined : functionOf(hotspot);
      const back = html`<button class="a" title="The times of its executions (Enter)" @click=${() => row && showExecutions(row)}>
        Executions of ${row?.key}
      </button>`;
      return [...(row === undefined ? [] : [back]), ...hotspotNotes(hotspots)];
    }
    const answer = answerOf(tab);
    if (answer === undefined) return ['Reading both profiles…'];
    if (typeof answer === 'string') return [answer];
    return [missingIn(tab, answer.kinds), ...answer.notices];
  };
  const draw = (): void => {
    if (compared === undefined) return;
    const table = current();
    drawBar(table);
    render(
      notesOf().map((note) => (note === undefined ? nothing : html`<span class="dim">${note}</span>`)),
      notes,
    );
    panel.setAttribute('aria-labelledby', `tab-${tab}`);
    panel.hidden = table === undefined;
    if (table === undefined) return;
    const marked = tab === 'hotspots' ? hotspot : selected === undefined || tab !== 'functions' ? undefined : rowKey(selected);
    grid.show(table, viewOf(table.name), marked);
    // As high as its rows, so far as there is room.
    const { rows } = grid.counts;
    panel.style.setProperty('--rows', String(Math.max(2, rows)));
    element.dataset['foot'] = table.foot === undefined ? 'no' : 'yes';
  };

  return {
    element,
    load(next, nextNames) {
      asking.abort();
      asking = new AbortController();
      answers.clear();
      hotspots = hotspot = undefined;
      sampled(undefined);
      compared = next;
      names = nextNames;
      views.set('functions', { ...viewOf('functions'), open: new Set() });
      askFor(tab);
      // The headline says what samples say of it.
      askHotspots();
      draw();
    },
    showHotspots(kernel) {
      tab = 'hotspots';
      hotspot = kernelRowKey({ kernel });
      draw();
      grid.reveal(hotspot);
      grid.element.focus();
    },
    select(row) {
      selected = row;
      draw();
      if (row !== undefined && tab === 'functions') grid.reveal(rowKey(row));
    },
    isOpen: ({ key }) => viewOf('functions').open.has(JSON.stringify([key])),
  };
}
