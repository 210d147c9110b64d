/** Two runs side by side: what of the later one is faster than in the earlier, and what only one of them measured. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { HistoryPoint, MeasuredRun } from '../../protocol/results';
import type { SampleStatistics } from '../../protocol/statistics';
import { inUnit, timeText, unitFor } from '../widgets/timeUnit';
import { noiseOf } from './comparison';
import type { ResultsContext } from './context';
import { ratioOfMedians, ratioWords, type Ratio } from './ratio';
import { ratioCell, ratioColumn, ratioMark, scaleOf } from './ratioMark';
import { recordCell } from './recordLink';
import { exportBlock, facts } from './sidePanel';
import { sortableTable, type DrawnTable } from './sortableTable';
import { timeColumn } from './tables';
import { verdictBar, type Verdict } from './verdictBar';

/** One thing that a run has times of. */
export interface Timed {
  readonly name: string;
  readonly label: string;
  readonly record?: number;
  readonly via?: number;
  readonly statistics: SampleStatistics;
}

export interface Pair extends Ratio {
  /** How much runs differ from each other is known. */
  readonly sure: boolean;
  readonly timed: Timed;
  readonly before: SampleStatistics;
  readonly after: SampleStatistics;
}

export function comparisonPage(context: ResultsContext, after: MeasuredRun, before: MeasuredRun): TemplateResult {
  const [then, now] = [timedOf(before), timedOf(after)];
  const pairs = now.flatMap((timed): readonly Pair[] => {
    const other = then.find(({ name }) => name === timed.name);
    if (other === undefined) return [];
    const noise = noiseOf(context.shown.history.filter((point: HistoryPoint) => point.name === timed.name));
    const ratio = ratioOfMedians(other.statistics, timed.statistics, noise);
    return [{ ...ratio, sure: noise !== undefined, timed, before: other.statistics, after: timed.statistics }];
  });
  const verdict = verdictOf(pairs, before);
  const table = comparisonTable(context, pairs);
  const alone = (which: string, some: readonly Timed[], others: readonly Timed[]): TemplateResult | typeof nothing => {
    const only = some.filter(({ name }) => others.every((other) => other.name !== name));
    return only.length === 0
      ? nothing
      : html`<p class="said"><span>Only in the ${which} run: ${only.map(({ label }) => label).join(', ')}.</span></p>`;
  };
  return html`${verdictBar(context, verdict)}
    <main class="results">
      <div class="left">
        ${pairs.length === 0 ? nothing : sortableTable(context, table)} ${alone('earlier', then, now)} ${alone('later', now, then)}
      </div>
      <aside class="side">
        ${runFacts('Earlier run', before)} ${runFacts('Later run', after)}
        ${
          pairs.length === 0
            ? nothing
            : html`${facts('Method', '', [
                ['ratio', 'earlier median / later median'],
                ['interval', '95 %, from the intervals of both medians'],
                ['not seen', 'what the machine did between the runs: Substitute measures in turn, and is surer'],
              ])}
              ${exportBlock(context, {
                ...{ sentence: verdict.sentence, table, name: `compare-${after.subject}`, data: { earlier: before, later: after } },
                // No command compares: these measure both again.
                commandLines: [before.commandLine, after.commandLine],
              })}`
        }
      </aside>
    </main>`;
}

/** What a run has times of: of a substitution those of its first candidate. */
function timedOf(run: MeasuredRun): readonly Timed[] {
  const { state } = run;
  const result = state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
  if (result === undefined) return [];
  if ('rows' in result) {
    return result.rows
      .filter(({ repetition }) => repetition === 0)
      .map(({ name, label, record, via, statistics }) => ({
        ...{ name, label: label === '' ? name : label, statistics },
        ...(record === undefined ? {} : { record }),
        ...(via === undefined ? {} : { via }),
      }));
  }
  if (!('candidates' in result)) return [];
  return (result.candidates[0]?.rows ?? []).map(({ kind, label, record, via, candidateStatistics: statistics }) => ({
    ...{ name: `${kind} ${label}`, label, statistics },
    ...(record === undefined ? {} : { record }),
    ...(via === undefined ? {} : { via }),
  }));
}

function verdictOf(pairs: readonly Pair[], before: MeasuredRun): Verdict {
  const main = [...pairs].sort((a, b) => b.after.median - a.after.median)[0];
  const when = new Date(before.started).toLocaleString();
  if (main === undefined) return { tone: 'plain', icon: 'info', sentence: 'The runs have nothing in common that was timed.', basis: '' };
  const changed = pairs.filter((pair) => pair !== main && pair.verdict !== 'no-difference');
  return {
    tone: !main.sure || main.verdict === 'no-difference' ? 'plain' : main.verdict === 'faster' ? 'good' : 'bad',
    icon: main.sure && main.verdict === 'slower' ? 'warning' : 'ok',
    sentence: `${main.timed.label} is ${ratioWords(main)} ${main.verdict === 'no-difference' ? 'from' : 'than in'} the run of ${when}`,
    basis: [
      `${timeText(main.before.median)} to ${timeText(main.after.median)}.`,
      ...(main.sure ? [] : ['How much runs differ from each other by themselves is known after three.']),
      ...changed.map((pair) => `${pair.timed.label} is ${ratioWords(pair)}.`),
    ].join(' '),
  };
}

/** What both runs have times of. */
export function comparisonTable(context: ResultsContext, pairs: readonly Pair[]): DrawnTable {
  const unit = unitFor(Math.max(...pairs.map(({ after }) => after.median), 1));
  const scale = scaleOf(pairs);
  return {
    name: 'compared',
    columns: [
      { title: 'Scope or function' },
      { title: 'Record' },
      timeColumn('Earlier', unit),
      timeColumn('Later', unit),
      ratioColumn('earlier / later', scale),
      { title: 'Verdict, 95 % CI' },
    ],
    left: [4, 5],
    rows: pairs.map((pair) => {
      const { label, record, via } = pair.timed;
      return [
        { text: label, drawn: html`<b>${label}</b>` },
        recordCell(context, record, via),
        { text: inUnit(pair.before.median, unit), value: pair.before.median },
        { text: inUnit(pair.after.median, unit), value: pair.after.median },
        ratioMark(pair, scale),
        ratioCell(pair),
      ];
    }),
  };
}

function runFacts(title: string, { subject, capture, started, settings }: MeasuredRun): TemplateResult {
  return facts(title, '', [
    ['of', subject],
    ['capture', capture],
    ['at', new Date(started).toLocaleString()],
    ['device', settings.device],
  ]);
}
