/** One checkout against another, both built: what a user waits for, and how soon a benchmark of one dispatch starts measuring. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { dispatchTable } from './dispatches';
import { programLines } from './programs';
import { openingLine } from './windows';

/** The tables in Markdown; both are folders of built checkouts. */
export async function beforeAfterTables(before: string, after: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-before-'));
  try {
    const lines = [...(await programLines(before, after, path.join(folder, 'output'))), await openingLine(before, after, folder)];
    const whole = [
      '| what | before | after | after / before | no slower than 1.03, but for noise |',
      '| --- | --- | --- | --- | --- |',
      ...lines,
    ];
    return `${whole.join('\n')}\n\n${await dispatchTable(before, after)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
