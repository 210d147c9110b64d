/** Which tracks stand for many: in the overview, and in the row of a group that is collapsed. */
import type { TrackInfo } from '../../../protocol/profile/profile';

/** The order in which classes are wanted: those of the first of which there is anything. */
const WANTED = [
  ['dispatches'],
  ['queueDevice'],
  ['commandBuffers'],
  ['regions', 'worker'],
  ['submissions'],
  ['transfers'],
  ['traces'],
  ['scopes'],
] as const;

export function mainTracks(tracks: readonly TrackInfo[]): readonly TrackInfo[] {
  for (const classes of WANTED) {
    const found = tracks.filter(({ class: of, kind, count }) => kind === 'slices' && count > 0 && classes.some((one) => one === of));
    if (found.length > 0) return found;
  }
  return [];
}
