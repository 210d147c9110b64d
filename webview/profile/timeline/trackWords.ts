/** What stands beside a track's name: what one would count it by. */
import type { TrackInfo } from '../../../protocol/profile/profile';
import { counted, grouped } from '../../widgets/numbers';
import { valueText } from './counterDrawing';

/** Those with something on them, in a group and in the groups in it; without what is hidden, or in a hidden group. */
export function tracksBelow(tracks: readonly TrackInfo[], group: number, hidden: ReadonlySet<number> = new Set()): readonly TrackInfo[] {
  const within = tracks.filter(({ id, parent }) => parent === group && !hidden.has(id));
  return within.flatMap((track) => (track.kind === 'group' ? tracksBelow(tracks, track.id, hidden) : [track]));
}

/** Of a group: how many of its tracks are shown. */
export function groupWords(shown: number, all: number, noun: string): string {
  return shown === all ? counted(all, noun) : `${grouped(shown)} of ${grouped(all)}`;
}

export function trackWords({ kind, class: trackClass, count, busy, unit, least, most }: TrackInfo): string {
  if (kind === 'counter') {
    if (least === undefined || most === undefined) return '';
    // The unit once: "0 – 330 hertz".
    const [from, to] = [valueText(least, unit), valueText(most, unit)];
    const [, fromUnit] = from.split(' ');
    return fromUnit !== undefined && to.endsWith(` ${fromUnit}`) ? `${from.split(' ')[0] ?? ''} – ${to}` : `${from} – ${to}`;
  }
  const share = trackClass === 'worker' || trackClass === 'regions' || trackClass === 'queueDevice';
  return share && busy !== undefined ? `${(busy * 100).toFixed(0)} %` : grouped(count);
}
