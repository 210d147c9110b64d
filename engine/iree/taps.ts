/**
 * What the recorded application read back, from replays by the user's IREE: its tools give no outputs, but a copy of the capture can have
 * a second device that writes them into files.
 */
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { RunOptions, RunOutput } from '../../protocol/replay/run';
import { composeTaps, hostReads, type HostReads, type Tap } from '../addon/composing';
import { finishOutputs } from '../addon/outputs';
import { checkRoom, ofCopy } from './composedCopy';
import { makeTapFile, readTapFile } from './tapFile';
import { inOwnFolder } from '../programs/ownFolder';

/** A replay, and the outputs that it left. */
export interface WithOutputs<Ended> {
  readonly ended: Ended;
  readonly outputs: readonly RunOutput[];
}

/** A file of the output's length, which has not been written to. */
interface Waiting {
  readonly output: RunOutput;
  readonly file: string;
  readonly modifiedNs: bigint;
}

/** Makes the file, and gives it a time of long ago: one that is written to has another. */
async function makeFile(folder: string, output: RunOutput): Promise<Waiting> {
  const file = path.join(folder, output.file);
  await fs.writeFile(file, '');
  await fs.truncate(file, Number(output.length));
  await fs.utimes(file, 0, 0);
  return { output, file, modifiedNs: (await fs.stat(file, { bigint: true })).mtimeNs };
}

async function checkWritten({ output, file, modifiedNs }: Waiting): Promise<void> {
  const found = await fs.stat(file, { bigint: true }).catch(() => undefined);
  const isWritten = found?.size === BigInt(output.length) && (found.size === 0n || found.mtimeNs !== modifiedNs);
  if (!isWritten) throw new Error(`the replay ended well, but the output of #${String(output.record)} was not written`);
}

/**
 * Replays a copy of the capture through `replay`, and leaves in `outputs` what a replay by the native engine leaves there: a file for each
 * range that the application mapped for reading, and their index. What it needs beside them is below that folder, and removed in the end.
 * Rejects, before anything is executed, where the capture cannot be replayed by whatever device, writes files, or the disk is too full.
 */
export async function withOutputs<Ended>(
  run: RunOptions,
  outputs: string,
  replay: (copy: RunOptions) => Promise<Ended>,
  signal: AbortSignal,
): Promise<WithOutputs<Ended>> {
  const read = await hostReads(run.capture, signal);
  return inOwnFolder(outputs, async (folder) => {
    const copy = ofCopy(run, read.devices, folder);
    await checkRoom(folder, run.capture, read.outputs);
    const waiting: Waiting[] = [];
    for (const output of read.outputs) waiting.push(await makeFile(folder, output));
    const taps = waiting.map(({ output, file }) => ({ ...output, path: file }));
    await composeTaps(run.capture, copy.capture, taps, { signal });
    const ended = await replay(copy);
    for (const each of waiting) await checkWritten(each);
    for (const { output, file } of waiting) await fs.rename(file, path.join(outputs, output.file));
    return { ended, outputs: await finishOutputs(outputs, read.outputs) };
  });
}

/** What is read: a range of a buffer at a moment. */
export type Wanted = Omit<Tap, 'path' | 'fileOffset'>;

/**
 * Replays a copy of the capture through `replay` up to the last moment, and gives what the ranges hold. All of it is in one file meanwhile,
 * below the system's folder for temporary files, and then in memory. The capture is not decoded for `known` where that is given. Rejects as
 * withOutputs().
 */
export async function readTaps(
  run: RunOptions,
  wanted: readonly Wanted[],
  replay: (copy: RunOptions) => Promise<unknown>,
  signal: AbortSignal,
  known?: HostReads,
): Promise<readonly Uint8Array[]> {
  const { devices } = known ?? (await hostReads(run.capture, signal));
  return inOwnFolder(tmpdir(), async (folder) => {
    const copy = ofCopy(run, devices, folder);
    await checkRoom(folder, run.capture, wanted);
    const file = path.join(folder, 'taps.bin');
    let length = 0;
    const taps = wanted.map((one) => {
      const fileOffset = length;
      length += Number(one.length);
      return { ...one, path: file, fileOffset };
    });
    await makeTapFile(file, length);
    await composeTaps(run.capture, copy.capture, taps, { untilLast: true, signal });
    await replay(copy);
    const bytes = await readTapFile(file, length);
    return taps.map(({ fileOffset, length: size }) => bytes.subarray(fileOffset, fileOffset + Number(size)));
  });
}
