/** What operations find and leave on a device of the user's IREE, as many in one replay as memory and disk may take. */
import type { RunOptions } from '../../protocol/replay/run';
import type { NamedOperation } from '../addon/composing';
import { distinctRanges, rangeKey } from '../comparing/distinctRanges';
import { wantedOf } from '../iree/inspection';
import { readByIree } from '../iree/replay';
import { findIreeTools } from '../iree/tools';

/** Bytes that one round may read on each side; as much is held in memory of each. */
export const ROUND_BYTES = 256 * 2 ** 20;

/** An operation with more bytes in all is not looked at. */
export const MOST_BYTES = 2 ** 30;

/** So long is the copy of one round at the most: each tap takes some records. */
const MOST_IN_ROUND = 2000;

/** Each replays both sides. */
export const MOST_ROUNDS = 64;

/** What a range held before an operation, and behind it. */
export interface Held {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export const bytesOf = ({ ranges }: NamedOperation): number =>
  distinctRanges(ranges).reduce((sum, { length }) => sum + 2 * Number(length), 0);

export const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** What belongs to one round, in order; each of them takes so many bytes. */
export function inRounds<T>(all: readonly T[], roundBytes: number, bytes: (one: T) => number): readonly (readonly T[])[] {
  const rounds: T[][] = [];
  let sum = Infinity;
  for (const one of all) {
    const size = bytes(one);
    if (sum + size > roundBytes || rounds.at(-1)?.length === MOST_IN_ROUND) {
      rounds.push([]);
      sum = 0;
    }
    rounds.at(-1)?.push(one);
    sum += size;
  }
  return rounds;
}

/** Replays up to the last of the operations, and gives what the ranges of each held, by rangeKey(). */
export async function readRound(
  run: RunOptions,
  round: readonly NamedOperation[],
  signal: AbortSignal,
): Promise<readonly ReadonlyMap<string, Held>[]> {
  const wanted = round.flatMap((operation) =>
    distinctRanges(operation.ranges).flatMap((range) => [wantedOf(operation, range, 'before'), wantedOf(operation, range, 'after')]),
  );
  const bytes = await readByIree(findIreeTools(run.iree), run, wanted, signal);
  let at = 0;
  const next = (): Uint8Array => bytes[at++] ?? new Uint8Array();
  return round.map(
    (operation) => new Map(distinctRanges(operation.ranges).map((range) => [rangeKey(range), { before: next(), after: next() }])),
  );
}
