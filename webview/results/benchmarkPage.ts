/** How long a capture, its scopes or its dispatches take: the distribution, not one number. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { BenchmarkEnvironment, BenchmarkResult, BenchmarkRow } from '../../protocol/benchmark';
import type { RunOf } from '../../protocol/results';
import { noiseOfRuns } from '../../protocol/separateRuns';
import { differenceText, heapsSentence, missingSentence, UNMEASURABLE } from '../../protocol/words/differenceWords';
import { endWords } from '../../protocol/words/endWords';
import { counted, grouped } from '../widgets/numbers';
import { inUnit, timeText, unitFor } from '../widgets/timeUnit';
import { benchmarkTable, percent, pointsOf } from './benchmarkTable';
import { breakdownTable } from './breakdownTable';
import { changeOf, undisturbed } from './comparison';
import { clipped } from './clip';
import type { ResultsContext } from './context';
import { density } from './density';
import { plotBlock } from './plotBlock';
import { environmentBlock, exportBlock, facts } from './sidePanel';
import { sortableTable } from './sortableTable';
import { toneOf, unfinished, verdictBar, type Verdict } from './verdictBar';

type Benchmark = RunOf<'benchmark'>;

export function benchmarkPage(context: ResultsContext, run: Benchmark): TemplateResult {
  const result = resultOf(run);
  const all = run.state.state === 'running' ? run.state.progress.rows : (result?.rows ?? []);
  // Of IREE's tools every repetition is a sample of the first.
  const rows = run.settings.engine === 'iree' ? all.filter(({ repetition }) => repetition === 0) : all;
  const main = rows.find(({ name }) => name === context.selected) ?? mainRow(rows);
  const verdict = unfinished(context, run.state, doing(run)) ?? verdictOf(context, run, main, result?.environment);
  const table = benchmarkTable(context, rows, result?.environment);
  return html`${verdictBar(context, verdict)}
    <main class="results">
      <div class="left">
        ${rows.length === 0 ? nothing : sortableTable(context, table)}
        ${main?.breakdown === undefined ? nothing : breakdownTable(context, main, main.breakdown)}
        ${main === undefined ? nothing : html`<div class="plots">${samplesPlot(context, main)} ${historyPlot(context, main)}</div>`}
      </div>
      <aside class="side">
        ${main === undefined ? nothing : densityPlot(context, main)} ${environmentBlock(result?.environment, run.settings.deviceName)}
        ${result === undefined ? nothing : method(result, main)}
        ${rows.length === 0 ? nothing : exportBlock(context, { sentence: verdict.sentence, table })}
      </aside>
    </main>`;
}

function resultOf({ state }: Benchmark): BenchmarkResult | undefined {
  return state.state === 'done' || state.state === 'cancelled' ? state.result : undefined;
}

/** What the sentence is about: the scope that takes longest, or else whatever does. */
function mainRow(rows: readonly BenchmarkRow[]): BenchmarkRow | undefined {
  const scopes = rows.filter(({ kind }) => kind === 'scope');
  return [...(scopes.length > 0 ? scopes : rows)].sort((a, b) => b.statistics.median - a.statistics.median)[0];
}

function doing({ state }: Benchmark): string {
  if (state.state !== 'running') return '';
  const { phase, name, thing = 0, things = 0, iterations, of } = state.progress;
  const words = { building: 'Building', preparing: 'Preparing', 'warming-up': 'Warming up', measuring: 'Measuring' }[phase];
  return `${words}${things > 1 ? ` ${grouped(thing)} of ${grouped(things)}:` : ''}${name === undefined ? '' : ` ${name}`}${of === 0 ? '' : `: ${grouped(iterations)} of ${grouped(of)} iterations`}`;
}

function verdictOf(
  context: ResultsContext,
  run: Benchmark,
  main: BenchmarkRow | undefined,
  environment: BenchmarkEnvironment | undefined,
): Verdict {
  if (main === undefined) return { tone: 'plain', icon: 'info', sentence: 'Nothing was measured.', basis: 'No scope or dispatch matched.' };
  const { median, interval, count, drift, heaps } = main.statistics;
  const name = main.label === '' ? main.name : main.label;
  const cancelled = run.state.state === 'cancelled' ? `${endWords(run.state)}: ` : '';
  if (main.belowResolution === true)
    return { tone: 'plain', icon: 'info', sentence: `${cancelled}${name} is not measurable`, basis: UNMEASURABLE };
  const unit = unitFor(median);
  const change = changeOf(main, environment, pointsOf(context, main));
  const basis = [
    `Median of ${counted(count, run.settings.engine === 'iree' ? 'repetition' : 'run')}, 95 % CI [${inUnit(interval[0], unit)}, ${inUnit(interval[1], unit)}] ${unit.name}.`,
    main.batch === undefined ? undefined : `Timed in batches of ${grouped(main.batch)}: one alone is too short for the clock.`,
    drift === 0 ? undefined : `It drifted by ${percent(drift)} from the first half to the second.`,
    heaps === undefined ? undefined : heapsSentence(heaps, timeText),
    change === undefined
      ? 'It is the first run of this code on this device.'
      : `Previous median ${timeText(change.previous.statistics.median)}.`,
    change === undefined ? undefined : missingSentence(change),
  ];
  const tone = change === undefined ? 'plain' : toneOf(change.verdict);
  return {
    tone,
    icon: tone === 'bad' ? 'warning' : tone === 'good' ? 'ok' : 'clock',
    sentence: `${cancelled}${name} takes ${timeText(median)}${change === undefined ? '' : `; against the previous run: ${differenceText(change)}`}`,
    basis: basis.filter((part) => part !== undefined).join(' '),
  };
}

