/** The result of a substitution. Times are nanoseconds. */
import * as v from 'valibot';
import { runCrash } from './crash';
import { benchmarkEnvironment } from './environment';
import type { ResultOf } from './option';
import { count } from './problem';
import { sampleStatistics } from './statistics';
import { times } from './times';
import { hint, verificationResult } from './verificationResult';

/**
 * `crashed` and `timed-out` when the candidate's code did not finish; `unknown` when nothing says whether it is right, or nothing was
 * timed.
 */
const verdict = v.picklist(['results-differ', 'unknown', 'crashed', 'timed-out', 'faster', 'slower', 'no-difference']);

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
  /** Original time / candidate time, median over pairs: above 1 the candidate is faster. */
  ratio: v.number(),
  /** 95 % bootstrap interval of the ratio: low, high. */
  interval: v.tuple([v.number(), v.number()]),
  verdict: v.picklist(['faster', 'slower', 'no-difference']),
});

const candidateResult = v.object({
  name: v.string(),
  /** Of the first row; of the verification where results differ; of how its process ended. */
  verdict,
  /** "Results agree. The candidate is 1.31x faster [1.28, 1.34] in scope execute." */
  sentence: v.string(),
  /** Absent when the candidate crashed or took too long. */
  verification: v.exactOptional(verificationResult),
  crash: v.exactOptional(runCrash),
  /** For one that crashed or took too long; those of a verification are there. */
  hints: v.exactOptional(v.array(hint)),
  /** Empty unless results agree: a wrong kernel is not timed. The verdict is about the first row. */
  rows: v.array(pairedRow),
});

export const substituteResult = v.object({
  candidates: v.array(candidateResult),
  environment: benchmarkEnvironment,
  /** The original against itself, over as many pairs: how far the median ratio is from 1. Less is no difference. */
  noise: v.exactOptional(v.number()),
  seed: count,
});

/** The verdict on a candidate's times and results. */
export type Verdict = ResultOf<typeof verdict>;
/** One thing timed on both sides. */
export type PairedRow = ResultOf<typeof pairedRow>;
export type CandidateResult = ResultOf<typeof candidateResult>;
export type SubstituteResult = ResultOf<typeof substituteResult>;
