/** The functions of both profiles, and where both are of one capture their records. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { ProfileDiffRow } from '../../protocol/profileComparison';
import type { ComparedFunction } from '../../protocol/profileComparison';
import { functionColour } from '../widgets/functionColour';
import { functionName } from '../widgets/functionName';
import { icon } from '../widgets/icon';
import { ratioCell, ratioMark, scaleOf, type RatioScale } from '../widgets/ratioMark';
import type { ShortNames } from '../widgets/shortNames';
import { timeColumn, type Cell, type Table } from '../widgets/tables';
import { inUnit, unitFor, type TimeUnit } from '../widgets/timeUnit';
import type { ComparisonContext, SortedBy } from './context';
import { functionRanks } from './functionRanks';
import { saidOf } from './said';

/** Records of one function that are drawn. */
const MOST_RECORDS = 200;

const valueOf: Readonly<Record<SortedBy, (row: ProfileDiffRow) => number | string>> = {
  function: ({ key }) => key,
  a: ({ before }) => before?.totalNs ?? 0,
  b: ({ after }) => after?.totalNs ?? 0,
  difference: ({ differenceNs }) => Math.abs(differenceNs),
  change: ({ before, differenceNs }) => (before === undefined ? Infinity : differenceNs / before.totalNs),
  medianA: ({ before }) => before?.medianNs ?? 0,
  medianB: ({ after }) => after?.medianNs ?? 0,
};

/** Rows as the context has them sorted and left out. */
export function shownFunctions({ compared, sorting, onlyDifferences }: ComparisonContext): readonly ComparedFunction[] {
  const isDifferent = (row: ProfileDiffRow): boolean => {
    const said = saidOf(row);
    if (row.before === undefined || row.after === undefined) return true;
    return said?.verdict === 'faster' || said?.verdict === 'slower';
  };
  const value = valueOf[sorting.by];
  const sign = sorting.down ? -1 : 1;
  return compared.functions
    .filter((row) => !onlyDifferences || isDifferent(row))
    .sort((one, other) => {
      const [first, second] = [value(one), value(other)];
      return (
        sign * (typeof first === 'number' && typeof second === 'number' ? first - second : String(first).localeCompare(String(second)))
      );
    });
}

const percent = ({ before, differenceNs }: ProfileDiffRow): string => {
  if (before === undefined || before.totalNs === 0) return '';
  const part = (100 * differenceNs) / before.totalNs;
  return `${part > 0 ? '+' : part < 0 ? '−' : ''}${Math.abs(part).toFixed(1)} %`;
};
const time = (ns: number | undefined, unit: TimeUnit, sign = false): string =>
  ns === undefined ? '' : `${sign && ns > 0 ? '+' : ''}${inUnit(ns, unit)}`.replace('-', '−');

export function differencesTable(context: ComparisonContext, names: ShortNames): TemplateResult {
  const { compared, sorting, onlyDifferences } = context;
  const rows = shownFunctions(context);
  const total = unitFor(Math.max(compared.beforeNs, compared.afterNs));
  const medians = compared.functions.flatMap(({ before, after }) => [before?.medianNs ?? 0, after?.medianNs ?? 0]);
  const median = unitFor(Math.max(1, ...medians));
  const scale = scaleOf(compared.functions.map(saidOf).filter((said) => said !== undefined));
  const ranks = functionRanks(compared.functions);
  const header = (by: SortedBy, title: string, className = 'r'): TemplateResult => {
    const on = sorting.by === by;
    return html`<th class=${className} scope="col" aria-sort=${on ? (sorting.down ? 'descending' : 'ascending') : 'none'}>
      <button @click=${() => context.sort(by)}>${title}${on ? icon(sorting.down ? 'down' : 'up') : nothing}</button>
    </th>`;
  };
  return html`<div class="bar-above">
      <label
        ><input
          type="checkbox"
          .checked=${onlyDifferences}
          @change=${({ target }: Event) => context.showOnlyDifferences((target as HTMLInputElement).checked)}
        />Only differences</label
      >
      <span class="dim"
        >${
          compared.matchedBy === 'record'
            ? 'Matched by record: both are of one capture.'
            : 'Matched by function: they are not known to be of one capture.'
        }</span
      >
      ${names.shared === '' ? nothing : html`<span class="dim">All names: <span class="m">${names.shared}…</span></span>`}
    </div>
    <div class="scroller">
      <table
        class="grid differences"
        role="treegrid"
        aria-label="What each function took in A and in B"
        aria-rowcount=${compared.functions.length + 1}
      >
        <thead>
          <tr>
            ${header('function', 'Function', '')} ${header('a', `A total, ${total.name}`)} ${header('b', `B total, ${total.name}`)}
            ${header('difference', `B − A, ${total.name}`)} ${header('change', 'B − A')}
            <th scope="col"><span class="title">Verdict, 95 % CI</span></th>
            <th scope="col"><span class="title">${scale.low.toFixed(2)} A / B ${scale.high.toFixed(2)}</span></th>
            ${header('medianA', `A median, ${median.name}`)} ${header('medianB', `B median, ${median.name}`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => functionRows(context, row, { total, median, scale, names, rank: ranks.get(row.key) ?? 0 }))}
          ${
            rows.length === 0
              ? html`<tr>
                  <td colspan="9" class="dim">No function is told to be faster or slower.</td>
                </tr>`
              : nothing
          }
          <tr class="sum">
            <td>all executions</td>
            <td class="r">${time(compared.beforeNs, total)}</td>
            <td class="r">${time(compared.afterNs, total)}</td>
            <td class="r">${time(compared.afterNs - compared.beforeNs, total, true)}</td>
            <td class="r">
              ${percent({ key: '', before: { executions: 0, totalNs: compared.beforeNs, medianNs: 0 }, differenceNs: compared.afterNs - compared.beforeNs })}
            </td>
            <td colspan="4"></td>
          </tr>
        </tbody>
      </table>
    </div>`;
}

