/** Files of reports: what tells one from another file, and how it is written. */
import { mkdir, open, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { replaceFile } from '../programs/wholeFile';

const PROGRAM = 'IREE Replay';

/** What a report says that it was made by. */
export const generatorOf = (version: string): string => `${PROGRAM} ${version}`;

/** It stands within the first so many bytes. */
const HEAD_BYTES = 1024;

/** Why a report may not be written to `file`, in a sentence: what is there is not a report. Undefined where one may. */
export async function reportRefusal(file: string): Promise<string | undefined> {
  const there = await headOf(file);
  if (there === undefined || there.includes(`<meta name="generator" content="${PROGRAM} `)) return undefined;
  return `${file} already exists and is not a report: it stays as it is`;
}

/** Rejects where the file of --report may not be written, if there is one: better before long work than after it. */
export async function checkReport({ report }: { readonly report?: string }): Promise<void> {
  const refusal = report === undefined ? undefined : await reportRefusal(path.resolve(report));
  if (refusal !== undefined) throw new Error(refusal);
}

/** How a file begins; undefined where there is none. */
async function headOf(file: string): Promise<string | undefined> {
  const handle = await open(file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    if (!(await handle.stat()).isFile()) return '';
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Writes it as a whole, with its folder, in place of an earlier report; rejects with the refusal where something else is there. */
export async function writeReport(file: string, html: string): Promise<void> {
  const refusal = await reportRefusal(file);
  if (refusal !== undefined) throw new Error(refusal);
  await mkdir(path.dirname(file), { recursive: true });
  await replaceFile(file, (beside) => writeFile(beside, html));
}
