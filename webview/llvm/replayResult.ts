/** What came of a replay by the installed LLVM: a sentence first, and what it rests on. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { EarlierLaunches, LlvmMeasurement, LlvmSweep, LlvmVerification } from '../../protocol/neighbour/llvm';
import type { LlvmReplayEnd } from '../../protocol/neighbour/llvmPages';
import { cellWords, isOther, sweepCsv, sweepMap, type SweptConfiguration } from '../../protocol/words/llvmSweepWords';
import { llvmToolWords, TIMED } from '../../protocol/words/llvmWords';
import { histogramPlot } from '../widgets/histogramPlot';
import { icon } from '../widgets/icon';
import { counted, duration } from '../widgets/numbers';
import { sentence } from '../widgets/sentence';
import { earlierTimes } from './earlierTimes';
import type { Place } from './memoryView';

export interface ResultActions {
  readonly showPlace: (place: Place) => void;
  readonly chooseLlvm: () => void;
  readonly save: (name: string, text: string) => void;
}

type Mark = 'ok' | 'error' | 'warning' | 'info' | 'lock' | 'clock';
type Part = TemplateResult | typeof nothing;

export function resultBanner(end: LlvmReplayEnd, actions: ResultActions): TemplateResult {
  switch (end.state) {
    case 'cancelled':
      return banner('', 'info', 'The replay was stopped.');
    case 'refused':
      return banner('', 'lock', end.message);
    case 'failed':
      return banner('', 'warning', sentence(end.message), chooseButton(actions));
    case 'done':
      return end.job === 'verify'
        ? verified(end.result, actions)
        : end.job === 'benchmark'
          ? measured(end.result, end.earlier)
          : swept(end.result, actions);
  }
}

const banner = (tone: string, mark: Mark, words: string, ...more: readonly Part[]): TemplateResult =>
  html`<section class="verdict ${tone}" aria-label="Result of the replay" role="status">
    <span class="mark">${icon(mark)}</span>
    <div class="grow">
      <h1>${words}</h1>
      ${more}
    </div>
  </section>`;

const chooseButton = ({ chooseLlvm }: ResultActions): TemplateResult =>
  html`<p class="basis"><button class="a" @click=${chooseLlvm}>Choose Another LLVM</button></p>`;

function verified(result: LlvmVerification, actions: ResultActions): TemplateResult {
  const { verdict, sentence: words } = result;
  if (verdict === 'agrees') return banner('tone-good', 'ok', words, basis(result));
  if (verdict === 'not-known') return banner('', 'warning', words, basis(result), printed(result), chooseButton(actions));
  return banner('tone-bad', 'error', words, basis(result), differenceButton(result, actions));
}

function basis({ tool, times, toolVerified }: LlvmVerification): TemplateResult {
  const says = toolVerified === undefined ? '' : ` It says that memory is ${toolVerified ? '' : 'not '}as recorded.`;
  const took = times.length === 0 ? '' : ` Launch and synchronization took ${times.map((ns) => duration(ns)).join(', ')} on the host.`;
  return html`<p class="basis dim">By ${llvmToolWords(tool)}.${says}${took}</p>`;
}

/** What the tool printed explains why it did not finish. */
function printed({ printed: lines }: LlvmVerification): Part {
  if (lines.length === 0) return nothing;
  return html`<details class="basis">
    <summary>What the tool printed</summary>
    <pre class="cli">${lines.join('\n')}</pre>
  </details>`;
}

function differenceButton({ differences }: LlvmVerification, { showPlace }: ResultActions): Part {
  const [first] = differences?.ranges ?? [];
  if (first === undefined) return nothing;
  const place = { begin: Number(first.begin), end: Number(first.end) };
  return html`<p class="basis"><button class="a" @click=${() => showPlace(place)}>Show Where It Differs</button></p>`;
}

const TAKES = { launch: 'A launch takes', process: 'A run of the tool takes' } as const;

/** Of the times: in so many parts from the shortest to the longest. */
const BINS = 48;