function samplesPlot(context: ResultsContext, row: BenchmarkRow): TemplateResult {
  const { samples, statistics } = row;
  const unit = unitFor(statistics.median);
  const { values, beyond } = clipped(samples, statistics.median, statistics.p95);
  const scaled = values.map((ns) => ns / unit.nanoseconds);
  const [low, high] = statistics.interval;
  const edge = beyond === 0 ? '' : `; ${grouped(beyond)} beyond, at the edge`;
  return plotBlock(context, 'samples', 'Samples in order', `${unit.name} a run${edge}; band: CI of the median`, {
    of: row,
    x: Array.from(scaled, (_, i) => i + 1),
    series: [{ label: unit.name, values: scaled, colour: '--vscode-charts-blue', kind: 'points' }],
    bands: [{ axis: 'y', low: low / unit.nanoseconds, high: high / unit.nanoseconds, colour: '--vscode-charts-green' }],
    lines: [{ axis: 'y', at: statistics.median / unit.nanoseconds, colour: '--vscode-charts-green' }],
    xText: (value) => (Number.isInteger(value) ? grouped(value) : ''),
    yText: (value) => String(Number(value.toPrecision(6))),
  });
}

function historyPlot(context: ResultsContext, row: BenchmarkRow): TemplateResult {
  const points = pointsOf(context, row);
  const unit = unitFor(row.statistics.median);
  const medians = [...points.map(({ statistics: { median } }) => median), row.statistics.median].map((ns) => ns / unit.nanoseconds);
  const noise = noiseOfRuns(undisturbed(points));
  const middle = [...medians.slice(0, -1)].sort((a, b) => a - b)[(medians.length - 1) >> 1] ?? 0;
  const dates = dateTexts([...points.map(({ date }) => date), context.shown.run.started]);
  const note = `${counted(medians.length, 'run')}${noise === undefined ? '' : `; band: noise of ±${percent(noise)}`}`;
  return plotBlock(context, 'history', 'History', note, {
    of: row,
    x: medians.map((_, i) => i + 1),
    series: [{ label: unit.name, values: medians, colour: '--vscode-charts-blue', kind: 'line-points' }],
    ...(noise === undefined
      ? {}
      : { bands: [{ axis: 'y', low: middle * (1 - noise), high: middle * (1 + noise), colour: '--vscode-descriptionForeground' }] }),
    xText: (value) => dates[value - 1] ?? '',
    yText: (value) => String(Number(value.toPrecision(6))),
  });
}

const DAY_MS = 86_400_000;

/** Of dates that lie within a day the times, else the days. */
function dateTexts(dates: readonly string[]): readonly string[] {
  const times = dates.map((date) => new Date(date));
  const span = Math.max(...times.map(Number)) - Math.min(...times.map(Number));
  return times.map((time) =>
    span < DAY_MS
      ? time.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
      : time.toLocaleDateString(undefined, { month: 'short', day: 'numeric' }),
  );
}

function densityPlot(context: ResultsContext, row: BenchmarkRow): TemplateResult {
  const { statistics, samples } = row;
  const unit = unitFor(statistics.median);
  const room = Math.max(statistics.p95 - statistics.p5, statistics.median * 0.01);
  const { x, y } = density(samples, Math.max(0, statistics.p5 - room), statistics.p95 + room);
  return plotBlock(
    context,
    'density',
    'Distribution',
    `${counted(statistics.count, 'sample')} of ${row.label === '' ? row.name : row.label}`,
    {
      of: row,
      x: x.map((ns) => ns / unit.nanoseconds),
      series: [{ label: 'density', values: y, colour: '--vscode-charts-green', kind: 'area' }],
      bare: true,
      lines: [{ axis: 'x', at: statistics.median / unit.nanoseconds, colour: '--vscode-charts-green' }],
      xText: (value) => `${String(Number(value.toPrecision(5)))} ${unit.name}`,
      yText: () => '',
    },
  );
}

function method({ prepareNs, timerNs, loopNs, timed, environment }: BenchmarkResult, main: BenchmarkRow | undefined): TemplateResult {
  const statistics = main?.statistics;
  const byIree = environment.engine === 'iree';
  return facts('Method', '', [
    ['timed', timed],
    ...(byIree ? [] : ([['prepared in', timeText(Number(prepareNs))]] as const)),
    ['file reads', main?.fileReadNs === undefined ? undefined : `${timeText(main.fileReadNs)} of an iteration, all threads`],
    [
      'outliers',
      statistics === undefined
        ? undefined
        : `${String(statistics.mildOutliers)} mild, ${String(statistics.severeOutliers)} severe, all kept`,
    ],
    ['interval', '95 %, bootstrap of the median'],
    byIree
      ? ['not given', "each iteration's time, occurrences of scopes, dispatches: IREE's tools have none"]
      : ['clock', `${timeText(timerNs)} a reading${loopNs === 0 ? '' : `, ${timeText(loopNs)} an empty iteration`}, not subtracted`],
  ]);
}
