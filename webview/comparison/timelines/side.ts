/** One profile of the two: its run that is shown, what is fetched of it, and in which rows that lies. */
import type { BegunDispatches, ComparedSide, ComparedTimeline, ComparisonHost } from '../../../protocol/profile/profileComparison';
import type { TrackInfo } from '../../../protocol/profile/profile';
import type { Calls } from '../../../protocol/base/rpc';
import { FUNCTION_COLOURS } from '../../widgets/functionColour';
import { colourOfTrackClass } from '../../profile/timeline/sliceColours';
import { createCutNames, type CutNames } from '../../profile/timeline/sliceDrawing';
import type { TimeRange } from '../../profile/timeline/timeline';
import type { TrackItems } from '../../profile/timeline/trackItems';
import { LANE_GAP, type TrackRow } from '../../profile/timeline/trackLayout';
import { createWindowCache, type WindowCache } from '../../profile/timeline/windowCache';
import { piecesOf, type Piece } from '../../profile/timeline/windowQuestion';
import { extentOf, inProfile, type Extent } from './alignment';

/** Pixels of a lane, with text of 13. */
const LANE = { alone: 26, several: 14 } as const;

export interface Side {
  readonly side: ComparedSide;
  readonly timeline: ComparedTimeline;
  readonly windows: WindowCache;
  readonly cut: CutNames;
  /** In its profile's own time. */
  readonly run: TimeRange;
  /** Undefined of a run without dispatches, and until it is known. */
  readonly extent: Extent | undefined;
  /** Begins to show the run with this number, from 0; resolves when its extent is known. */
  show(run: number, signal: AbortSignal): Promise<void>;
  /** Place in the palette of a slice's colour. */
  colours(items: TrackItems): (i: number) => number;
  /** Tops are from that of the first. */
  rows(scale: number): readonly TrackRow[];
  /** Of a view from the first dispatch: what is drawn of a track, no more than the run. */
  pieces(track: number, view: TimeRange, width: number): readonly Piece<TrackItems>[];
  /** Sees to it that a view from the first dispatch can be drawn. */
  want(view: TimeRange, width: number): void;
}

export interface SideOptions {
  readonly side: ComparedSide;
  readonly timeline: ComparedTimeline;
  readonly host: Calls<ComparisonHost>;
  /** Among the functions of both: the same in the table. */
  readonly rankOf: (name: string) => number | undefined;
  readonly arrived: () => void;
  readonly failed: (error: unknown) => void;
}

export function createSide({ side, timeline, host, rankOf, arrived, failed }: SideOptions): Side {
  const length = BigInt(timeline.span);
  let run: TimeRange = { from: 0n, to: 0n };
  let extent: Extent | undefined;
  const windows = createWindowCache({ host: { windows: (params, signal) => host.windows({ side, ...params }, signal) }, arrived, failed });
  const palette = Uint8Array.from(timeline.names, ({ name, isFunction }) => {
    const rank = isFunction ? rankOf(name) : undefined;
    return rank === undefined ? colourOfTrackClass('dispatches') : Math.min(rank, FUNCTION_COLOURS.length - 1);
  });
  return {
    side,
    timeline,
    windows,
    cut: createCutNames(timeline.names),
    get run() {
      return run;
    },
    get extent() {
      return extent;
    },
    async show(index, signal) {
      const { from = '0', to = '0' } = timeline.runs[index] ?? {};
      run = { from: BigInt(from), to: BigInt(to) };
      extent = undefined;
      const begun: readonly BegunDispatches[] = await host.begun({ side, from, to }, signal);
      if (!signal.aborted) extent = extentOf(begun);
    },
    colours: (items) => (i) => palette[items.names[i] ?? 0] ?? 0,
    rows(scale) {
      let top = 0;
      return timeline.tracks.map((track) => {
        const row = rowOf(track, top, scale);
        top += row.height;
        return row;
      });
    },
    pieces(track, view, width) {
      if (extent === undefined) return [];
      return piecesOf(windows.of(track), inProfile(view, extent), width).flatMap((piece) => {
        const from = piece.from > run.from ? piece.from : run.from;
        const to = piece.to < run.to ? piece.to : run.to;
        return from < to ? [{ ...piece, from, to }] : [];
      });
    },
    want(view, width) {
      if (extent === undefined) return;
      windows.want({ view: inProfile(view, extent), width, length, tracks: timeline.tracks.map(({ id }) => id), whole: [] });
    },
  };
}

function rowOf(track: TrackInfo, top: number, scale: number): TrackRow {
  const lanes = Math.max(1, track.lanes);
  const lane = Math.round((lanes === 1 ? LANE.alone : LANE.several) * scale);
  const height = lanes * lane + (lanes - 1) * LANE_GAP + 2 * LANE_GAP;
  return { track, top, height, lane, depth: 0, pinned: false, instead: [] };
}
