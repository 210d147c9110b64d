/** The result of a substitution. Times are nanoseconds. */
import * as v from 'valibot';
import { runCrash } from './crash';
import { benchmarkEnvironment } from './environment';
import { comparedKernel, comparedLoop } from './hotspotsComparison';
import type { ResultOf } from './option';
import { count } from './problem';
import { sampleStatistics } from './statistics';
import { times } from './times';
import { hint, verificationResult } from './verificationResult';

/**
 * `crashed` and `timed-out` when the candidate's code did not finish; `depends-on-unwritten-memory` when its results, or the original's,
 * do, or on where buffers lie; `keeps-state` when it was right, but leaves something behind besides results: in data of its own, outside
 * of its buffers, or in how its thread computes; `unknown` when nothing says whether it is right, or nothing was timed.
 */
const verdict = v.picklist([
  ...(['results-differ', 'unknown', 'crashed', 'timed-out', 'depends-on-unwritten-memory', 'keeps-state'] as const),
  ...(['faster', 'slower', 'no-difference', 'not-known-yet'] as const),
]);

/** A ratio of medians, and its 95 % interval by a bootstrap of the pairs: low, high. */
const estimate = v.object({ ratio: v.number(), interval: v.tuple([v.number(), v.number()]) });

/** One thing timed on both sides. */
const pairedRow = v.object({
  kind: v.picklist(['capture', 'scope', 'dispatch']),
  label: v.string(),
  record: v.exactOptional(count),
  via: v.exactOptional(count),
  /** Dispatches or scopes in one sample. */
  count,
  /** Times of each pair, in order. */
  original: times,
  candidate: times,
  originalStatistics: sampleStatistics,
  candidateStatistics: sampleStatistics,
  /** Of the original, prepared a second time. */
  originalAgain: v.exactOptional(times),
  /** Everything is prepared anew after some pairs: how many pairs each preparation has, in order. */
  preparations: v.exactOptional(v.array(count)),
  /** Executions between two readings of the clock, where it is too short for one; the times are of one execution. */
  batch: v.exactOptional(count),
  /** The original's median time / the candidate's: above 1 the candidate is faster. */
  ...estimate.entries,
  verdict: v.picklist(['faster', 'slower', 'no-difference', 'not-known-yet']),
  /** What it would take to know it: "samples", "unconfirmed", ... */
  missing: v.exactOptional(
    v.picklist([
      ...(['unmeasurable', 'ten-samples', 'samples', 'noise', 'within-noise'] as const),
      ...(['unconfirmed', 'inputs', 'disturbed', 'heaps', 'drift', 'recorded'] as const),
    ]),
  ),
  /** How far the original may be from itself, prepared again and again and measured in turn, in parts: nothing less is a difference. */
  noise: v.exactOptional(v.number()),
  /** The original, prepared a second time, against the candidate: it has to say the same. */
  again: v.exactOptional(estimate),
  /** The ratio on the recorded inputs, and on the other ones of every second preparation, where they are not the same. */
  onInputs: v.exactOptional(v.object({ recorded: v.number(), others: v.number() })),
});

/** A file that a candidate is built or read from. */
const candidateFile = v.object({
  path: v.string(),
  /** "sha256:...", of its contents from before the build to the end; absent where it was written to meanwhile, or could not be read. */
  content: v.exactOptional(v.string()),
});

/** Samples of original and candidate, where the times say that there is a difference. */
const sampled = v.object({
  /** Which loop made the difference, with what it computes on in both; or why that is not known. */
  sentence: v.string(),
  /** Of what was substituted, the original before and the candidate after; absent where nothing could be compared. */
  kernels: v.exactOptional(v.array(comparedKernel)),
  /** Each with the most samples first. */
  loops: v.exactOptional(v.array(comparedLoop)),
});

const candidateResult = v.object({
  name: v.string(),
  /** Of the first row, `not-known-yet` where the times do not tell; of the verification where results differ; of how its process ended. */
  verdict,
  /** "Results agree. k.so: 1.31x faster [1.28, 1.34] in matmul, 40 pairs." */
  sentence: v.string(),
  /** Absent when the candidate crashed or took too long. */
  verification: v.exactOptional(verificationResult),
  crash: v.exactOptional(runCrash),
  /** For one that crashed or took too long; those of a verification are there. */
  hints: v.exactOptional(v.array(hint)),
  /** Empty unless results agree: a wrong kernel is not timed. The first row is what was changed, and what the verdict is about. */
  rows: v.array(pairedRow),
  sampled: v.exactOptional(sampled),
  /** What the verdict is about. */
  files: v.exactOptional(v.array(candidateFile)),
});

export const substituteResult = v.object({
  candidates: v.array(candidateResult),
  environment: benchmarkEnvironment,
  /** Of the first row. */
  noise: v.exactOptional(v.number()),
  seed: count,
});

/** The verdict on a candidate's times and results. */
export type Verdict = ResultOf<typeof verdict>;
/** One thing timed on both sides. */
export type PairedRow = ResultOf<typeof pairedRow>;
export type CandidateFile = ResultOf<typeof candidateFile>;
export type CandidateResult = ResultOf<typeof candidateResult>;
export type SampledCandidate = ResultOf<typeof sampled>;
export type SubstituteResult = ResultOf<typeof substituteResult>;
