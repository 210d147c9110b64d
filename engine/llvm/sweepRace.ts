/** A race of configurations: rounds in which each is measured once, until few are left that may be the best. */
import type { Estimate } from '../../protocol/measurement/difference';

/** Rounds before anything is called hopeless: one slow start is chance. */
const LEAST_ROUNDS = 3;
export const MOST_ROUNDS = 8;
/** What is slower than the best by more than this, for sure, is not measured further. */
const HOPELESS = 1.05;

export interface Racer {
  /** Nanoseconds of each round. */
  readonly times: readonly number[];
  /** It left the recorded memory in every round. */
  readonly right: boolean;
  readonly hopeless: boolean;
}

export function medianOf(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle) - 1] ?? NaN)) / 2;
}

const isRacing = ({ right, hopeless, times }: Racer): boolean => right && !hopeless && times.length > 0;

/** The right one with the shortest median, of those that are still measured. */
export function leader<One extends Racer>(racers: readonly One[]): One | undefined {
  const [first] = racers.filter(isRacing).toSorted((a, b) => medianOf(a.times) - medianOf(b.times));
  return first;
}

/**
 * Those that are behind the leader for sure. `compare` says how many times as long the first takes as the second; both have as many rounds.
 * The recorded configuration, `kept`, is measured to the end whatever it takes.
 */
export async function hopelessOf<One extends Racer>(
  racers: readonly One[],
  kept: One,
  compare: (first: readonly number[], second: readonly number[]) => Promise<Estimate>,
): Promise<readonly One[]> {
  const best = leader(racers);
  if (best === undefined || best.times.length < LEAST_ROUNDS) return [];
  const behind: One[] = [];
  for (const one of racers) {
    if (one === best || one === kept || !isRacing(one)) continue;
    const { interval } = await compare(one.times, best.times);
    if (interval[0] > HOPELESS) behind.push(one);
  }
  return behind;
}
