/**
 * What a recording of LLVM is, whatever its name: the SHA-256 of its descriptor, of the image that is executed, and of when its memory was
 * written, which may be gigabytes: a copy of the recording may count as another, another never as the same.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import type { LlvmRecording } from '../../protocol/neighbour/llvm';

/** "sha256:...", or undefined where a file cannot be read. Rejects when aborted. */
export async function recordingKey(capture: string, { files }: LlvmRecording, signal: AbortSignal): Promise<string | undefined> {
  const placeOf = (wanted: 'image' | 'memory'): readonly string[] =>
    files.filter(({ role }) => role === wanted).map(({ name }) => path.join(path.dirname(capture), name));
  const hash = createHash('sha256');
  try {
    for (const file of placeOf('memory')) {
      const { size, mtimeNs } = await stat(file, { bigint: true });
      hash.update(`${String(size)} ${String(mtimeNs)}\0`);
    }
    for (const file of [capture, ...placeOf('image')]) {
      // So that what ends one file does not begin the next.
      hash.update(`${path.extname(file)}\0`);
      for await (const piece of createReadStream(file, { signal })) hash.update(piece as Buffer);
    }
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
  return `sha256:${hash.digest('hex')}`;
}
