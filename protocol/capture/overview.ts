/** What is in a capture, as it is shown while no record is selected: found by reading alone. */
import type { U64 } from '../base/u64';

/** A function that is dispatched. Numbers are of all its launches together. */
export interface FunctionUse {
  /** Object id. */
  readonly executable: U64;
  readonly ordinal: number;
  readonly name: string;
  /** Dispatches that are recorded. */
  readonly dispatches: U64;
  /** How often they are executed. */
  readonly launches: U64;
  readonly workgroups: U64;
  /** Lengths of all bindings: what it may touch. */
  readonly bytes: U64;
  /** Some workgroup counts, or sizes of bindings, are known only when it runs: the number is a lower bound. */
  readonly workgroupsUnknown: boolean;
  readonly bytesUnknown: boolean;
  /** What a dispatch passes: 32-bit constants, and buffers. Absent where the capture does not say. */
  readonly abi?: { readonly constants: number; readonly bindings: number };
  /** Workgroups along each axis. Absent where launches differ in it. */
  readonly grid?: readonly number[];
  /** The first dispatch that is executed, and the submission that executes it where that is another record. */
  readonly record: number;
  readonly via?: number;
}

/** Accesses of one kind to one buffer. */
export interface HostAccesses {
  readonly count: U64;
  /** Of all together. */
  readonly bytes: U64;
  /** Absent where they are of different ranges. */
  readonly offset?: U64;
  readonly length?: U64;
  readonly first: number;
  readonly last: number;
}

export interface BufferUse {
  readonly id: U64;
  readonly bytes: U64;
  /** That made it; absent when none did. */
  readonly record?: number;
  /** Allocated and released by the queue. */
  readonly transient: boolean;
  readonly imported: boolean;
  /** Written by the host with bytes that are in the capture. */
  readonly written?: HostAccesses;
  /** Mapped for reading. */
  readonly read?: HostAccesses;
  /** Read from files, the first of which is `file`. */
  readonly loaded?: HostAccesses;
  readonly file?: U64;
}

export interface CaptureOverview {
  /** Where kernels are called first: the scope `execute`, or another one, or none. */
  readonly work?: {
    /** The first submission that calls one. */
    readonly submission: number;
    readonly scope?: string;
    /** Where the scope begins, and how often there is one of its name. */
    readonly record?: number;
    readonly times?: number;
  };
  readonly functionCount: number;
  readonly launches: U64;
  readonly workgroups: U64;
  /** Those with most workgroups first; at most 1000. */
  readonly functions: readonly FunctionUse[];
  /** Buffers that the application writes, reads or imports; at most 1000 are listed. */
  readonly touchedBuffers: number;
  readonly touched: readonly BufferUse[];
  /** The largest of the other buffers that are not transient; at most 1000. */
  readonly others: readonly BufferUse[];
  /** Buffers that are not transient. When they are released is not recorded. */
  readonly lasting: { readonly count: U64; readonly bytes: U64 };
  /** Transient buffers, with the most bytes of them alive at once in the order of the records, and the allocation that made it so. */
  readonly transient: { readonly count: U64; readonly peak: U64; readonly record?: number };
  /** Records that could not be read, and are not counted. */
  readonly unread: U64;
}
