/** profile render --format=html: a profile as a page that opens in any browser. */
import { version } from '../../package.json';
import type { TrackClass, TrackInfo } from '../../protocol/profile/profile';
import { openProfile } from '../addon/profileDocument';
import { writeAll } from '../programs/writeAll';
import { hotspotsOf } from '../rendering/hotspots';
import { profileReport } from '../report/profileReport';
import { ACROSS } from '../report/trackPicture';

const hasItems = ({ kind, count }: TrackInfo): boolean => kind !== 'group' && count > 0;

/** Names of the groups that a track is in, the outermost first; none of those that every track is in. */
function placeOf(track: TrackInfo, all: readonly TrackInfo[]): string {
  const parent = all.find(({ id }) => id === track.parent);
  if (parent === undefined) return '';
  const above = placeOf(parent, all);
  const alone = all.filter((one) => one.parent === parent.parent && one.kind === 'group').length === 1;
  return [above, alone ? '' : parent.name].filter((name) => name !== '').join(', ');
}

/** Tracks that are drawn, at most, in this order. */
const DRAWN: readonly TrackClass[] = [
  'scopes',
  'dispatches',
  'transfers',
  'commandBuffers',
  'queueDevice',
  'submissions',
  'worker',
  'regions',
];
const MOST_TRACKS = 24;

/**
 * Writes the page to the file descriptor `fd`. `pages` is the folder of the built pages. Rejects with what is wrong with a profile that ends
 * early, once all that is whole has been written.
 */
export async function renderPage(profile: string, pages: string, fd: number, signal?: AbortSignal): Promise<undefined> {
  const document = await openProfile(profile, signal);
  try {
    await document.load(undefined, signal);
    const [summary, names, all] = await Promise.all([document.summary(), document.names(), document.tracks()]);
    const whole = { from: '0', to: summary.span };
    const tracks = DRAWN.flatMap((name) => all.filter((track) => track.kind === 'slices' && track.class === name && hasItems(track)));
    const drawn = tracks.slice(0, MOST_TRACKS);
    const [statistics, causes, frames, hotspots, windows] = await Promise.all([
      document.statistics(whole, signal),
      document.explain(undefined, signal),
      document.flame({ ...whole, leftHeavy: true }, signal),
      hotspotsOf(profile, signal),
      summary.span === '0' ? [] : document.windows({ tracks: drawn.map(({ id }) => id), ...whole, pixels: ACROSS }, signal),
    ]);
    const shown = drawn.flatMap((track) =>
      windows.flatMap((window) => (window.track === track.id ? [{ track, window, place: placeOf(track, all) }] : [])),
    );
    const page = await profileReport(
      pages,
      { summary, names, tracks: shown, undrawn: all.filter(hasItems).length - shown.length, statistics, causes, frames, hotspots },
      version,
    );
    writeAll(fd, Buffer.from(page));
    if (summary.torn !== undefined) throw new Error(`${summary.torn.code}; ${summary.torn.message}`);
    return undefined;
  } finally {
    document.close();
  }
}
