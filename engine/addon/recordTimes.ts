/** When each record of a capture was executed, as a profile of its replay says. */
import { cancellable } from './addon';
import { loadAddon } from './load';

/** One entry an execution in each of the columns, ordered by via, record and time. Nanoseconds. */
export interface RecordTimes {
  /** Record of the submission that executed a command; NO_VIA of what is no command. */
  readonly vias: Uint32Array;
  readonly records: Uint32Array;
  /** From the first start. */
  readonly starts: BigInt64Array;
  readonly durations: BigInt64Array;
  /** Threads that took part; 0 where that was not recorded. */
  readonly workers: Uint16Array;
  /** What all executions before each took: one more than there are executions. */
  readonly sums: BigInt64Array;
  /** Places of executions by their record, those of one by their time; and sums in that order. */
  readonly byRecord: Uint32Array;
  readonly sumsByRecord: BigInt64Array;
  /** The longest duration. */
  readonly longest: bigint;
  /** What the recorder wrote of the replay, JSON; empty of a profile that another engine recorded. */
  readonly replay: string;
  /** Executions without a record or a time. */
  readonly leftOut: number;
}

/**
 * Reads a profile's executions: 56 bytes each. Rejects with a sentence and its place when the profile is damaged, and with AbortError when
 * cancelled.
 */
export async function readRecordTimes(path: string, signal?: AbortSignal): Promise<RecordTimes> {
  const addon = loadAddon();
  return cancellable(addon, signal, (cancel) => addon.recordTimes(path, cancel));
}
