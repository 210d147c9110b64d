/** What is asked of any timeline of the addon: windows come as typed arrays, everything else as JSON text that is parsed here once. */
import type { Flow, ProfileSearch, SliceDetails, TimelineHost } from '../../protocol/profile/profile';
import type { RawAddon, RawTimeline } from './addon';
import { cancellable } from './cancellable';

/** Each takes a signal that ends it: then it rejects with the signal's reason. */
export type TimelineReading = {
  readonly [Name in keyof TimelineHost]: (
    params: Parameters<TimelineHost[Name]>[0],
    signal?: AbortSignal,
  ) => Promise<ReturnType<TimelineHost[Name]>>;
};

/** Where a slice is, and when. */
type Place = NonNullable<ReturnType<TimelineHost['sliceAt']>>;

/** JSON has no undefined: null says that there is none. */
const placeOf = (text: string): Place | undefined => (JSON.parse(text) as Place | null) ?? undefined;

export function timelineQuestions(addon: RawAddon, raw: RawTimeline): TimelineReading {
  return {
    windows: ({ tracks, from, to, pixels }, signal) =>
      cancellable(addon, signal, (cancel) => raw.windows(Uint32Array.from(tracks), from, to, pixels, cancel)),
    details: ({ track, index }, signal) =>
      cancellable(addon, signal, async (cancel) => JSON.parse(await raw.details(track, index, cancel)) as SliceDetails),
    flows: ({ track, index }, signal) =>
      cancellable(addon, signal, async (cancel) => JSON.parse(await raw.flows(track, index, cancel)) as Flow[]),
    neighbour: async ({ track, index, by, toTrack }) => placeOf(await raw.neighbour(track, index, by, toTrack ?? 0)),
    sliceAt: async ({ track, lane, time }) => placeOf(await raw.sliceAt(track, lane, time)),
    search: ({ query }, signal) =>
      cancellable(addon, signal, async (cancel) => JSON.parse(await raw.search(query, cancel)) as ProfileSearch),
    nextMatch: async ({ from, time, direction, tracks }) => {
      const found = await raw.nextMatch(Uint32Array.from(tracks), from?.track ?? 0, from?.index ?? 0, time, direction === 1);
      return (JSON.parse(found) as ReturnType<TimelineHost['nextMatch']> | null) ?? undefined;
    },
  };
}
