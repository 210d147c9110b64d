/** What lay on a track, from the profile's first moment to its last, as a picture without a script. */
import type { SliceName, TrackInfo, TrackWindow } from '../../protocol/profile/profile';
import { escaped } from './standalonePage';
import { grouped } from '../../protocol/words/countWords';
import { percent } from '../../protocol/words/percent';

/** Units across; the picture is as wide as its place. */
export const ACROSS = 1200;
const LANE = 12;
/** Lanes that are drawn; the words beside say how many there are. */
export const MOST_LANES = 8;

/** Of functions by rank, the largest first; what is beyond has the last. */
const COLOURS = [
  ...['charts-blue', 'charts-purple', 'terminal-ansiCyan', 'terminal-ansiMagenta', 'charts-green', 'charts-yellow'],
  ...['charts-foreground', 'charts-lines'],
];

/** The colour of each name, by its place among the names. */
export function coloursOf(names: readonly SliceName[]): readonly string[] {
  const ranked = names.flatMap(({ isFunction, total }, place) => (isFunction ? [{ place, total: Number(total) }] : []));
  ranked.sort((a, b) => b.total - a.total);
  const rank = new Map(ranked.map(({ place }, i) => [place, i]));
  return names.map((_, place) => `var(--vscode-${COLOURS[rank.get(place) ?? COLOURS.length] ?? 'charts-lines'})`);
}

/** An SVG of the whole span. */
export function trackPicture(track: TrackInfo, window: TrackWindow, span: number, colours: readonly string[]): string {
  const lanes = Math.min(track.lanes, MOST_LANES);
  const paths = new Map<string, string[]>();
  const across = (time: bigint): number => (span === 0 ? 0 : (ACROSS * Number(time)) / span);
  for (const [i, start] of window.starts.entries()) {
    const lane = window.lanes[i] ?? 0;
    if (lane >= lanes) continue;
    const colour = colours[window.names[i] ?? -1] ?? 'var(--vscode-charts-lines)';
    const left = across(start);
    const width = Math.max(0.5, across(window.ends[i] ?? start) - left);
    const path = paths.get(colour) ?? [];
    paths.set(colour, path);
    path.push(`M${left.toFixed(2)} ${String(lane * LANE + 1)}h${width.toFixed(2)}v${String(LANE - 2)}h-${width.toFixed(2)}z`);
  }
  const busy = track.busy === undefined ? '' : `, ${percent(track.busy)} of the time`;
  const words = escaped(`${track.name}: ${grouped(track.count)} on it${busy}`);
  const drawn = [...paths].map(([colour, path]) => `<path style="fill:${colour}" d="${path.join('')}"/>`);
  return `<svg viewBox="0 0 ${String(ACROSS)} ${String(lanes * LANE)}" preserveAspectRatio="none" style="height:${String(lanes * LANE)}px" role="img" aria-label="${words}">${drawn.join('')}</svg>`;
}
