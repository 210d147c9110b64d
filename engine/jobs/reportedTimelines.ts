/** What a report has of two profiles along time: the dispatches of their runs, as many as it may hold. */
import type { TrackWindow } from '../../protocol/profile/profile';
import type { BegunDispatches, ComparedTimeline, Occurrences, Run } from '../../protocol/profile/profileComparison';
import type { ReportedTimeline, ReportedTimelines, ReportedTrack } from '../../protocol/profile/comparisonReport';
import type { ProfileDocument } from '../addon/profileDocument';
import { comparedTimelines } from './comparedTimelines';

/** What of a run begins within as many parts of it is told apart: more than a screen has pixels. */
const PARTS = 4096;
/** Dispatches of both profiles, beyond which no further run is taken. */
const MOST_DISPATCHES = 30_000;

/** What was taken of one run. */
interface TakenRun {
  readonly begun: readonly BegunDispatches[];
  readonly tracks: readonly (ReportedTrack & { readonly from: bigint; readonly to: bigint })[];
  readonly dispatches: number;
}

/** Both have been read. The first run is in it, whatever its size. */
export async function reportedTimelines(
  a: ProfileDocument,
  b: ProfileDocument,
  sameCapture: boolean,
  signal?: AbortSignal,
): Promise<ReportedTimelines> {
  const timelines = await comparedTimelines(a, b, sameCapture, signal);
  const taken: { readonly a: TakenRun; readonly b: TakenRun }[] = [];
  const runs = Math.min(timelines.a.runs.length, timelines.b.runs.length);
  for (let run = 0, room = MOST_DISPATCHES; run < runs && room > 0; run++) {
    const both = {
      a: await takeRun(a, timelines.a, run, !sameCapture, signal),
      b: await takeRun(b, timelines.b, run, !sameCapture, signal),
    };
    room -= both.a.dispatches + both.b.dispatches;
    if (run === 0 || room >= 0) taken.push(both);
  }
  return {
    timelines: taken.length < runs ? { ...timelines, shownRuns: taken.length } : timelines,
    a: together(
      timelines.a,
      taken.map((both) => both.a),
    ),
    b: together(
      timelines.b,
      taken.map((both) => both.b),
    ),
  };
}

async function takeRun(
  document: ProfileDocument,
  { tracks, runs }: ComparedTimeline,
  index: number,
  byName: boolean,
  signal: AbortSignal | undefined,
): Promise<TakenRun> {
  const run: Run = runs[index] ?? { from: '0', to: '0' };
  const begun = await document.begun(run, signal);
  const windows = await document.windows({ tracks: tracks.map(({ id }) => id), ...run, pixels: PARTS }, signal);
  const taken = await Promise.all(
    windows.map(async (window) => {
      const asked = { track: window.track, indices: Array.from(window.indices), from: run.from, byName };
      return { window, occurrences: await document.occurrences(asked, signal), from: BigInt(run.from), to: BigInt(run.to) };
    }),
  );
  return { begun, tracks: taken, dispatches: windows.reduce((sum, { starts }) => sum + starts.length, 0) };
}

function together({ tracks }: ComparedTimeline, runs: readonly TakenRun[]): ReportedTimeline {
  return {
    begun: runs.map(({ begun }) => begun),
    tracks: tracks.map(({ id }) =>
      joined(
        id,
        runs.flatMap((run) => run.tracks.filter(({ window }) => window.track === id)),
      ),
    ),
  };
}

/** What begins before a run and reaches into it is taken once, too. */
function joined(track: number, parts: TakenRun['tracks']): ReportedTrack {
  const seen = new Set<number>();
  const kept = parts.flatMap((part) => {
    const { indices, starts, ends } = part.window;
    return Array.from(indices.keys()).flatMap((item) => {
      const [index = 0, start = 0n, end = 0n] = [indices[item], starts[item], ends[item]];
      const isWithin = start >= part.from && start < part.to;
      if (!isWithin && (seen.has(index) || start >= part.to || end <= part.from)) return [];
      seen.add(index);
      return [{ part, item }];
    });
  });
  const numbers = (list: (window: TrackWindow) => ArrayLike<number>): number[] =>
    kept.map(({ part, item }) => list(part.window)[item] ?? 0);
  const times = (list: (window: TrackWindow) => BigInt64Array): BigInt64Array =>
    BigInt64Array.from(kept, ({ part, item }) => list(part.window)[item] ?? 0n);
  const known = (list: (of: Occurrences) => Uint32Array): Uint32Array =>
    Uint32Array.from(kept, ({ part, item }) => list(part.occurrences)[item] ?? 0xffffffff);
  const none = new Float64Array();
  return {
    window: {
      ...{ track, starts: times(({ starts }) => starts), ends: times(({ ends }) => ends), readies: new BigInt64Array() },
      indices: Uint32Array.from(numbers(({ indices }) => indices)),
      counts: Uint32Array.from(numbers(({ counts }) => counts)),
      matches: Uint32Array.from(numbers(({ matches }) => matches)),
      names: Uint32Array.from(numbers(({ names }) => names)),
      lanes: Uint8Array.from(numbers(({ lanes }) => lanes)),
      covered: Float32Array.from(numbers(({ covered }) => covered)),
      ...{ least: none, most: none, last: none },
    },
    occurrences: { records: known(({ records }) => records), ordinals: known(({ ordinals }) => ordinals) },
  };
}
