/** diff: what differs between two captures. */
import * as v from 'valibot';
import { comparisonOptions } from './comparison';
import { format } from './format';
import { job } from './job';
import { option, type OptionsOf, type ResultOf, type ToldOf } from './option';
import { count, u64 } from './problem';
import { wholeNumber } from './texts';

const options = v.object({
  capture: v.string(),
  before: option(v.pipe(v.string(), v.nonEmpty()), {
    flag: 'before',
    placeholder: 'CAPTURE',
    description: 'The capture to compare with, A: what differs is said as a change of it into the other, B.',
  }),
  most: v.exactOptional(
    option(wholeNumber(0, 1_000_000), {
      flag: 'most',
      placeholder: 'N',
      description: 'Lists this many records that differ, and objects. All are counted, and executables are always listed.',
    }),
    100,
  ),
  /** Also what they compute. */
  outputs: v.exactOptional(
    option(v.boolean(), {
      flag: 'outputs',
      description: 'Also replays both, compares what the applications read back, and finds the first operation whose results differ.',
    }),
    false,
  ),
  devices: v.exactOptional(
    option(v.array(v.string()), {
      flag: 'device',
      placeholder: 'local-sync|local-task',
      description: 'Device to replay both on; repeat it for captures with several devices. local-sync by default.',
    }),
    [],
  ),
  type: comparisonOptions.type,
  tolerance: comparisonOptions.tolerance,
});

const extent = v.object({
  records: count,
  bytes: count,
  version: v.string(),
  /** Why it ends before its file; not of a whole one. */
  end: v.exactOptional(v.string()),
});

const comparedFunction = v.object({
  name: v.string(),
  /** Of its machine code, the data that this reads, and what it calls, wherever in the file they lie. */
  change: v.picklist(['same', 'differs', 'unknown', 'removed', 'added']),
  /** `code`, `constants`, or why it is not known. */
  why: v.exactOptional(v.string()),
  /** Of its code; 0 where there is none, or where its end is not known. */
  bytesA: count,
  bytesB: count,
});

const comparedExecutable = v.object({
  /** Records that prepare it. */
  recordA: count,
  recordB: count,
  /** Object ids. */
  idA: u64,
  idB: u64,
  /** Of the binary. */
  bytesA: count,
  bytesB: count,
  /** Why only the binary as a whole was compared. */
  unread: v.exactOptional(v.string()),
  /** All that the two have. */
  functions: v.array(comparedFunction),
});

/** Bytes of a field that differ, in the payloads of its record: counted from their begins. */
const differingBytes = v.object({
  beginA: count,
  lengthA: count,
  beginB: count,
  lengthB: count,
  /** The first that differs, from the begin of the field; the length of the shorter where it begins the longer. */
  first: count,
  /** How many differ of those that both have. */
  differing: count,
  /** From the first on, at most 8, in hex. */
  a: v.string(),
  b: v.string(),
});

const objectSide = v.object({
  /** Its object record. */
  record: count,
  id: u64,
  /** Of a buffer, a file, or an executable's binary. */
  bytes: v.exactOptional(u64),
});

const comparedObject = v.object({
  kind: v.string(),
  /** Absent where only the other capture has it. */
  a: v.exactOptional(objectSide),
  b: v.exactOptional(objectSide),
});

/** Objects of one kind, all of both captures. */
const objectKind = v.object({
  kind: v.string(),
  same: count,
  /** Their object records differ; of executables what prepares them, too. */
  changed: count,
  added: count,
  removed: count,
  /** Sums of the sizes, where the kind has any. */
  bytesA: u64,
  bytesB: u64,
});

const comparedRecord = v.object({
  /** Absent where only the other capture has it. */
  a: v.exactOptional(count),
  b: v.exactOptional(count),
  operation: v.string(),
  /** The function that it dispatches. */
  name: v.exactOptional(v.string()),
  /** Of a record that both have. */
  fields: v.array(
    v.object({
      field: v.string(),
      a: v.string(),
      b: v.string(),
      /** Absent of what the record's header says. */
      bytes: v.exactOptional(differingBytes),
    }),
  ),
});

const diffResult = v.object({
  /** `unknown`: what could be compared is the same, but not all could. */
  verdict: v.picklist(['same', 'differ', 'unknown']),
  /** Why it is not known. */
  unknown: v.exactOptional(v.string()),
  a: extent,
  b: extent,
  /** Records that both have and that are the same; that differ; that only B has; that only A has. */
  same: count,
  changed: count,
  added: count,
  removed: count,
  /** So much differs that more records may have a counterpart than were found. */
  matchedRoughly: v.boolean(),
  /** Executables of which the binary is the same. */
  sameExecutables: count,
  /** Of which it differs. */
  executables: v.array(comparedExecutable),
  /** In the order of the captures. */
  records: v.array(comparedRecord),
  objectKinds: v.array(objectKind),
  /** Those that are not the same, in the order of the captures. */
  objects: v.array(comparedObject),
});

export const diff = job({
  name: 'diff',
  summary: 'say what differs between two captures',
  description:
    'Compares two captures, without executing them but for --outputs: operations, grids, sizes, constants, executables by content and by function, and every\n' +
    'byte that they hold. `diff A B` is the same as `diff --before=A B`. Records are matched whole, then by function or scope, then by\n' +
    'operation; their numbers, the ids of their objects and the threads that recorded them may differ. A function of an x86-64 executable\n' +
    'differs where its machine code, the constants that it reads or what it calls does, wherever they lie.\n' +
    'Exit status 0 only where the captures are the same, 3 where they differ, 1 where that is not known.',
  examples: [
    'before.ireereplay after.ireereplay',
    '--outputs --relative=1e-5 before.ireereplay after.ireereplay',
    "--format=json before.ireereplay after.ireereplay | jq '.executables[].functions'",
  ],
  options,
  output: v.object({ format: format(['text', 'json'], 'text for reading (the default), json for programs.') }),
  result: async () => {
    const { verificationResult } = await import('./verificationResult');
    /** `outputs`: with --outputs, what B computes against what A does. */
    return v.object({ ...diffResult.entries, outputs: v.exactOptional(verificationResult) });
  },
});

export type DiffOptions = OptionsOf<typeof options>;
export type DiffTold = ToldOf<typeof options>;
export type DiffResult = ResultOf<typeof diffResult>;
export type ComparedExecutable = ResultOf<typeof comparedExecutable>;
export type ComparedRecord = ResultOf<typeof comparedRecord>;
export type ComparedObject = ResultOf<typeof comparedObject>;
export type ComparedObjectKind = ResultOf<typeof objectKind>;
