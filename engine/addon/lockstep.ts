/** Two replays, executed operation by operation side by side. Only in a process that may die: it replays. */
import type { Execution } from '../../protocol/replay/inspection';
import type { RunOptions } from '../../protocol/replay/run';
import type { U64 } from '../../protocol/base/u64';
import type { LockstepCounts, RangeStates } from './addon';
import { cancellable } from './cancellable';
import { loadAddon } from './load';

export type { LockstepCounts } from './addon';

/** A range that an operation binds or writes, on both sides. Where it is, is of the actual side. */
export interface SteppedRange {
  /** Of a dispatch: it may be read, written, or both. Absent where all of it is written. */
  readonly binding?: number;
  /** What was written alone: of two captures, that may lie elsewhere in what is bound. */
  readonly part?: true;
  readonly buffer: U64;
  readonly offset: U64;
  readonly length: U64;
  readonly expected: RangeStates;
  readonly actual: RangeStates;
}

/** An operation that leaves something else on one side than on the other, if only a bit. */
export interface SteppedOperation {
  readonly operation: 'dispatch' | 'fill' | 'copy' | 'read';
  readonly expected: Execution;
  readonly actual: Execution;
  readonly ranges: readonly SteppedRange[];
  /** The ranges are all that it binds, and none is a part. */
  readonly whole: boolean;
}

/** Two replays on their way. */
export interface Lockstep {
  /** Executes both up to the next operation that leaves something else; undefined when there is none. */
  next(signal?: AbortSignal): Promise<SteppedOperation | undefined>;
  /** Not while next() goes on. */
  counts(): LockstepCounts;
  close(): void;
}

interface Described {
  readonly operation: SteppedOperation['operation'];
  readonly a: Execution;
  readonly b: Execution;
  readonly whole: boolean;
  readonly ranges: readonly Omit<SteppedRange, 'expected' | 'actual'>[];
}

/** Prepares both. Operations of one capture are compared record by record; those of two by function and grid. */
export async function prepareLockstep(expected: RunOptions, actual: RunOptions, signal?: AbortSignal): Promise<Lockstep> {
  const addon = loadAddon();
  const sideOf = (options: RunOptions): object => ({ capture: options.capture, options });
  const raw = await cancellable(addon, signal, (cancel) => addon.prepareLockstep(sideOf(expected), sideOf(actual), cancel));
  return {
    next: async (stop) => {
      const found = await cancellable(addon, stop, (cancel) => raw.next(actual.timeoutMs, cancel));
      if (found === undefined) return undefined;
      const { operation, a, b, ranges, whole } = JSON.parse(found.description) as Described;
      const both = found.ranges.flatMap((range, index) => {
        const place = ranges[index];
        return place === undefined ? [] : [{ ...place, expected: range.a, actual: range.b }];
      });
      return { operation, expected: a, actual: b, ranges: both, whole };
    },
    counts: () => raw.counts(),
    close: () => raw.close(),
  };
}
