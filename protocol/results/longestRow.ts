/** What a benchmark is about, where there is room for one of its times. */
import type { BenchmarkRow } from '../measurement/benchmark';
import type { ReplaySettings } from '../replay/replay';

/** The scope that takes longest, or else whatever does. */
export function longestRow<Row>(rows: readonly Row[], of: (row: Row) => Pick<BenchmarkRow, 'kind' | 'statistics'>): Row | undefined {
  const scopes = rows.filter((row) => of(row).kind === 'scope');
  return [...(scopes.length > 0 ? scopes : rows)].sort((a, b) => of(b).statistics.median - of(a).statistics.median)[0];
}

/** Of IREE's tools every repetition is a sample of the first. */
export const ownRows = (engine: ReplaySettings['engine'], rows: readonly BenchmarkRow[]): readonly BenchmarkRow[] =>
  engine === 'iree' ? rows.filter(({ repetition }) => repetition === 0) : rows;
