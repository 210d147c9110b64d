/** Beside a benchmark's table: what changed since the run before, and how it was measured. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { BenchmarkResult } from '../../protocol/measurement/benchmark';
import type { ContentChanges } from '../../protocol/results/contentChanges';
import { leftOutSentence, recordingSentence } from '../../protocol/words/breakdownWords';
import { changeLines } from '../../protocol/words/changeWords';
import { timeText } from '../widgets/timeUnit';
import type { TableRow } from './benchmarkRows';
import { facts } from './sidePanel';

/** By content: known of runs that were broken down. */
export function changesBlock(changes: ContentChanges | undefined): TemplateResult | typeof nothing {
  if (changes === undefined) return nothing;
  const [head, ...lines] = changeLines(changes);
  return html`<section class="block">
    <h2>Changed since the previous run</h2>
    <p class="said"><span>${head}</span></p>
    <ul class="changes">
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>
  </section>`;
}

/** `row` is the one that is chosen, and `top` the scope that it is in. */
export function methodBlock(
  { prepareNs, timerNs, loopNs, timed, environment }: BenchmarkResult,
  chosen: { readonly row: TableRow; readonly top: TableRow } | undefined,
): TemplateResult {
  const byIree = environment.engine === 'iree';
  const statistics = chosen?.row.times?.statistics;
  const { fileReadNs, breakdown } = chosen?.top.of ?? {};
  const isPart = chosen !== undefined && chosen.row !== chosen.top;
  return facts('Method', '', [
    [
      'outliers',
      statistics === undefined
        ? undefined
        : `${String(statistics.mildOutliers)} mild, ${String(statistics.severeOutliers)} severe, all kept`,
    ],
    ['interval', `95 %, ${isPart ? 'order statistics' : 'bootstrap'} of the median`],
    ['recording', breakdown === undefined ? undefined : recordingSentence(breakdown, timeText)],
    ['of parts', breakdown === undefined ? undefined : environment.workers > 1 ? `${PARTS} ${THREADS}` : PARTS],
    ['left out', breakdown === undefined ? undefined : leftOutSentence(breakdown)],
    ['file reads', fileReadNs === undefined ? undefined : `${timeText(fileReadNs)} of an iteration, all threads`],
    ...(byIree ? [] : ([['prepared in', timeText(Number(prepareNs))]] as const)),
    byIree
      ? ['not given', "each iteration's time, occurrences of scopes, dispatches: IREE's tools have none"]
      : ['clock', `${timeText(timerNs)} a reading${loopNs === 0 ? '' : `, ${timeText(loopNs)} an empty iteration`}, not subtracted`],
    ['timed', timed],
  ]);
}

const PARTS = 'The time in a run in which at least one execution went on. What runs side by side shares time.';
const THREADS = 'Under Threads is the mean of all of them together.';
