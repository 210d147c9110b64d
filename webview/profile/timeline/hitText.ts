/** What the pointer is on, in a few lines. */
import type { SliceName, TrackInfo } from '../../../protocol/profile/profile';
import { valueText } from './counterDrawing';
import { groupText } from './sliceSteps';
import { lengthText, momentText } from './ticks';
import type { TimeRange } from './timeline';
import { itemAt, itemBefore, rangeOf, type TrackItems } from './trackItems';
import { spanOf } from './viewport';

/** An item under the pointer. */
export interface Hit {
  readonly track: TrackInfo;
  readonly lane: number;
  readonly items: TrackItems;
  readonly item: number;
  readonly range: TimeRange;
}

/** `slack` is nanoseconds by which the pointer may miss. */
export function hitIn(track: TrackInfo, windows: readonly TrackItems[], lane: number, time: bigint, slack: number): Hit | undefined {
  for (const items of windows) {
    const item = track.kind === 'counter' ? itemBefore(items, time) : itemAt(items, track.kind === 'slices' ? lane : 0, time, slack);
    if (item !== -1) return { track, lane, items, item, range: rangeOf(items, item) };
  }
  return undefined;
}

/** `precision` is nanoseconds of a pixel. */
export function hitLines({ track, items, item, range }: Hit, names: readonly SliceName[], precision: number): readonly string[] {
  const at = `at ${momentText(range.from, precision)}`;
  if (track.kind === 'counter') {
    const [least, most, last] = [items.least[item] ?? 0, items.most[item] ?? 0, items.last[item] ?? 0];
    const between = least === most ? [] : [`${valueText(least, track.unit)} – ${valueText(most, track.unit)} within the pixel`];
    return [track.name, valueText(last, track.unit), ...between, at];
  }
  const name = names[items.names[item] ?? 0]?.name ?? track.name;
  const count = items.counts[item] ?? 1;
  const length = spanOf(range);
  if (track.kind === 'instants') return [name, count > 1 ? `${groupText(count, 1, 'instants')}, ${at}` : at];
  if (count > 1) return [`${name}, the longest`, groupText(count, items.covered[item] ?? 1, 'slices'), `${lengthText(length)} ${at}`];
  const waited = (items.ready[item] ?? items.begin[item] ?? 0) - (items.begin[item] ?? 0);
  const runs = waited > 0 ? [`waited ${lengthText(waited)}, then ran ${lengthText(Number(length) - waited)}`] : [];
  return [name, `${lengthText(length)} ${at}`, ...runs];
}
