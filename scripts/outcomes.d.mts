export interface Outcome {
  readonly name: string;
  /** Relative to the checkout. */
  readonly file: string;
  readonly seconds: number;
  readonly outcome: 'passed' | 'failed' | 'skipped';
}
export function howOftenFailed(tests: readonly Outcome[]): readonly string[];
export function googleTestOutcomes(report: string): readonly Outcome[];
export function slowest(tests: readonly Outcome[], most: number): readonly string[];
