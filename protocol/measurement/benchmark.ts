/** Measuring a capture, its scopes and its dispatches. Times are nanoseconds. */
import type { BenchmarkRow } from '../jobs/benchmarkRow';

export type { Breakdown, BreakdownPart } from '../jobs/breakdown';
export type { BenchmarkOptions, BenchmarkTold } from '../jobs/benchmark';
export type { BenchmarkResult, BenchmarkRow } from '../jobs/benchmarkRow';
export type { BenchmarkEnvironment } from '../jobs/environment';

export interface BenchmarkProgress {
  readonly phase: 'building' | 'preparing' | 'warming-up' | 'measuring';
  /** The row that is being measured. */
  readonly name?: string;
  /** Which of how many that is, from 1. */
  readonly thing?: number;
  readonly things?: number;
  readonly iterations: number;
  /** Iterations that are foreseen. */
  readonly of: number;
  /** Measured so far, the current row included. */
  readonly rows: readonly BenchmarkRow[];
}
