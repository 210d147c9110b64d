/** From slice to slice by keyboard, and saying which one it is on. */
import type { TimelineHost, SliceId } from '../../../protocol/profile/profile';
import type { Calls } from '../../../protocol/base/rpc';
import { counted } from '../../widgets/numbers';
import { lengthText, momentText } from './ticks';
import type { TimeRange } from './timeline';

export interface SliceAndRange {
  readonly slice: SliceId;
  readonly range: TimeRange;
}

export interface SliceSteps {
  /** To a later or an earlier slice of the track; of the one in the middle of the view where nothing is selected. */
  along(by: number, extend: boolean): void;
  /** To the slice of a lower or a higher track that is nearest in time; by several tracks as far as there are. */
  across(by: number): void;
  /** To the first or the last slice of the track. */
  toEnd(end: 'first' | 'last'): void;
  /** The slice of a track at a moment, or the nearest. */
  at(track: number, lane: number, time: bigint): Promise<SliceAndRange | undefined>;
  /** Says what is selected. */
  say(slice: SliceId): void;
  dispose(): void;
}

export interface SliceStepsOptions {
  readonly host: Pick<Calls<TimelineHost>, 'neighbour' | 'sliceAt' | 'details'>;
  /** Tracks with slices or instants that are shown, in order, with how many they have. */
  readonly tracks: () => readonly { readonly id: number; readonly name: string; readonly count: number }[];
  /** From where one goes on: what is selected, or the moving end of a range. */
  readonly current: () => SliceAndRange | undefined;
  /** The middle of the view. */
  readonly middle: () => bigint;
  readonly arrived: (found: SliceAndRange, extend: boolean) => void;
  readonly announce: (sentence: string) => void;
  readonly failed: (error: unknown) => void;
}

interface Step {
  readonly kind: 'along' | 'across';
  readonly by: number;
  readonly extend: boolean;
}

export function createSliceSteps(options: SliceStepsOptions): SliceSteps {
  const { host, tracks, current, middle, arrived, announce, failed } = options;
  const end = new AbortController();
  let saying = new AbortController();
  let busy = false;
  /** Keys that were pressed while an answer was on its way: one question more for all of them. */
  let owed: Step | undefined;

  const found = (answer: (SliceId & { readonly start: string; readonly end: string }) | undefined): SliceAndRange | undefined =>
    answer === undefined
      ? undefined
      : {
          slice: { track: answer.track, index: answer.index },
          range: { from: BigInt(answer.start), to: BigInt(answer.end) },
        };
  const at = async (track: number, lane: number, time: bigint): Promise<SliceAndRange | undefined> =>
    found(await host.sliceAt({ track, lane, time: String(time < 0n ? 0n : time) }, end.signal));

  /** Any slice to begin with. */
  const first = async (): Promise<SliceAndRange | undefined> => {
    for (const { id, count } of tracks()) {
      if (count === 0) continue;
      const slice = await at(id, 0, middle());
      if (slice !== undefined) return slice;
    }
    return undefined;
  };

  const run = async (work: () => Promise<SliceAndRange | undefined>, extend: boolean): Promise<void> => {
    busy = true;
    try {
      const slice = await work();
      if (end.signal.aborted) return;
      if (slice === undefined) announce('There is nothing further.');
      else {
        arrived(slice, extend);
        say(slice.slice);
      }
    } catch (error) {
      if (!end.signal.aborted) failed(error);
    } finally {
      busy = false;
    }
    const next = owed;
    owed = undefined;
    if (next?.kind === 'along') along(next.by, next.extend);
    else if (next !== undefined) across(next.by);
  };

  const say = (slice: SliceId): void => {
    saying.abort();
    const mine = (saying = new AbortController());
    host.details(slice, mine.signal).then(
      ({ name, heading, start, end: to, record }) => {
        if (mine.signal.aborted) return;
        const track = tracks().find(({ id }) => id === slice.track)?.name;
        const length = BigInt(to) - BigInt(start);
        announce(
          [
            name === '' ? heading : name,
            lengthText(length),
            `at ${momentText(BigInt(start), Number(length) / 100)}`,
            ...(record === undefined ? [] : [`record ${String(record)}`]),
            ...(track === undefined ? [] : [track]),
          ].join(', '),
        );
      },
      (error: unknown) => {
        if (!mine.signal.aborted) failed(error);
      },
    );
  };

  const owe = (kind: Step['kind'], by: number, extend: boolean): void => {
    owed = { kind, by: (owed?.kind === kind ? owed.by : 0) + by, extend };
  };
  const along = (by: number, extend: boolean): void => {
    if (busy) {
      owe('along', by, extend);
      return;
    }
    const from = current();
    void run(
      async () => (from === undefined ? first() : found(await host.neighbour({ ...from.slice, by }, end.signal))),
      extend && from !== undefined,
    );
  };

  const across = (by: number): void => {
    if (busy) {
      owe('across', by, false);
      return;
    }
    const from = current();
    void run(async () => {
      if (from === undefined) return first();
      const all = tracks();
      const place = all.findIndex(({ id }) => id === from.slice.track);
      let farthest: SliceAndRange | undefined;
      let left = Math.abs(by);
      for (let i = place + Math.sign(by); left > 0 && i >= 0 && i < all.length; i += Math.sign(by)) {
        const track = all[i];
        if (track === undefined || track.count === 0) continue;
        const slice = found(await host.neighbour({ ...from.slice, by: 0, toTrack: track.id }, end.signal));
        if (slice === undefined) continue;
        farthest = slice;
        left--;
      }
      return farthest;
    }, false);
  };

  return {
    along,
    across,
    toEnd(which) {
      if (busy) return;
      const track = current()?.slice.track ?? tracks().find(({ count }) => count > 0)?.id;
      const count = tracks().find(({ id }) => id === track)?.count ?? 0;
      if (track === undefined || count === 0) return;
      const index = which === 'first' ? 0 : count - 1;
      void run(async () => found(await host.neighbour({ track, index, by: 0 }, end.signal)), false);
    },
    at,
    say,
    dispose() {
      end.abort();
      saying.abort();
    },
  };
}

/** "23 slices, 41 % covered". */
export function groupText(count: number, covered: number, kind: 'slices' | 'instants'): string {
  const what = counted(count, kind === 'slices' ? 'slice' : 'moment');
  return kind === 'slices' ? `${what}, ${Math.round(covered * 100)} % covered` : what;
}
