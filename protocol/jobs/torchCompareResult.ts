/** What torch compare found. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { count, u64 } from './problem';
import { sampleStatistics } from './statistics';
import { torchInstallation, torchNotReplayed, torchReplayed, torchUndescribed } from './torchReplayResult';

const verdict = v.picklist(['agrees', 'differs', 'not-known']);

/** A number of JSON, or "inf", "-inf", "nan". */
const number = v.union([v.number(), v.string()]);

const comparedResult = v.object({
  /** "result", "result 1", or the argument that the operator writes. */
  name: v.string(),
  verdict,
  /** Why it differs, or is not known. */
  why: v.exactOptional(v.string()),
  elements: v.exactOptional(count),
  /** Between two elements, the largest. */
  largest: v.exactOptional(number),
  /** So far apart is no difference, beside what --relative allows. */
  tolerance: v.exactOptional(v.number()),
  /** Elements that are farther apart. */
  differing: v.exactOptional(count),
  /** The first of them. */
  first: v.exactOptional(v.object({ index: count, expected: v.string(), actual: v.string() })),
});

/** How many times as long the first takes: above 1 the second is faster. */
const difference = v.object({
  verdict: v.picklist(['faster', 'slower', 'no-difference', 'not-known-yet']),
  ratio: v.number(),
  /** 95 %. */
  interval: v.tuple([v.number(), v.number()]),
  /** How far the first is from itself, in parts. */
  noise: v.exactOptional(v.number()),
  /** The first measured once more, against the second. */
  again: v.exactOptional(v.object({ ratio: v.number(), interval: v.tuple([v.number(), v.number()]) })),
  /** Of not-known-yet: what is missing to know it. */
  missing: v.exactOptional(
    v.picklist([
      ...([
        'unmeasurable',
        'ten-samples',
        'samples',
        'noise',
        'within-noise',
        'unconfirmed',
        'inputs',
        'disturbed',
        'heaps',
        'drift',
      ] as const),
      'recorded',
    ]),
  ),
});

const replays = v.object({
  kind: v.literal('replays'),
  first: torchInstallation,
  second: torchInstallation,
  operations: v.array(
    v.object({
      ...torchReplayed,
      /** differs where any result does; agrees where all do. */
      verdict,
      why: v.exactOptional(v.string()),
      results: v.array(comparedResult),
      /** What was made up where the trace does not tell it. */
      assumed: v.array(v.string()),
      /** Absent of results that differ, and where no times were measured. Samples are nanoseconds, in order. */
      times: v.exactOptional(
        v.object({
          first: v.object({ samples: v.array(v.number()), statistics: sampleStatistics }),
          second: v.object({ samples: v.array(v.number()), statistics: sampleStatistics }),
          difference,
        }),
      ),
    }),
  ),
  /** Compared with nothing, for one of both could not replay them. */
  notReplayed: v.array(v.object({ ...torchNotReplayed.entries, by: v.picklist(['first', 'second']) })),
  undescribed: v.array(torchUndescribed),
  asked: count,
  /** How many agree, differ, and are not known. */
  verdicts: v.object({ agrees: count, differs: count, 'not-known': count }),
  began: v.string(),
  disturbed: v.boolean(),
  notes: v.array(v.string()),
});

const side = v.object({
  count,
  /** Without the operations in them. */
  selfNs: u64,
  /** What devices did for them. */
  deviceSelfNs: u64,
});

const row = v.object({
  name: v.string(),
  /** Types and shapes, in words; empty where the trace has none. */
  inputs: v.string(),
  /** came, went: only one of both traces has it. less, more: the later one has less time, or more. Sums of one recording each have no interval. */
  state: v.picklist(['less', 'more', 'equal', 'came', 'went']),
  before: v.exactOptional(side),
  after: v.exactOptional(side),
  /** Nanoseconds, later less earlier, of what is compared. */
  changeNs: v.number(),
});

const traces = v.object({
  kind: v.literal('traces'),
  /** What is compared: what devices did, where any did something; else what the host did. */
  of: v.picklist(['device', 'host']),
  /** Nanoseconds of all operations together. */
  beforeNs: v.number(),
  afterNs: v.number(),
  /** Operations and shapes of each kind. */
  states: v.object({ less: count, more: count, equal: count, came: count, went: count }),
  /** Those with the largest change first. */
  rows: v.array(row),
  /** Before the limit. */
  count,
  /** What of the traces could not be read: a sentence each. */
  problems: v.array(v.string()),
});

export const torchCompareResult = v.variant('kind', [replays, traces]);

export type TorchComparison = ResultOf<typeof torchCompareResult>;
export type TorchReplaysCompared = ResultOf<typeof replays>;
export type TorchTracesCompared = ResultOf<typeof traces>;