interface Drawing {
  readonly total: TimeUnit;
  readonly median: TimeUnit;
  readonly scale: RatioScale;
  readonly names: ShortNames;
  readonly rank: number;
}

function functionRows(context: ComparisonContext, row: ComparedFunction, drawing: Drawing): TemplateResult {
  const open = context.opened.has(row.key);
  const twistie =
    row.records.length === 0
      ? html`<span class="twistie"></span>`
      : html`<button
          class="twistie"
          aria-label=${`${open ? 'Hide' : 'Show'} records of ${row.key}`}
          aria-expanded=${open ? 'true' : 'false'}
          @click=${(event: Event) => {
            event.stopPropagation();
            context.toggle(row.key);
          }}
        >
          ${icon(open ? 'down' : 'right')}
        </button>`;
  const name = html`${twistie}<i class="swatch" style=${`background:${functionColour(drawing.rank)}`}></i
    >${functionName(drawing.names, row.key)}`;
  return html`${oneRow(context, row, name, 1, drawing)}
  ${
    open
      ? html`${row.records.slice(0, MOST_RECORDS).map((record) => oneRow(context, record, recordName(record), 2, drawing))}
        ${
          row.records.length > MOST_RECORDS
            ? html`<tr>
                <td colspan="9" class="dim level2">${String(row.records.length - MOST_RECORDS)} more records, whose times differ less.</td>
              </tr>`
            : nothing
        }`
      : nothing
  }`;
}

const recordName = ({ record }: ProfileDiffRow): TemplateResult => html`<span class="level2">#${String(record ?? 0)}</span>`;

function oneRow(
  context: ComparisonContext,
  row: ProfileDiffRow,
  name: TemplateResult,
  level: number,
  { total, median, scale }: Drawing,
): TemplateResult {
  const chosen = context.selected === row;
  const said = saidOf(row);
  const alone = row.before === undefined ? 'only in B' : row.after === undefined ? 'only in A' : undefined;
  const words = said === undefined ? undefined : ratioCell(said);
  const why = row.difference?.missing ?? '';
  return html`<tr
    class=${chosen ? 'sel' : ''}
    aria-level=${level}
    aria-selected=${chosen ? 'true' : 'false'}
    @click=${() => context.select(row)}
  >
    <td class="fn" title=${row.key}>
      ${name}<button
        class="choose-row"
        aria-label=${`Show the distribution of ${row.key}${row.record === undefined ? '' : `, record ${String(row.record)}`}`}
        aria-pressed=${chosen ? 'true' : 'false'}
      ></button>
    </td>
    <td class="r">${time(row.before?.totalNs, total)}</td>
    <td class="r">${time(row.after?.totalNs, total)}</td>
    <td class="r"><b>${time(row.differenceNs, total, true)}</b></td>
    <td class="r">${percent(row)}</td>
    <td title=${why}>${alone === undefined ? (words?.drawn ?? html`<span class="dim">not known yet</span>`) : html`<b>${alone}</b>`}</td>
    <td>${said === undefined ? '' : ratioMark(said, scale).drawn}</td>
    <td class="r">${time(row.before?.medianNs, median)}</td>
    <td class="r">${time(row.after?.medianNs, median)}</td>
  </tr>`;
}

/** What is exported: all functions and their records, in nanoseconds. */
export function exportedDifferences({ functions }: ComparisonContext['compared']): Table {
  const unit = unitFor(1);
  const cells = (row: ProfileDiffRow): readonly Cell[] => {
    const said = saidOf(row);
    const value = (ns: number | undefined): Cell => (ns === undefined ? { text: '' } : { text: String(ns), value: ns });
    return [
      { text: row.key },
      { text: row.record === undefined ? '' : String(row.record) },
      ...[
        value(row.before?.totalNs),
        value(row.after?.totalNs),
        value(row.differenceNs),
        value(row.before?.medianNs),
        value(row.after?.medianNs),
      ],
      { text: said === undefined ? '' : (ratioCell(said).exact ?? '') },
    ];
  };
  return {
    name: 'differences',
    columns: [
      { title: 'Function' },
      { title: 'Record' },
      ...['A total', 'B total', 'B − A', 'A median', 'B median'].map((name) => timeColumn(name, unit)),
      { title: 'Verdict, 95 % CI' },
    ],
    rows: functions.flatMap((row) => [cells(row), ...row.records.map(cells)]),
  };
}
