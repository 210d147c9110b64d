/** The rows that answer a question about a profile: what `ireereplay profile QUESTION --format=jsonl` prints, parsed. */
import { exportLines } from './exportLines';
import type { QuestionRows, TableQuestion } from '../../protocol/profile/profile';

/** Rows of each type that are kept: a table of more is read by nobody. */
const MOST_ROWS = 10_000;
/** Lines after which no more are counted: what they say is in the counts that the profile's summary has. */
const MOST_LINES = 1_000_000;

type Row = QuestionRows['rows'][number];

/** Of a profile that ends early what is whole; rejects only where nothing could be read, or when `signal` is aborted. */
export async function questionRows(profile: string, question: TableQuestion, signal?: AbortSignal): Promise<QuestionRows> {
  const rows: Row[] = [];
  const counts = new Map<string, number>();
  let lines = 0;
  try {
    for await (const line of exportLines(profile, question, () => undefined, signal)) {
      lines++;
      const type = /^\{"type":"(\w+)"/.exec(line)?.[1] ?? '';
      const count = (counts.get(type) ?? 0) + 1;
      counts.set(type, count);
      if (count <= MOST_ROWS) rows.push(rowOf(line));
      if (lines === MOST_LINES) break;
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (rows.length === 0) throw error;
  }
  return { rows, more: lines - rows.length };
}

/** Integers that no double holds come as their digits. */
export function rowOf(line: string): Row {
  const exact = line.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (found) =>
    !/^-?\d{16,}$/.test(found) || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
  );
  return JSON.parse(exact) as Row;
}
