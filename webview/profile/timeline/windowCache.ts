/** The windows that are kept of each track, and the one question that is on its way. */
import type { TimelineHost } from '../../../protocol/profile/profile';
import type { Calls } from '../../../protocol/base/rpc';
import type { TimeRange } from './timeline';
import { itemsOf, type TrackItems } from './trackItems';
import { wholeView } from './viewport';
import { answers, isUseful, questionFor, type WindowQuestion } from './windowQuestion';

/** Windows of a track beside the one of the whole: where one was a moment ago is drawn at once. */
const KEPT = 4;

export interface WindowWish {
  readonly view: TimeRange;
  /** Pixels. */
  readonly width: number;
  /** Nanoseconds of the profile. */
  readonly length: bigint;
  /** Tracks in view. */
  readonly tracks: readonly number[];
  /** Tracks of which the whole is wanted, too. */
  readonly whole: readonly number[];
}

export interface WindowCache {
  /** What is kept of a track, the newest first. */
  of(track: number): readonly TrackItems[];
  /** What is kept of the whole of a track. */
  wholeOf(track: number): TrackItems | undefined;
  /** Sees to it that these can be drawn. Called again whenever the view moves, and after something arrived. */
  want(wish: WindowWish): void;
  /** What is kept is drawn until better comes, but everything is asked for again. */
  refresh(): void;
  /** Nothing that is kept is true any more. */
  clear(): void;
  dispose(): void;
}

export interface WindowCacheOptions {
  readonly host: Pick<Calls<TimelineHost>, 'windows'>;
  /** Something else can be drawn than before. */
  readonly arrived: () => void;
  readonly failed: (error: unknown) => void;
}

interface Kept {
  readonly items: TrackItems;
  /** Of what: after a refresh it is only drawn. */
  readonly age: number;
  readonly whole: boolean;
}

interface OnItsWay {
  readonly question: WindowQuestion;
  readonly whole: boolean;
  readonly abort: AbortController;
}

export function createWindowCache({ host, arrived, failed }: WindowCacheOptions): WindowCache {
  const kept = new Map<number, readonly Kept[]>();
  let age = 0;
  let onItsWay: OnItsWay | undefined;
  /** What failed is not asked for again before something changes. */
  let refused: WindowQuestion | undefined;

  const keep = (track: number, next: Kept): void => {
    const others = (kept.get(track) ?? []).filter(
      ({ whole, age: of, items }) => (next.whole ? !whole : true) && (of === age || !isSameWindow(items.question, next.items.question)),
    );
    const parts = others.filter(({ whole }) => !whole).slice(0, next.whole ? KEPT : KEPT - 1);
    kept.set(track, [next, ...parts, ...others.filter(({ whole }) => whole)]);
  };

  const ask = async (tracks: readonly number[], question: WindowQuestion, whole: boolean): Promise<void> => {
    onItsWay?.abort.abort();
    const mine: OnItsWay = { question, whole, abort: new AbortController() };
    onItsWay = mine;
    const asked = age;
    try {
      const { from, to, pixels } = question;
      const windows = await host.windows({ tracks, from: String(from), to: String(to), pixels }, mine.abort.signal);
      if (mine.abort.signal.aborted) return;
      for (const window of windows) keep(window.track, { items: itemsOf(question, window), age: asked, whole });
      // Of what has no window there is nothing: it is not asked for again.
      refused = undefined;
    } catch (error) {
      if (mine.abort.signal.aborted) return;
      refused = question;
      failed(error);
    } finally {
      if (onItsWay === mine) onItsWay = undefined;
    }
    arrived();
  };

  return {
    of: (track) => (kept.get(track) ?? []).map(({ items }) => items),
    wholeOf: (track) => kept.get(track)?.find(({ whole }) => whole)?.items,
    want({ view, width, length, tracks, whole }) {
      if (width <= 0) return;
      const isThere = (track: number, seen: TimeRange): boolean =>
        (kept.get(track) ?? []).some((one) => one.age === age && answers(one.items.question, seen, width, length));
      const lacking = tracks.filter((track) => !isThere(track, view));
      const all = wholeView(length);
      const next =
        lacking.length > 0
          ? { tracks: lacking, question: questionFor(view, width, length), whole: false }
          : {
              tracks: whole.filter((track) => !(kept.get(track) ?? []).some((one) => one.whole && one.age === age)),
              question: questionFor(all, width, length),
              whole: true,
            };
      if (next.tracks.length === 0 || (refused !== undefined && isSameWindow(refused, next.question))) return;
      // One question at a time. It is only given up for another when nobody will look at its answer: else moving on and on would
      // never show anything new.
      if (onItsWay !== undefined && (onItsWay.whole || isUseful(onItsWay.question, view, width))) return;
      // What all of the view answers is the whole, too.
      void ask(next.tracks, next.question, next.whole || isSameWindow(next.question, questionFor(all, width, length)));
    },
    refresh() {
      // What is on its way is drawn when it comes: with refresh upon refresh there would be nothing new for long.
      age++;
      refused = undefined;
    },
    clear() {
      age++;
      refused = undefined;
      onItsWay?.abort.abort();
      onItsWay = undefined;
      kept.clear();
    },
    dispose() {
      onItsWay?.abort.abort();
      kept.clear();
    },
  };
}

function isSameWindow(a: WindowQuestion, b: WindowQuestion): boolean {
  return a.from === b.from && a.to === b.to && a.quantum === b.quantum;
}
