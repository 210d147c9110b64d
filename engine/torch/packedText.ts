/** Files of descriptions as text, compressed by gzip or not. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** The longest text that is read: what a string of JavaScript holds. */
const MOST_BYTES = 512 * 1024 * 1024 - 64;

/** The text of a file that gzip may have compressed. Rejects with a sentence where it is larger than 512 MiB. */
export async function readText(file: string): Promise<string> {
  const tooLarge = (): Error => new Error(`${file} is larger than 512 MiB, the most that is read`);
  const bytes = await readFile(file);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    if (bytes.length > MOST_BYTES) throw tooLarge();
    return bytes.toString('utf8');
  }
  try {
    return (await promisify(gunzip)(bytes, { maxOutputLength: MOST_BYTES })).toString('utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new Error(`${file} cannot be unzipped: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
