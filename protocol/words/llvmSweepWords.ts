/** What was found of a kernel's teams and threads, in words, as a map and as a table for programs. */
import type { LlvmSweep } from '../neighbour/llvm';

export type SweptConfiguration = LlvmSweep['configurations'][number];

const OUTCOMES = { differs: 'wrong', 'not-known': 'not known', failed: 'failed' } as const;

/** Not the recorded one, which has no numbers of its own. */
export const isOther = ({ teams, threads }: SweptConfiguration): boolean => teams !== undefined && threads !== undefined;

/** "1.31x" as fast as recorded, or why it is not measured; undefined is the recorded configuration. */
export function cellWords(one: SweptConfiguration | undefined): string {
  if (one === undefined) return 'recorded';
  if (one.outcome !== 'right') return OUTCOMES[one.outcome];
  return one.ratio === undefined ? '-' : `${one.ratio.toFixed(2)}x`;
}

export interface SweepMap {
  /** In order. */
  readonly teams: readonly number[];
  readonly threads: readonly number[];
  /** Undefined for the recorded configuration. */
  readonly at: (teams: number, threads: number) => SweptConfiguration | undefined;
}

/** The configurations by teams and threads. */
export function sweepMap(configurations: LlvmSweep['configurations']): SweepMap {
  const numbers = (of: (one: SweptConfiguration) => number | undefined): readonly number[] =>
    [...new Set(configurations.flatMap((one) => of(one) ?? []))].toSorted((a, b) => a - b);
  return {
    teams: numbers((one) => one.teams),
    threads: numbers((one) => one.threads),
    at: (teams, threads) => configurations.find((one) => one.teams === teams && one.threads === threads),
  };
}

/** Comma-separated values. The recorded configuration has neither teams nor threads. */
export function sweepCsv({ configurations }: LlvmSweep): string {
  const head = ['teams', 'threads', 'outcome', 'rounds', 'median_ns', 'times_as_fast', 'hopeless'];
  const rows = configurations.map(({ teams, threads, outcome, rounds, median, ratio, hopeless }) =>
    [teams, threads, outcome, rounds, median, ratio, hopeless === true].map((value) => String(value ?? '')),
  );
  return `${[head, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}
