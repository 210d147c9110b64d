/** Original against candidates, interleaved. Times are nanoseconds. */
import type { BenchmarkEnvironment } from './benchmark';
import type { RunCrash, RunOptions } from './run';
import type { SampleStatistics } from './statistics';
import type { Hint, VerificationResult, VerifyOptions } from './verification';

/** What is put in place of the captured. */
export interface Candidate {
  readonly name: string;
  /** As RunOptions.substitutions. */
  readonly substitutions: readonly string[];
  /** As RunOptions.workgroupCounts. */
  readonly workgroupCounts?: readonly string[];
}

export interface SubstituteOptions {
  /** Without substitutions: the original. */
  readonly run: RunOptions;
  readonly candidates: readonly Candidate[];
  /** Most pairs to run; 30 by default. It ends earlier when `seconds` are over, but not before 10. */
  readonly pairs?: number;
  readonly seconds?: number;
  /** Scopes to compare; every scope by default. */
  readonly scopes?: readonly string[];
  /** Records or function patterns of dispatches to compare alone; those of the substituted executables by default. */
  readonly dispatches?: readonly string[];
  /** How results are compared. */
  readonly verify?: Pick<VerifyOptions, 'type' | 'tolerance' | 'expect' | 'level'>;
  /** Of the order of the pairs; by the clock otherwise. */
  readonly seed?: number;
}

/** `crashed` and `timed-out` where the candidate's code did not come to its end. */
export type Verdict = 'results-differ' | 'crashed' | 'timed-out' | 'faster' | 'slower' | 'no-difference';

/** One thing timed on both sides. */
export interface PairedRow {
  readonly kind: 'capture' | 'scope' | 'dispatch';
  readonly label: string;
  readonly record?: number;
  readonly via?: number;
  /** Dispatches or scopes in one sample. */
  readonly count: number;
  /** Times of each pair, in order. */
  readonly original: readonly number[];
  readonly candidate: readonly number[];
  readonly originalStatistics: SampleStatistics;
  readonly candidateStatistics: SampleStatistics;
  /** Original time / candidate time, median over pairs: above 1 the candidate is faster. */
  readonly ratio: number;
  /** 95 % bootstrap interval of the ratio. */
  readonly interval: readonly [low: number, high: number];
  readonly verdict: 'faster' | 'slower' | 'no-difference';
}

export interface CandidateResult {
  readonly name: string;
  /** Of the first row; of the verification where results differ; of how its process ended. */
  readonly verdict: Verdict;
  /** "Results agree. The candidate is 1.31x faster [1.28, 1.34] in scope execute." */
  readonly sentence: string;
  /** Absent when the candidate crashed or took too long. */
  readonly verification?: VerificationResult;
  readonly crash?: RunCrash;
  /** Of one that crashed or took too long; those of a verification are there. */
  readonly hints?: readonly Hint[];
  /** Empty unless results agree: a wrong kernel is not timed. The first row is what the verdict is about. */
  readonly rows: readonly PairedRow[];
}

export interface SubstituteResult {
  readonly candidates: readonly CandidateResult[];
  readonly environment: BenchmarkEnvironment;
  /** The original against itself, as many pairs: how far from 1 the median ratio is. No smaller difference is one. */
  readonly noise?: number;
  readonly seed: number;
}

export interface SubstituteProgress {
  readonly phase: 'building' | 'preparing' | 'verifying' | 'measuring';
  /** Candidate that it is about. */
  readonly name?: string;
  readonly pair: number;
  readonly of: number;
  /** As VerifyProgress.hints, of this candidate. */
  readonly hints?: readonly Hint[];
  /** So far. */
  readonly candidates: readonly CandidateResult[];
}
