/** What records of a capture took when it was last profiled, measured or replayed. Nanoseconds. */
import type { RunResult } from '../replay/run';
import type { U64 } from '../base/u64';

/** In place of a submission: of what is no command of a command buffer. */
export const NO_VIA = 0xffff_ffff;
/** All executions of a record together, whichever submission executed it. */
export const EVERY_VIA = 0xffff_fffe;
/** In place of the last record of what holds none. */
export const NO_LAST = 0xffff_ffff;

/** Rows whose times are asked for: an entry a row in each. */
export interface RowPlaces {
  readonly records: Uint32Array;
  /** Of the submission that executes the row; NO_VIA, EVERY_VIA. */
  readonly vias: Uint32Array;
  /** Of scopes, groups and runs of records the last in them; NO_LAST of others. */
  readonly lasts: Uint32Array;
}

/** Of one of them that is not known. */
export const UNKNOWN_TIME = -1n;

/** The run that times are from. */
export interface TimesSource {
  readonly kind: 'profile' | 'benchmark' | 'replay';
  /** Id of the run; of a replay none. */
  readonly run?: string;
  /** "profile of 11:42, local-task". */
  readonly words: string;
  /** What all of it took. */
  readonly wholeNs: U64;
  /** The longest time that is not of a scope: a column of times has the unit that suits it. */
  readonly longestNs: U64;
  /** What functions took in it, all threads together, where it says so. */
  readonly functions?: RunResult['functions'];
  readonly device: string;
  readonly workers: number;
}

/** Executions in order of time: an entry an execution in each. */
export interface ListedExecutions {
  /** Record of the submission; NO_VIA where the record itself is submitted, or is a scope. */
  readonly vias: Uint32Array;
  /** From the first execution of the profile. */
  readonly starts: BigInt64Array;
  readonly durations: BigInt64Array;
  /** Threads that took part; 0 where that was not recorded. */
  readonly workers: Uint16Array;
}

/** Counts in `bins` equal parts from `least` to `most`, both nanoseconds. */
export interface TimesHistogram {
  readonly least: number;
  readonly most: number;
  readonly bins: readonly number[];
}

/** What a record took. */
export interface RecordRun {
  readonly source: TimesSource;
  /** Executions, or of a benchmark samples. */
  readonly count: number;
  readonly medianNs: number;
  /** 95 % interval of the median, of a benchmark. */
  readonly interval?: readonly [number, number];
  /** Median of the distances from the median. */
  readonly madNs?: number;
  readonly p95Ns?: number;
  readonly leastNs?: number;
  readonly mostNs?: number;
  readonly histogram?: TimesHistogram;
  /** What all executions together are of the whole, from 0 to 1; more where they ran side by side. */
  readonly share?: number;
  /** Of the execution that was asked for. */
  readonly thisNs?: number;
  /** The first 4,096; of a profile alone. */
  readonly executions?: ListedExecutions;
}
