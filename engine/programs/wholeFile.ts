/** Files that a reader sees as they were or as they are now, never half written. */
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';

/**
 * Has a file written beside `file`, which it then replaces; resolves with what `write` resolves with. Where that or the renaming fails,
 * rejects as they do: `file` is as it was, and nothing is left beside it.
 */
export async function replaceFile<T>(file: string, write: (beside: string) => Promise<T>): Promise<T> {
  const beside = `${file}.${randomUUID()}.part`;
  try {
    const written = await write(beside);
    await rename(beside, file);
    return written;
  } finally {
    await rm(beside, { force: true });
  }
}
