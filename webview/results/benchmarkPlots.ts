/** The chosen row of a benchmark: its samples in order, its history, and its distribution beside that of the run before. */
import { html, type TemplateResult } from 'lit-html';
import { noiseOfRuns } from '../../protocol/results/separateRuns';
import { counted, grouped } from '../widgets/numbers';
import { unitFor } from '../widgets/timeUnit';
import { percent } from './benchmarkGrid';
import type { TableRow } from './benchmarkRows';
import { clipped } from './clip';
import { undisturbed } from '../../protocol/results/changeFromEarlier';
import type { ResultsContext } from './context';
import { distributions } from './distributions';
import { plotBlock } from './plotBlock';

type Times = NonNullable<TableRow['times']>;

/** Under the table. */
export function plotsBelow(context: ResultsContext, row: TableRow): TemplateResult {
  const { times, untimed } = row;
  if (times === undefined)
    return html`<section class="block">
      <h2>${row.label}</h2>
      <p class="said">${untimed ?? 'Of this no samples are kept.'}</p>
    </section>`;
  return html`<div class="plots">${samplesPlot(context, times)} ${historyPlot(context, row, times)}</div>`;
}

function samplesPlot(context: ResultsContext, { samples, statistics }: Times): TemplateResult {
  const unit = unitFor(statistics.median);
  const { values, beyond } = clipped(samples, statistics.median, statistics.p95);
  const scaled = values.map((ns) => ns / unit.nanoseconds);
  const [low, high] = statistics.interval;
  const edge = beyond === 0 ? '' : `; ${grouped(beyond)} beyond, at the edge`;
  // Of very many, every so many are kept.
  const step = Math.max(1, Math.ceil(statistics.count / Math.max(1, samples.length)));
  const kept = step === 1 ? '' : `; one of ${grouped(step)}`;
  return plotBlock(context, 'samples', 'Samples in order', `${unit.name} a run${kept}${edge}; band: CI of the median`, {
    of: statistics,
    x: Array.from(scaled, (_, i) => 1 + i * step),
    series: [{ label: unit.name, values: scaled, colour: '--vscode-charts-blue', kind: 'points' }],
    bands: [{ axis: 'y', low: low / unit.nanoseconds, high: high / unit.nanoseconds, colour: '--vscode-charts-green' }],
    lines: [{ axis: 'y', at: statistics.median / unit.nanoseconds, colour: '--vscode-charts-green' }],
    xText: (value) => (Number.isInteger(value) ? grouped(value) : ''),
    yText: (value) => String(Number(value.toPrecision(6))),
  });
}

function historyPlot(context: ResultsContext, { points }: TableRow, { statistics }: Times): TemplateResult {
  const unit = unitFor(statistics.median);
  const medians = [...points.map(({ statistics: { median } }) => median), statistics.median].map((ns) => ns / unit.nanoseconds);
  const noise = noiseOfRuns(undisturbed(points));
  const middle = [...medians.slice(0, -1)].sort((a, b) => a - b)[(medians.length - 1) >> 1] ?? 0;
  const dates = dateTexts([...points.map(({ date }) => date), context.shown.run.started]);
  const note = `${counted(medians.length, 'run')}${noise === undefined ? '' : `; band: noise of ±${percent(noise)}`}`;
  return plotBlock(context, 'history', 'History', note, {
    of: statistics,
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

/** Beside the table: this run's, and that of the run before where there is one. */
export function distributionBeside(context: ResultsContext, { points }: TableRow, times: Times): TemplateResult {
  const before = points.at(-1);
  const side = { ...times, name: 'this run' };
  const past = before?.samples === undefined ? [] : [{ statistics: before.statistics, samples: before.samples, name: 'previous' }];
  return distributions(context, times.statistics, [side, ...past]);
}
