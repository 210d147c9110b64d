/** The distributions of the times of two sides on one axis, with their medians. */
import { html, type TemplateResult } from 'lit-html';
import type { SampleStatistics } from '../../protocol/statistics';
import { inUnit, unitFor } from '../widgets/timeUnit';
import type { ResultsContext } from './context';
import { density } from './density';
import { plotBlock } from './plotBlock';

/** What was measured of one side. */
export interface TimedSide {
  readonly samples: Float64Array;
  readonly statistics: SampleStatistics;
}

const COLOURS = ['--vscode-charts-foreground', '--vscode-charts-yellow'] as const;

/** `of` is what it is drawn again for when it is another. */
export function distributions(
  context: ResultsContext,
  of: unknown,
  a: TimedSide,
  b: TimedSide,
  nameOfA: string,
  nameOfB: string,
): TemplateResult {
  const unit = unitFor(a.statistics.median);
  const sides = [a.statistics, b.statistics];
  const [low, high] = [Math.min(...sides.map(({ p5 }) => p5)), Math.max(...sides.map(({ p95 }) => p95))];
  const room = Math.max(high - low, a.statistics.median * 0.01) * 0.25;
  const curves = [a, b].map(({ samples }) => density(samples, Math.max(0, low - room), high + room));
  const note = html`${unit.name} <b class="a-mark">● ${nameOfA} ${inUnit(a.statistics.median, unit)}</b>
    <b class="b-mark">◆ ${nameOfB} ${inUnit(b.statistics.median, unit)}</b>`;
  return plotBlock(context, 'distributions', 'Distribution', note, {
    of,
    x: (curves[0]?.x ?? []).map((ns) => ns / unit.nanoseconds),
    series: curves.map(({ y }, side) => ({
      ...{ label: side === 0 ? nameOfA : nameOfB, values: y, colour: COLOURS[side] ?? COLOURS[0], kind: 'area' as const },
    })),
    bare: true,
    lines: sides.map(({ median }, side) => ({
      axis: 'x',
      at: median / unit.nanoseconds,
      colour: COLOURS[side] ?? COLOURS[0],
      dashed: true,
    })),
    xText: (value) => String(Number(value.toPrecision(5))),
    yText: () => '',
  });
}
