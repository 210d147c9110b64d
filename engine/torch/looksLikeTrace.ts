/** Whether a file is a trace of PyTorch's profiler, by how its text begins: without reading the gigabytes that follow. */
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, gunzip } from 'node:zlib';

/** What stands before the events is mostly a few kilobytes; of machines with eight devices about ten. */
const HEAD = 64 * 1024;

/** What PyTorch's profiler (libkineto) writes before the events, and what each event of Chrome's format has. */
const MEMBER = /^\s*\{[^]*?"(?:traceEvents|deviceProperties)"\s*:\s*\[/;
const LIST = /^\s*\[\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*"ph"\s*:\s*"/;

/** False of what cannot be read, too. */
export async function looksLikeTrace(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    const text = (await unpacked(buffer.subarray(0, bytesRead))).toString('utf8', 0, HEAD);
    return MEMBER.test(text) || LIST.test(text);
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

const unpacked = (bytes: Buffer): Buffer | Promise<Buffer> =>
  bytes[0] === 0x1f && bytes[1] === 0x8b ? promisify(gunzip)(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes;
