/** profile hotspots --against: samples of two profiles side by side, by kernel, loop and line. */
import * as v from 'valibot';
import type { ResultOf } from './option';

const interval = v.tuple([v.number(), v.number()]);

const side = v.object({
  samples: v.number(),
  /** Without those that stand for ones that the system could not take: what confidence rests on. */
  taken: v.number(),
  /** Of all samples of that profile, from 0 to 1, and where it lies with 95 % confidence. */
  share: v.number(),
  shareInterval: interval,
  /** Nanoseconds of processor time, of one run of the replay, or of one dispatch where `per` says so; absent where samples are of no time. */
  timeNs: v.exactOptional(v.number()),
  timeInterval: v.exactOptional(interval),
});

const difference = v.object({
  /** How many times as long it took before: above 1 it gained. Absent where a side has no time, or no samples. */
  ratio: v.exactOptional(v.number()),
  /** 95 %, of what chance does to samples. */
  interval: v.exactOptional(interval),
  /** `gained`: it takes less time now; `lost`: more. */
  verdict: v.picklist(['gained', 'lost', 'unchanged', 'not-known']),
  /** Why it is not known, in a sentence. */
  missing: v.exactOptional(v.string()),
});

const pair = {
  /** Absent where that profile does not have it. */
  before: v.exactOptional(side),
  after: v.exactOptional(side),
  difference,
};

export const comparedKernel = v.object({
  kernel: v.string(),
  ...pair,
  /** What times are of. */
  per: v.picklist(['run', 'dispatch']),
  /** Its machine code is the same in both; absent where that is not known. */
  sameCode: v.exactOptional(v.boolean()),
  /** Which loop made the difference, with what it computes on before and now; or that it is not known. Where the kernel gained or lost. */
  cause: v.exactOptional(v.string()),
  /** What it gained or lost, and the cause. */
  sentence: v.exactOptional(v.string()),
});

const place = v.object({
  firstLine: v.number(),
  lastLine: v.number(),
  /** Loops of machine code that the source's one became: a compiler may make one of vectors and one for what is left. */
  loops: v.number(),
  /** "computes on 8 32-bit floating-point numbers at a time (vectors of 256 bits)": of the one with the most samples; absent where there are too few, or it does none. */
  width: v.exactOptional(v.string()),
  /** 0 where it computes on single elements. */
  vectorBits: v.exactOptional(v.number()),
});

export const comparedLoop = v.object({
  kernel: v.string(),
  /** The function of the source that has it. */
  function: v.string(),
  /** Empty where the code has no lines. */
  path: v.string(),
  ...pair,
  placeBefore: v.exactOptional(place),
  placeAfter: v.exactOptional(place),
  /** Why it has no counterpart, in a sentence. */
  unmatched: v.exactOptional(v.string()),
  /** `new`: no loop of its function had its lines before; `gone`: none has them now. */
  change: v.exactOptional(v.picklist(['new', 'gone'])),
  /** The source is not the same, or it is not known to be. */
  source: v.exactOptional(v.picklist(['changed', 'not-known'])),
  /** "The loop at a.c:7 is 4.1x faster. Before, it computes on ...". Where it gained or lost. */
  sentence: v.exactOptional(v.string()),
});

const line = v.object({
  kernel: v.string(),
  path: v.string(),
  line: v.number(),
  ...pair,
  unmatched: v.exactOptional(v.string()),
});

const sampling = v.object({
  profile: v.string(),
  samples: v.number(),
  event: v.exactOptional(v.string()),
  rateHz: v.exactOptional(v.number()),
  /** How much longer a run was at most because it was sampled, in parts. */
  mostOverhead: v.exactOptional(v.number()),
  method: v.exactOptional(v.string()),
  /** How often the replay was executed. */
  runs: v.exactOptional(v.number()),
});

const summary = v.object({
  /** `capture`: both profiles are of one capture, so that kernels are matched by executable and function; else by name. */
  matchedBy: v.picklist(['capture', 'name']),
  before: sampling,
  after: sampling,
  /** Why nothing is said to have gained or lost, in sentences; empty where it can be said. */
  doubts: v.array(v.string()),
  notes: v.array(v.string()),
});

export type ComparedSide = ResultOf<typeof side>;
export type SampledDifference = ResultOf<typeof difference>;
export type ComparedKernel = ResultOf<typeof comparedKernel>;
export type ComparedLoop = ResultOf<typeof comparedLoop>;
export type ComparedLoopPlace = ResultOf<typeof place>;
export type ComparedLine = ResultOf<typeof line>;
export type HotspotsSummary = ResultOf<typeof summary>;

export interface HotspotsComparison extends HotspotsSummary {
  /** Each with the most samples first. */
  readonly kernels: readonly ComparedKernel[];
  readonly loops: readonly ComparedLoop[];
  readonly lines: readonly ComparedLine[];
}

/** A line of --format=jsonl. */
export const hotspotsComparisonRow = v.variant('type', [
  v.object({ type: v.literal('hotspots_diff_summary'), ...summary.entries }),
  v.object({ type: v.literal('hotspots_diff_kernel'), ...comparedKernel.entries }),
  v.object({ type: v.literal('hotspots_diff_loop'), ...comparedLoop.entries }),
  v.object({ type: v.literal('hotspots_diff_line'), ...line.entries }),
]);
