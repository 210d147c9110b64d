/** Times of rows, asked for when rows are drawn: of those that are in view, and of what encloses them. */
import type { ViewMode } from '../../../protocol/capture/capture';
import type { Row } from '../../../protocol/capture/recordRows';
import { UNKNOWN_TIME, type RowPlaces } from '../../../protocol/capture/recordTimes';
import { packPlaces, rowPlace, type RowPlace } from './rowPlace';

export interface RowTimes {
  /** Nanoseconds; undefined where it is not known, or not here yet. */
  of(row: Row): bigint | undefined;
  /** Asks for those of the rows that are not here. */
  want(rows: readonly Row[]): void;
  /** The times are of another run now. */
  forget(): void;
}

/** Rows that are kept at most, and asked for at once. */
const MOST_KEPT = 20_000;
const MOST_ASKED = 1000;

/** `changed` is called when times have come. */
export function createRowTimes(
  ask: (places: RowPlaces) => Promise<{ readonly ns: BigInt64Array }>,
  mode: () => ViewMode,
  changed: () => void,
): RowTimes {
  const known = new Map<string, bigint>();
  let asking = false;
  let generation = 0;
  const nameOf = ({ key }: Row): string => `${mode()} ${key}`;

  const load = async (names: readonly string[], places: readonly RowPlace[]): Promise<void> => {
    const asked = generation;
    asking = true;
    try {
      const { ns } = await ask(packPlaces(places));
      // Times of another run are not taken; those that are wanted now are asked for by drawing again.
      if (asked === generation) {
        if (known.size + names.length > MOST_KEPT) known.clear();
        names.forEach((name, i) => known.set(name, ns[i] ?? UNKNOWN_TIME));
      }
    } catch {
      // The host is gone, or the capture is: rows are drawn again, and asked for again, when there is another.
      return;
    } finally {
      asking = false;
    }
    changed();
  };

  return {
    of(row) {
      const time = known.get(nameOf(row));
      return time === UNKNOWN_TIME ? undefined : time;
    },
    want(rows) {
      // What is wanted meanwhile is asked for when these have come: they are drawn then.
      if (asking) return;
      const wanted = new Map<string, RowPlace>();
      for (const row of rows) {
        const name = nameOf(row);
        const place = known.has(name) ? undefined : rowPlace(row, mode());
        if (place !== undefined && wanted.size < MOST_ASKED) wanted.set(name, place);
      }
      if (wanted.size > 0) void load([...wanted.keys()], [...wanted.values()]);
    },
    forget() {
      generation++;
      known.clear();
    },
  };
}
