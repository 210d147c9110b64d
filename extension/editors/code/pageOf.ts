/** Rows as a page asks for them. */
import type { CodePage } from '../../../protocol/code/kernelCode';

/** Rows of an answer. */
const MAX_ROWS = 1000;

export function pageOf<Row>(all: readonly Row[], start: number, count: number): CodePage<Row> {
  const from = Math.max(0, start);
  return { start: from, total: all.length, rows: all.slice(from, from + Math.min(MAX_ROWS, Math.max(0, count))) };
}
