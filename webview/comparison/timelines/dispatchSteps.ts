/** From dispatch to dispatch by keyboard and pointer, from one profile to the other, and saying which one it is on. */
import type { SliceId } from '../../../protocol/profile/profile';
import type { ComparedSide, ComparisonHost } from '../../../protocol/profile/profileComparison';
import type { Calls } from '../../../protocol/base/rpc';
import { lengthText, momentText } from '../../profile/timeline/ticks';
import type { MarkedSlice } from './pairPainter';
import type { Side } from './side';
import type { ChosenDispatch } from './timelines';
import type { PointedDispatch } from './underPointer';

export interface DispatchStepsOptions {
  readonly host: Calls<ComparisonHost>;
  readonly sides: () => { readonly a: Side; readonly b: Side } | undefined;
  readonly selected: () => MarkedSlice | undefined;
  /** The middle of the view, from the first dispatch. */
  readonly middle: () => bigint;
  readonly counterpartOf: (of: MarkedSlice) => MarkedSlice | undefined;
  /** Resolves once it is known what of the view is the same in both. */
  readonly settled: () => Promise<void>;
  readonly arrived: (found: MarkedSlice) => void;
  /** What it is, once that is known. */
  readonly known: (dispatch: ChosenDispatch) => void;
  readonly open: (side: ComparedSide, record: number | undefined) => void;
  readonly announce: (sentence: string) => void;
  readonly failed: (error: unknown) => void;
}

export interface DispatchSteps {
  along(by: number): void;
  /** To the same dispatch of the other profile, or the one there at the same time from the first. */
  across(): void;
  toEnd(end: 'first' | 'last'): void;
  /** What is pointed at; of several that are drawn as one, the one there. */
  choose(pointed: PointedDispatch): void;
  take(found: MarkedSlice): void;
  /** Opens the selected one in its profile; whether there is one. */
  open(): boolean;
  recordOf(slice: MarkedSlice): { readonly record?: number };
}

type Place = (SliceId & { readonly start: string; readonly end: string }) | undefined;

export function createDispatchSteps(options: DispatchStepsOptions): DispatchSteps {
  const { host, sides, selected, middle, counterpartOf, arrived, known, announce, failed } = options;
  /** Of the slice that was said last. */
  let said: { readonly slice: MarkedSlice; readonly record: number | undefined } | undefined;
  let asking = new AbortController();

  const isSame = (a: MarkedSlice, b: MarkedSlice): boolean => a.side === b.side && a.track === b.track && a.index === b.index;
  const recordOf = (slice: MarkedSlice): { readonly record?: number } =>
    said?.record === undefined || !isSame(said.slice, slice) ? {} : { record: said.record };

  const take = (found: MarkedSlice): void => {
    arrived(found);
    asking.abort();
    const { signal } = (asking = new AbortController());
    const { side, track, index, range } = found;
    Promise.all([host.details({ side: side.side, track, index }, signal), options.settled()]).then(
      ([{ name, record }]) => {
        if (signal.aborted) return;
        said = { slice: found, record };
        const length = range.to - range.from;
        const other = counterpartOf(found);
        announce(
          [
            `${side.side.toUpperCase()}, ${name}`,
            lengthText(length),
            `at ${momentText(range.from - (side.extent?.first ?? 0n), Number(length) / 100)} from the first dispatch`,
            ...(record === undefined ? [] : [`record ${String(record)}`]),
            ...(other === undefined ? [] : [`in ${other.side.side.toUpperCase()} ${lengthText(other.range.to - other.range.from)}`]),
          ].join(', '),
        );
        known({ name, ...(record === undefined ? {} : { record }) });
      },
      (error: unknown) => !signal.aborted && failed(error),
    );
  };
  const placed = (side: Side, place: Place): MarkedSlice | undefined => {
    if (place === undefined) return undefined;
    const range = { from: BigInt(place.start), to: BigInt(place.end) };
    // What does not begin within the run is not shown.
    return range.from < side.run.from || range.from >= side.run.to ? undefined : { side, track: place.track, index: place.index, range };
  };
  const arrive = (work: Promise<MarkedSlice | undefined>): void =>
    void work.then((found) => (found === undefined ? announce('There is nothing further.') : take(found)), failed);
  const sliceAt = async (side: Side, track: number, lane: number, time: bigint): Promise<MarkedSlice | undefined> =>
    placed(side, await host.sliceAt({ side: side.side, track, lane, time: String(time < 0n ? 0n : time) }));
  /** That of a side at a time from the first dispatch, on its first track; the last where the run ends before. */
  const atMoment = async (side: Side, moment: bigint): Promise<MarkedSlice | undefined> => {
    const [track] = side.timeline.tracks;
    if (track === undefined || side.extent === undefined) return undefined;
    const { first, last } = side.extent;
    const time = first + (moment < 0n ? 0n : moment);
    return sliceAt(side, track.id, 0, time < last ? time : last - 1n);
  };

  return {
    along(by) {
      const from = selected();
      const both = sides();
      if (both === undefined) return;
      if (from === undefined) {
        arrive(atMoment(both.a, middle()));
        return;
      }
      const { side, track, index } = from;
      arrive(host.neighbour({ side: side.side, track, index, by }).then((place) => placed(side, place)));
    },
    across() {
      const from = selected();
      const both = sides();
      if (both === undefined) return;
      if (from === undefined) {
        arrive(atMoment(both.a, middle()));
        return;
      }
      const other = from.side === both.a ? both.b : both.a;
      const there = async (): Promise<MarkedSlice | undefined> => {
        await options.settled();
        return counterpartOf(from) ?? atMoment(other, from.range.from - (from.side.extent?.first ?? 0n));
      };
      arrive(there());
    },
    toEnd(end) {
      const both = sides();
      const side = selected()?.side ?? both?.a;
      const track = selected()?.track ?? side?.timeline.tracks[0]?.id;
      if (side?.extent === undefined || track === undefined) return;
      arrive(sliceAt(side, track, 0, end === 'first' ? side.extent.first : side.extent.last - 1n));
    },
    choose(pointed) {
      const { side, track, lane, time, marked } = pointed;
      if (marked !== undefined) take(marked);
      else arrive(sliceAt(side, track, lane, time));
    },
    take,
    open() {
      const from = selected();
      if (from === undefined) return false;
      options.open(from.side.side, recordOf(from).record);
      return true;
    },
    recordOf,
  };
}