/** Times of a launch that leaves other memory may be of other work: that stands first. */
function measured(result: LlvmMeasurement, earlier: readonly EarlierLaunches[]): TemplateResult {
  const { verdict, sentence: words, statistics, measured: what, warmUp, tool, notes } = result;
  const { median, interval, p5, p95, minimum, count } = statistics;
  const took = `${TAKES[what]} ${duration(median)} [${duration(interval[0])}, ${duration(interval[1])}]`;
  const more: readonly Part[] = [
    html`<p class="basis">
      5 % take less than ${duration(p5)}, 5 % more than ${duration(p95)}; the shortest of ${counted(count, 'time')} is ${duration(minimum)}.
      The first, ${duration(warmUp)}, is not among them. The times are of ${TIMED[what]}.
    </p>`,
    timesPlot(result),
    earlierTimes(result, earlier),
    ...notes.map((note) => html`<p class="basis">${note}</p>`),
    html`<p class="basis dim">By ${llvmToolWords(tool)}.</p>`,
  ];
  if (verdict === 'agrees') return banner('', 'clock', `${took}, and memory is as recorded.`, ...more);
  const [tone, mark] = verdict === 'differs' ? (['tone-bad', 'error'] as const) : (['', 'warning'] as const);
  return banner(tone, mark, words, html`<p class="basis">${took}; that may be of other work than what was recorded.</p>`, ...more);
}

function timesPlot({ samples, statistics: { minimum, maximum, median } }: LlvmMeasurement): TemplateResult {
  const bins = Array.from({ length: BINS }, () => 0);
  const span = maximum - minimum;
  for (const ns of samples) {
    const bin = span > 0 ? Math.min(BINS - 1, Math.floor((BINS * (ns - minimum)) / span)) : 0;
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return histogramPlot({
    ...{ bins, least: minimum, most: maximum, width: 360, height: 44, colour: 'var(--vscode-charts-blue)', mark: median },
    label: `Times from ${duration(minimum)} to ${duration(maximum)}, with the median marked`,
  });
}

function swept(result: LlvmSweep, { save }: ResultActions): TemplateResult {
  const { sentence: words, difference, configurations, measured: what, complete, tool, best } = result;
  const recorded = configurations.find((one) => !isOther(one));
  const isFaster = difference?.verdict === 'faster';
  const time = recorded?.median === undefined ? '' : `, which takes ${duration(recorded.median)}`;
  return banner(
    isFaster ? 'tone-good' : '',
    isFaster ? 'ok' : 'info',
    words,
    html`<p class="basis">
      How many times as fast as the recorded configuration${time}, by
      ${TIMED[what]}${complete ? '' : '; time was over before all rounds were'}:
    </p>`,
    heatMap(configurations.filter(isOther), best),
    html`<p class="basis dim">
      By ${llvmToolWords(tool)}.
      <button class="a" @click=${() => save('teams and threads.csv', sweepCsv(result))}>Export as CSV</button>
    </p>`,
  );
}

function heatMap(others: readonly SweptConfiguration[], best: LlvmSweep['best']): TemplateResult {
  const { teams, threads, at } = sweepMap(others);
  const ratios = others.flatMap(({ ratio }) => ratio ?? []);
  const [least, most] = [Math.min(1, ...ratios), Math.max(1, ...ratios)];
  const cell = (count: number, each: number): TemplateResult => {
    const one = at(count, each);
    const ratio = one === undefined ? 1 : one.ratio;
    const heat = ratio === undefined ? undefined : (ratio - least) / Math.max(most - least, 1e-9);
    const isBest = best?.teams === count && best.threads === each;
    const given = one?.hopeless === true ? 'Slower than the best for sure: not measured further.' : undefined;
    return html`<td
      class="${one?.outcome === undefined || one.outcome === 'right' ? '' : 'bad'} ${isBest ? 'best' : ''}"
      style=${heat === undefined ? nothing : `--h: ${heat.toFixed(3)}`}
      title=${one?.sentence ?? given ?? nothing}
    >
      ${cellWords(one)}
    </td>`;
  };
  return html`<table class="heat" aria-label="Times as fast as recorded, by teams and threads">
    <thead>
      <tr>
        <th scope="col">Threads</th>
        ${teams.map((count) => html`<th scope="col">${counted(count, 'team')}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${threads.map(
        (each) =>
          html`<tr>
            <th scope="row">${each}</th>
            ${teams.map((count) => cell(count, each))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
