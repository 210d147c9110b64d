/** Finds out which drawn dispatches of A and B are the same, whenever others are drawn. */
import type { ComparisonHost } from '../../../protocol/profile/profileComparison';
import type { Calls } from '../../../protocol/base/rpc';
import { createLatestAnswer } from '../../profile/timeline/latestAnswer';
import type { TimeRange } from '../../profile/timeline/timeline';
import { drawnDispatches, keyed, pairsOf, type DispatchPair, type DrawnDispatch } from './matches';
import type { Side } from './side';

/** Dispatches of a track that are looked for at a time. */
const MOST = 1000;
/** Milliseconds without another view after which it is asked. */
const REST = 80;
/** Milliseconds after which nobody waits any more for what is asked. */
const LONGEST = 1000;

export interface PairSearch {
  /** The latest that are known, in A's order of time. */
  readonly pairs: readonly DispatchPair[];
  /** Asks when what is drawn of this view is another than before. */
  look(view: TimeRange, width: number): void;
  /** Resolves once nothing is asked or about to be, or after a second. */
  settled(): Promise<void>;
  /** Nothing that was found is true any more. */
  clear(): void;
}

export interface PairSearchOptions {
  readonly host: Calls<ComparisonHost>;
  readonly sides: () => { readonly a: Side; readonly b: Side } | undefined;
  /** By function, where records are not those of one capture. */
  readonly byName: () => boolean;
  readonly found: () => void;
  readonly failed: (error: unknown) => void;
}

type Drawn = readonly (readonly DrawnDispatch[])[];

export function createPairSearch({ host, sides, byName, found, failed }: PairSearchOptions): PairSearch {
  let pairs: readonly DispatchPair[] = [];
  let asked = '';
  let resting: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  const waiting: (() => void)[] = [];
  const settle = (): void => {
    busy = false;
    for (const go of waiting.splice(0)) go();
  };
  const answer = createLatestAnswer<readonly DispatchPair[]>({
    changed(next) {
      // Until others are known those before stay drawn: they are where they were.
      if (next === undefined) return;
      pairs = next;
      settle();
      found();
    },
    failed(error) {
      settle();
      failed(error);
    },
  });
  const drawn = (side: Side, view: TimeRange, width: number): Drawn =>
    side.timeline.tracks.map(({ id }) => {
      const there = new Map<number, DrawnDispatch>();
      for (const { window } of side.pieces(id, view, width))
        for (const one of drawnDispatches(id, window, side.run, side.timeline.names, MOST)) there.set(one.index, one);
      return [...there.values()];
    });
  const known = async (side: Side, tracks: Drawn, signal: AbortSignal): Promise<ReadonlyMap<string, DrawnDispatch>> => {
    const all = new Map<string, DrawnDispatch>();
    for (const [place, dispatches] of tracks.entries()) {
      const [first] = dispatches;
      if (first === undefined) continue;
      const indices = dispatches.map(({ index }) => index);
      const params = { side: side.side, track: first.track, indices, from: String(side.run.from), byName: byName() };
      const occurrences = await host.occurrences(params, signal);
      for (const [key, one] of keyed(dispatches, occurrences, place, byName())) all.set(key, one);
    }
    return all;
  };
  return {
    get pairs() {
      return pairs;
    },
    look(view, width) {
      clearTimeout(resting);
      busy = true;
      resting = setTimeout(() => {
        resting = undefined;
        const both = sides();
        if (both === undefined) {
          settle();
          return;
        }
        const [a, b] = [drawn(both.a, view, width), drawn(both.b, view, width)];
        const question = JSON.stringify([both.a.run, both.b.run, a, b], (_, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        );
        // What arrives is looked at again.
        if ([both.a, both.b].some((side) => side.timeline.tracks.some(({ id }) => side.windows.of(id).length === 0))) return;
        if (question === asked) {
          if (answer.value !== undefined) settle();
          return;
        }
        asked = question;
        answer.ask(async (signal) => pairsOf(await known(both.a, a, signal), await known(both.b, b, signal)));
      }, REST);
    },
    settled: () =>
      busy
        ? new Promise((resolve) => {
            waiting.push(resolve);
            setTimeout(resolve, LONGEST);
          })
        : Promise.resolve(),
    clear() {
      clearTimeout(resting);
      settle();
      answer.ask(undefined);
      pairs = [];
      asked = '';
    },
  };
}
