/** The distributions of the times of one or two sides on one axis, with their medians. */
import { html, type TemplateResult } from 'lit-html';
import type { TimedStatistics } from '../../protocol/results/separateRuns';
import { inUnit, unitFor } from '../widgets/timeUnit';
import type { ResultsContext } from './context';
import { density } from './density';
import { plotBlock } from './plotBlock';

/** What was measured of one side. */
export interface TimedSide {
  readonly name: string;
  readonly samples: Float64Array;
  readonly statistics: Pick<TimedStatistics, 'median' | 'p5' | 'p95'>;
}

const COLOURS = ['--vscode-charts-foreground', '--vscode-charts-yellow'] as const;

/** `of` is what it is drawn again for when it is another. */
export function distributions(context: ResultsContext, of: unknown, sides: readonly [TimedSide, ...TimedSide[]]): TemplateResult {
  const unit = unitFor(sides[0].statistics.median);
  const [low, high] = [Math.min(...sides.map(({ statistics: { p5 } }) => p5)), Math.max(...sides.map(({ statistics: { p95 } }) => p95))];
  const room = Math.max(high - low, sides[0].statistics.median * 0.01) * 0.25;
  const curves = sides.map(({ samples }) => density(samples, Math.max(0, low - room), high + room));
  const medianOf = ({ name, statistics: { median } }: TimedSide): string => `${name} ${inUnit(median, unit)}`;
  const note = html`${unit.name}
  ${sides.map((side, at) => html`${at === 0 ? '' : ' '}<b class=${at === 0 ? 'a-mark' : 'b-mark'}>${at === 0 ? '●' : '◆'} ${medianOf(side)}</b>`)}`;
  return plotBlock(context, 'distributions', 'Distribution', note, {
    of,
    x: (curves[0]?.x ?? []).map((ns) => ns / unit.nanoseconds),
    series: curves.map(({ y }, side) => ({
      ...{ label: sides[side]?.name ?? '', values: y, colour: COLOURS[side] ?? COLOURS[0], kind: 'area' as const },
    })),
    bare: true,
    lines: sides.map(({ statistics: { median } }, side) => ({
      axis: 'x',
      at: median / unit.nanoseconds,
      colour: COLOURS[side] ?? COLOURS[0],
      dashed: true,
    })),
    xText: (value) => String(Number(value.toPrecision(5))),
    yText: () => '',
  });
}
