/** What is in a trace of PyTorch's profiler. Times are in nanoseconds. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count, u64 } from './problem';

/** A whole number of 64 bits with its sign. */
const i64 = v.pipe(v.string(), v.regex(/^-?\d+$/));

/** From the begin of the first event to the end of the last; absent where there is none. */
const stretch = {
  /** From the trace's baseTimeNs on. */
  beginNs: v.exactOptional(i64),
  durationNs: v.exactOptional(u64),
};

const kind = v.picklist([
  ...['operation', 'annotation', 'device annotation', 'Python function', 'runtime call', 'driver call', 'kernel', 'copy', 'fill'],
  ...['memory', 'overhead', 'span', 'other'],
] as const);

const category = v.object({
  /** As the trace has it: "cpu_op", "cuda_runtime"; empty of a flat list. */
  category: v.string(),
  kind,
  events: count,
  ...stretch,
});

const thread = v.object({
  /** A stream has kernels, copies or fills. */
  kind: v.picklist(['thread', 'stream']),
  process: v.string(),
  processName: v.exactOptional(v.string()),
  labels: v.exactOptional(v.string()),
  thread: v.string(),
  name: v.exactOptional(v.string()),
  events: count,
  /** In which any of its events lasts. */
  busyNs: u64,
  ...stretch,
});

const deviceUse = v.object({
  /** The trace's process for it, which is its number. */
  device: v.string(),
  labels: v.exactOptional(v.string()),
  /** Kernels, copies and fills. */
  work: count,
  /** In which any of its streams works. */
  busyNs: u64,
  /** In which none does, from its first work to its last. */
  idleNs: u64,
  /** Of it, until the host called for what came next, and from that call on; the rest is before what has no call in the trace. */
  idleUntilCallNs: u64,
  idleFromCallNs: u64,
  ...stretch,
});

const times = {
  count,
  /** From begin to end, once where one is inside of another of the same row. */
  totalNs: u64,
  /** Without the operations in them. */
  selfNs: u64,
  /** Of selfNs, in calls of the runtime and the driver. */
  callsNs: u64,
  /** What devices did for them and for the operations in them; for them alone, and how many kernels, copies and fills that are. */
  deviceTotalNs: u64,
  deviceSelfNs: u64,
  deviceCount: count,
  /** The operations that differentiate them, where the trace has arrows to any. */
  backward: v.exactOptional(v.object({ count, totalNs: u64, deviceTotalNs: u64 })),
};

const operationRow = v.object({ name: v.string(), ...times });

/** With the inputs as the trace has them, an entry for each; empty where it has none. */
const shapeRow = v.object({
  name: v.string(),
  inputDims: v.array(v.unknown()),
  inputTypes: v.array(v.string()),
  inputStrides: v.exactOptional(v.array(v.unknown())),
  concreteInputs: v.array(v.string()),
  ...times,
});

const kernelRow = v.object({
  name: v.string(),
  kind: v.picklist(['kernel', 'copy', 'fill']),
  count,
  totalNs: u64,
  leastNs: u64,
  mostNs: u64,
  /** Copied or filled, where the trace says it. */
  bytes: v.exactOptional(u64),
});

/** What was reached the same way, of all threads and steps together. */
const treeRow = v.object({
  /** Nodes above it. */
  depth: count,
  name: v.string(),
  kind,
  count,
  totalNs: u64,
  /** Without what is below. */
  selfNs: u64,
  /** What devices did for it and for all that is below. */
  deviceTotalNs: u64,
  deviceCount: count,
});

/** `count` are all rows; those shown are those with the most time. */
const table = <Row extends v.GenericSchema>(row: Row) => v.object({ count, rows: v.array(row) });

export const torchInfoResult = v.object({
  /** Of the text: of a compressed file once it is unpacked. */
  bytes: u64,
  /** With a time; flows and metadata are not among them. */
  events: count,
  ...stretch,
  schemaVersion: v.exactOptional(u64),
  /** Where the trace's times begin, since 1970. */
  baseTimeNs: v.exactOptional(u64),
  /** Those of the machine, used or not. */
  devices: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      memoryBytes: v.exactOptional(u64),
      /** Streaming multiprocessors or compute units. */
      processors: v.exactOptional(u64),
    }),
  ),
  distributed: v.exactOptional(v.object({ backend: v.string(), rank: v.exactOptional(u64), worldSize: v.exactOptional(u64) })),
  /** Those with most events first. */
  categories: v.array(category),
  threads: v.array(thread),
  deviceUses: v.array(deviceUse),
  /** Arrows between events: how many begin, how many end, and how many do both. */
  flows: v.array(v.object({ category: v.string(), begins: count, ends: count, whole: count })),
  /** Of what devices did; absent where they did nothing. */
  launches: v.exactOptional(
    v.object({
      /** Kernels, copies and fills of which the trace has the call, and how many calls these are. */
      work: count,
      calls: count,
      callsNs: u64,
      /** From the begin of the call to that of what it launched. */
      medianDelayNs: u64,
      mostDelayNs: u64,
      /** Kernels, copies and fills that no operation of the trace launched. */
      withoutOperation: count,
    }),
  ),
  operations: count,
  /** Of these, those with shapes and types. */
  operationsWithInputs: count,
  byOperation: table(operationRow),
  byShape: table(shapeRow),
  byKernel: table(kernelRow),
  /** What called what: of the nodes with most time, each below what is above it. */
  tree: table(treeRow),
  /** What the trace lacks, what then cannot be done, and how to record it: a sentence each. */
  missing: v.array(v.string()),
  /** What could not be read, with its place in the text. */
  problems: v.array(v.object({ message: v.string(), offset: u64 })),
});

export type TorchTraceInfo = ResultOf<typeof torchInfoResult>;
export type TorchOperationRow = ResultOf<typeof operationRow>;
export type TorchShapeRow = ResultOf<typeof shapeRow>;
export type TorchTreeRow = ResultOf<typeof treeRow>;
export type TorchKernelRow = ResultOf<typeof kernelRow>;
