/** The file that a composed copy writes ranges of buffers into. */
import { promises as fs } from 'node:fs';

/** Makes it, full of zeros, and gives it a time of long ago: one that is written to has another. */
export async function makeTapFile(file: string, length: number): Promise<void> {
  await fs.writeFile(file, '');
  await fs.truncate(file, length);
  await fs.utimes(file, 0, 0);
}

/** What a replay has written. Rejects where it has written nothing. */
export async function readTapFile(file: string, length: number): Promise<Uint8Array> {
  const found = await fs.stat(file).catch(() => undefined);
  const isWritten = found?.size === length && (length === 0 || found.mtimeMs !== 0);
  if (!isWritten) throw new Error('the replay ended well, but what buffers held was not written');
  return new Uint8Array(await fs.readFile(file));
}
