/** Two runs side by side: what B is against A, how their times lie, what changed between them, and what only one of them measured. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Difference } from '../../protocol/measurement/difference';
import type { HistoryPoint, MeasuredRun, RunChoice } from '../../protocol/results/results';
import { differenceApart, noiseOfRuns } from '../../protocol/results/separateRuns';
import type { SampleStatistics } from '../../protocol/measurement/statistics';
import { differenceText, missingSentence } from '../../protocol/words/differenceWords';
import { icon } from '../widgets/icon';
import { inUnit, timeText, unitFor } from '../widgets/timeUnit';
import { whatChanged } from './changedSettings';
import { undisturbed } from '../../protocol/results/changeFromEarlier';
import type { ResultsContext } from './context';
import { distributions } from './distributions';
import { ratioCell, ratioColumn, ratioMark, scaleOf } from '../widgets/ratioMark';
import { recordCell } from './recordLink';
import { exportBlock, facts } from './sidePanel';
import { sortableTable, type DrawnTable } from './sortableTable';
import { timeColumn } from '../widgets/tables';
import { timedOf, type Timed } from './timedRows';
import { toneOf, verdictBar, type Verdict } from './verdictBar';

export interface Pair {
  readonly said: Difference;
  readonly timed: Timed;
  readonly before: Timed;
}

export function comparisonPage(context: ResultsContext, b: MeasuredRun, a: MeasuredRun): TemplateResult {
  const [inA, inB] = [timedOf(a), timedOf(b)];
  const pairs = inB.flatMap((timed): readonly Pair[] => {
    const before = inA.find(({ name }) => name === timed.name);
    if (before === undefined) return [];
    return [{ timed, before, said: differenceApart(before, timed, noiseHere(context, timed.name)) }];
  });
  const verdict = verdictOf(pairs, a);
  const table = comparisonTable(context, pairs);
  const shown = pairs.find(({ timed: { name } }) => name === context.selected) ?? mainOf(pairs);
  const alone = (which: string, some: readonly Timed[], others: readonly Timed[]): TemplateResult | typeof nothing => {
    const only = some.filter(({ name }) => others.every((other) => other.name !== name));
    return only.length === 0
      ? nothing
      : html`<p class="said"><span>Only in ${which}: ${only.map(({ label }) => label).join(', ')}.</span></p>`;
  };
  return html`${verdictBar(context, verdict)} ${pickers(context, a, b)}
    <main class="results">
      <div class="left">
        ${pairs.length === 0 ? nothing : sortableTable(context, table)} ${alone('A', inA, inB)} ${alone('B', inB, inA)}
        ${
          shown === undefined
            ? nothing
            : html`<div class="plots">
                ${distributions(context, shown.timed.statistics, [
                  { ...shown.before, name: `A ${shown.timed.label}` },
                  { ...shown.timed, name: 'B' },
                ])}
                ${medianFacts(shown)}
              </div>`
        }
      </div>
      <aside class="side">
        ${whatChanged(a, b)} ${runFacts('A', a)} ${runFacts('B', b)}
        ${
          pairs.length === 0
            ? nothing
            : html`${facts('Method', '', [
                ['ratio', "A's median / B's median"],
                ['interval', '95 %, from the intervals of both medians'],
                ['noise', 'from five runs of the same code or more, before, on a machine without other work'],
                ['not seen', 'what the machine did between the runs: Substitute measures in turn, and is surer'],
              ])}
              ${exportBlock(context, {
                ...{ sentence: verdict.sentence, table, name: `compare-${b.subject}`, data: { a, b } },
                // No command compares: these measure both again.
                commandLines: [a.commandLine, b.commandLine],
              })}`
        }
      </aside>
    </main>`;
}

/** The larger noise of the two codes, as far as either is known; undefined where neither is. */
function noiseHere({ shown: { history, comparedHistory = [] } }: ResultsContext, name: string): number | undefined {
  const of = (points: readonly HistoryPoint[]): number | undefined =>
    noiseOfRuns(undisturbed(points.filter((point) => point.name === name)));
  const known = [of(history), of(comparedHistory)].filter((noise) => noise !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** Which runs are A and B, to be chosen among those that can be compared. */
function pickers({ host, inEditor, shown: { choices = [] } }: ResultsContext, a: MeasuredRun, b: MeasuredRun): TemplateResult {
  const pick = (side: 'A' | 'B', run: MeasuredRun, choose: (id: string) => void): TemplateResult => {
    const list = choices.some(({ id }) => id === run.id) ? choices : [{ id: run.id, words: run.subject }, ...choices];
    return html`<label class=${side === 'A' ? 'a-mark' : 'b-mark'}
      >${side === 'A' ? '●' : '◆'} ${side}
      <vscode-dropdown
        aria-label=${`Run ${side}`}
        .value=${run.id}
        @change=${({ target }: Event) => choose((target as HTMLSelectElement).value)}
        >${list.map(({ id, words }: RunChoice) => html`<vscode-option value=${id} ?selected=${id === run.id}>${words}</vscode-option>`)}</vscode-dropdown
      ></label
    >`;
  };
  if (!inEditor) {
    const words = ({ id, subject }: MeasuredRun): string => choices.find((choice) => choice.id === id)?.words ?? subject;
    return html`<div class="pickers">
      <span><span class="a-mark">● A</span> ${words(a)}</span> <span><span class="b-mark">◆ B</span> ${words(b)}</span>
    </div>`;
  }
  return html`<div class="pickers">
    ${pick('A', a, (id) => void host.compareRuns({ a: id, b: b.id }))} ${pick('B', b, (id) => void host.compareRuns({ a: a.id, b: id }))}
    <button class="tool" title="Swap A and B" aria-label="Swap A and B" @click=${() => void host.compareRuns({ a: b.id, b: a.id })}>
      ${icon('swap')}
    </button>
  </div>`;
}

/** What the verdict is about: what was changed, of substitutions; else what takes longest. */
function mainOf(pairs: readonly Pair[]): Pair | undefined {
  const [first] = pairs;
  if (first?.timed.isChanged === true) return first;
  return [...pairs].sort((a, b) => b.timed.statistics.median - a.timed.statistics.median)[0];
}

function verdictOf(pairs: readonly Pair[], a: MeasuredRun): Verdict {
  const main = mainOf(pairs);
  if (main === undefined)
    return {
      tone: 'plain',
      icon: 'info',
      sentence: 'The runs have nothing in common that was timed.',
      basis: 'Choose other ones as A and B.',
    };
  const when = new Date(a.started).toLocaleString();
  const tone = toneOf(main.said.verdict);
  const told = pairs.filter((pair) => pair !== main && toneOf(pair.said.verdict) !== 'plain');
  const basis = [
    `${timeText(main.before.statistics.median)} to ${timeText(main.timed.statistics.median)}.`,
    missingSentence(main.said),
    ...told.map(({ timed, said }) => `${timed.label}: ${differenceText(said)}.`),
  ];
  return {
    tone,
    icon: tone === 'good' ? 'ok' : tone === 'bad' ? 'warning' : 'info',
    sentence: `${main.timed.label}: ${differenceText(main.said)} against the run of ${when}`,
    basis: basis.filter((part) => part !== undefined).join(' '),
  };
}

/** What both runs have times of. */
export function comparisonTable(context: ResultsContext, pairs: readonly Pair[]): DrawnTable {
  const unit = unitFor(Math.max(...pairs.map(({ timed }) => timed.statistics.median), 1));
  const scale = scaleOf(pairs.map(({ said }) => said));
  return {
    name: 'compared',
    columns: [
      { title: 'Scope or function' },
      { title: 'Record' },
      timeColumn('A', unit),
      timeColumn('B', unit),
      timeColumn('B − A', unit),
      ratioColumn('A / B', scale),
      { title: 'Verdict, 95 % CI' },
    ],
    left: [5, 6],
    names: pairs.map(({ timed }) => timed.name),
    rows: pairs.map(({ timed, before, said }) => {
      const { label, record, via } = timed;
      const [was, is] = [before.statistics.median, timed.statistics.median];
      const isMeasured = said.missing !== 'unmeasurable';
      const time = (ns: number, sign = '') => ({ text: `${sign}${inUnit(ns, unit)}`.replace('-', '−'), value: ns });
      return [
        { text: label, drawn: html`<b>${label}</b>` },
        recordCell(context, record, via),
        ...(isMeasured ? [time(was), time(is), time(is - was, is > was ? '+' : '')] : [{ text: '' }, { text: '' }, { text: '' }]),
        ratioMark(said, scale),
        ratioCell(said),
      ];
    }),
  };
}

function medianFacts({ timed, before }: Pair): TemplateResult {
  const unit = unitFor(before.statistics.median);
  const both = (of: (statistics: SampleStatistics) => number): string =>
    `${inUnit(of(before.statistics), unit)} → ${inUnit(of(timed.statistics), unit)}`;
  return facts(timed.label, `A → B, ${unit.name}`, [
    ['median', both(({ median }) => median)],
    ['MAD', both(({ mad }) => mad)],
    ['p95', both(({ p95 }) => p95)],
    ['minimum', both(({ minimum }) => minimum)],
    ['samples', `${String(before.statistics.count)} → ${String(timed.statistics.count)}`],
  ]);
}

function runFacts(title: string, { subject, capture, started }: MeasuredRun): TemplateResult {
  return facts(title, '', [
    ['of', subject],
    ['capture', capture],
    ['at', new Date(started).toLocaleString()],
  ]);
}
