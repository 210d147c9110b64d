/** profile roof: how near dispatches come to what the machine can do. */
import * as v from 'valibot';
import { job } from './job';
import { option, type ResultOf } from './option';

const bandwidthShare = v.object({
  /** Of a cache; 0 for memory. */
  level: v.number(),
  /** What moved so much. */
  kind: v.string(),
  /** Bytes a second. */
  roof: v.number(),
  /** Of the roof, in parts: above 1 where not all that is bound comes from there. */
  share: v.number(),
});

/** What cannot be known is absent. */
export const standing = v.object({
  /** If all that is bound were read or written once. */
  bytesASecond: v.exactOptional(v.number()),
  /** Against the most that any kind moves from memory, and against copying as compiled code does it. */
  memory: v.exactOptional(bandwidthShare),
  copying: v.exactOptional(bandwidthShare),
  /** The lowest cache that holds all that is bound; 0 where none does. */
  fitsIn: v.exactOptional(v.number()),
  /** Against the most that comes from that cache. */
  cache: v.exactOptional(bandwidthShare),
  operationsASecond: v.exactOptional(v.number()),
  /** Against the most of that type, at the vector width that does most. */
  arithmetic: v.exactOptional(v.object({ type: v.string(), bits: v.number(), roof: v.number(), share: v.number() })),
  /** Operations for each byte that is bound. */
  intensity: v.exactOptional(v.number()),
  /** The roof that it is nearer to, if all that is bound comes from memory. */
  binds: v.exactOptional(v.picklist(['memory', 'arithmetic'])),
});

/** What operations compute with. */
const operationType = v.picklist(['f32', 'f64', 'bf16', 'i32', 'i8']);
export type OperationType = v.InferOutput<typeof operationType>;

/** The loop without loops in it that has the most samples of a function, and what its machine code says of an iteration. */
const hotLoop = v.object({
  /** "matmul.c:12", or where its code begins: "0x1040". */
  place: v.string(),
  /** Of the samples of the function, from 0 to 1. */
  share: v.number(),
  /** Operations for each byte that it loads or stores, whether that comes from a cache or from memory. Absent where it is not known. */
  intensity: v.exactOptional(v.number()),
  /** What it computes with, where that is one type. */
  type: v.exactOptional(operationType),
  /** Why the intensity is not known. */
  unknown: v.exactOptional(v.string()),
});
export type HotLoop = ResultOf<typeof hotLoop>;

const row = v.object({
  function: v.string(),
  /** Those whose times are known. */
  dispatches: v.number(),
  untimed: v.number(),
  /** Nanoseconds, of all of them. */
  totalNs: v.number(),
  /** Nanoseconds; of dispatches evenly chosen where there are many. Absent without times. */
  medianNs: v.exactOptional(v.number()),
  /** What is bound to each: how many bindings, and all their bytes. */
  bindings: v.exactOptional(v.number()),
  bytes: v.exactOptional(v.number()),
  /** Of each, as --operations says. */
  operations: v.exactOptional(v.number()),
  ...standing.entries,
  /** Of profiles with samples. */
  loop: v.exactOptional(hotLoop),
  /** What is not known, one sentence each. */
  unknown: v.array(v.string()),
});

const summary = v.object({
  cpu: v.string(),
  /** When the roof was measured, ISO 8601. */
  measured: v.string(),
  /** Whose roof it is: as many threads as replayed, one or one for each processor. */
  threads: v.number(),
  /** Of --operations. */
  operationType: v.string(),
  /** What is to be thought of when shares are read, one sentence each. */
  notes: v.array(v.string()),
});

export type ProfileRoofRow = ResultOf<typeof row>;
export interface ProfileRoofResult extends ResultOf<typeof summary> {
  /** By total time, the longest first. */
  readonly rows: readonly ProfileRoofRow[];
}

const OPERATIONS = /^([\s\S]+)=(\d*\.?\d+(?:[eE]\+?\d+)?)$/;

/** The function, and its operations in each dispatch. */
export function operationsOf(said: string): readonly [name: string, operations: number] {
  const [, name = '', operations = ''] = OPERATIONS.exec(said) ?? [];
  return [name, Number(operations)];
}

export const profileRoof = job({
  name: 'profile roof',
  file: 'profile',
  summary: 'say how near dispatches come to what this machine can do',
  description:
    'Says of each function how many bytes a second it moves if all that is bound to its dispatches is read or written once, and what share\n' +
    "that is of this machine's bandwidth, from memory and from the cache that holds as much; `ireereplay roof` shows and measures that.\n" +
    'A kernel may touch less of what is bound to it, and may go through some of it more than once. Operations are known where\n' +
    '--operations says them. Where the profile has samples, the machine code of the hottest loop says how many operations it has for\n' +
    'each byte that it loads or stores, from wherever they come: not how many a dispatch has, for that depends on how often it runs.\n' +
    'Who touches memory first waits for the system to give it: profiles of `ireereplay benchmark` are of memory that was touched\n' +
    'before. Of profiles that ireereplay records of host executions; of others it says what is not known.',
  examples: [
    'run.ireeprof',
    '--operations=matmul_dispatch_0_matmul_256x256x256_f32=33554432 run.ireeprof',
    '--format=jsonl run.ireeprof | jq \'select(.type == "roof_row")\'',
  ],
  options: v.object({
    capture: v.string(),
    operations: v.exactOptional(
      option(v.array(v.pipe(v.string(), v.regex(OPERATIONS))), {
        flag: 'operations',
        placeholder: 'FUNCTION=N',
        description: 'Operations in each dispatch of a function: a multiplication and an addition are two.',
        wrong: (text) => `--operations=${text} is not FUNCTION=N`,
      }),
      [],
    ),
    type: v.exactOptional(
      option(operationType, {
        flag: 'type',
        placeholder: 'f32|f64|bf16|i32|i8',
        description: 'What these operations compute with; f32 by default.',
      }),
      'f32',
    ),
  }),
  output: v.object({
    format: v.exactOptional(
      option(v.picklist(['text', 'jsonl']), {
        flag: 'format',
        placeholder: 'text|jsonl',
        description: 'text for reading (the default), jsonl for programs: a summary and a row a line.',
      }),
      'text',
    ),
  }),
  /** Of each line: the summary, then the rows. */
  result: () =>
    Promise.resolve(
      v.variant('type', [
        v.object({ type: v.literal('roof_summary'), ...summary.entries }),
        v.object({ type: v.literal('roof_row'), ...row.entries }),
      ]),
    ),
});
