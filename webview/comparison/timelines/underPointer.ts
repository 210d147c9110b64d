/** Which dispatch is at a point of both timelines, and what is said of it. */
import { hitIn } from '../../profile/timeline/hitText';
import { groupText } from '../../profile/timeline/sliceSteps';
import { lengthText, momentText } from '../../profile/timeline/ticks';
import type { TimeRange } from '../../profile/timeline/timeline';
import { laneAt } from '../../profile/timeline/trackLayout';
import { timeAt } from '../../profile/timeline/viewport';
import { inProfile } from './alignment';
import type { MarkedSlice, PairLayout } from './pairPainter';
import type { Side } from './side';

/** Pixels by which the pointer may miss. */
const SLACK = 3;

export interface PairPlace {
  readonly layout: PairLayout;
  readonly a: Side;
  readonly b: Side;
  /** From the first dispatch. */
  readonly view: TimeRange;
  readonly width: number;
}

export interface PointedDispatch {
  readonly side: Side;
  readonly track: number;
  readonly lane: number;
  /** In the profile's own time. */
  readonly time: bigint;
  readonly name: string;
  readonly range: TimeRange;
  /** How many are drawn as one, and how much of their time they cover. */
  readonly count: number;
  readonly covered: number;
  /** Where it is drawn alone. */
  readonly marked: MarkedSlice | undefined;
}

export function dispatchAt({ x, y }: { readonly x: number; readonly y: number }, place: PairPlace): PointedDispatch | undefined {
  const { layout, view, width } = place;
  const name = (['a', 'b'] as const).find((one) => y >= layout.top[one] && y < layout.bottom[one]);
  if (name === undefined) return undefined;
  const side = place[name];
  const row = layout.rows[name].find(({ top, height }) => y - layout.top[name] >= top && y - layout.top[name] < top + height);
  if (row === undefined || side.extent === undefined) return undefined;
  const own = inProfile(view, side.extent);
  const time = timeAt(own, x, width);
  const slack = (Number(own.to - own.from) / Math.max(1, width)) * SLACK;
  const lane = laneAt(row, y - layout.top[name] - row.top);
  const windows = side.pieces(row.track.id, view, width).map(({ window }) => window);
  const there = windows.filter(({ question }) => question.from <= time && question.to > time);
  const hit = hitIn(row.track, there, lane, time, slack);
  if (hit === undefined || hit.range.from < side.run.from || hit.range.from >= side.run.to) return undefined;
  const { items, item, range } = hit;
  const count = items.counts[item] ?? 1;
  const track = row.track.id;
  return {
    ...{ side, track, lane, time, range, count, covered: items.covered[item] ?? 1 },
    name: side.timeline.names[items.names[item] ?? 0]?.name ?? '',
    marked: count > 1 ? undefined : { side, track, index: items.indices[item] ?? 0, range },
  };
}

/** `precision` is nanoseconds of a pixel. */
export function dispatchLines(
  { side, name, range, count, covered }: PointedDispatch,
  counterpart: MarkedSlice | undefined,
  precision: number,
): readonly string[] {
  const at = `at ${momentText(range.from - (side.extent?.first ?? 0n), precision)} from the first dispatch`;
  const length = range.to - range.from;
  if (count > 1) return [`${name}, the longest`, groupText(count, covered, 'slices'), `${lengthText(length)} ${at}`];
  const own = `${side.side.toUpperCase()}: ${lengthText(length)} ${at}`;
  if (counterpart === undefined) return [name, own];
  const other = counterpart.range.to - counterpart.range.from;
  return [name, own, `${counterpart.side.side.toUpperCase()}: ${lengthText(other)}`];
}
