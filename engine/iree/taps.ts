/**
 * What the recorded application read back, from replays by the user's IREE: its tools give no outputs, but a copy of the capture can have
 * a second device that writes them into files.
 */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import type { RunOptions, RunOutput } from '../../protocol/replay/run';
import { composeTaps, hostReads } from '../addon/composing';
import { finishOutputs } from '../addon/outputs';
import { inOwnFolder } from './ownFolder';

/** The device of every IREE that writes files. */
const WRITER = 'local-sync';

/** A replay, and the outputs that it left. */
export interface WithOutputs<Ended> {
  readonly ended: Ended;
  readonly outputs: readonly RunOutput[];
}

/** The devices of a replay, one for each that was recorded. */
function devicesFor({ devices }: RunOptions, recorded: number): readonly string[] {
  if (devices.length === 0) return Array<string>(recorded).fill(WRITER);
  if (devices.length === recorded) return devices;
  const [were, given] = [recorded, devices.length].map(String);
  throw new Error(
    `replay captured ${String(were)} device(s) but ${String(given)} are given: give --device once for each recorded device, in recorded order`,
  );
}

/** The remapping with the longest prefix wins: one of the folder to itself keeps another from sending what is written there elsewhere. */
function staying(folder: string, { fileRemaps }: RunOptions): readonly string[] {
  if (!fileRemaps.some((remap) => folder.startsWith(remap.slice(0, remap.indexOf('='))))) return fileRemaps;
  if (!folder.includes('=')) return [...fileRemaps, `${folder}=${folder}`];
  throw new Error(`a file remapping applies to ${folder}, whose name has an equals sign: write the outputs to another folder`);
}

/** Rejects where there is no room for the outputs and a copy of the capture. */
async function checkRoom(folder: string, capture: string, outputs: readonly RunOutput[]): Promise<void> {
  const [{ bavail, bsize }, { size }] = await Promise.all([fs.statfs(folder, { bigint: true }), fs.stat(capture, { bigint: true })]);
  const wanted = outputs.reduce((sum, { length }) => sum + BigInt(length), size);
  if (wanted <= bavail * bsize) return;
  throw new Error(
    `the disk is too full: the outputs and a copy of the capture take ${String(wanted)} bytes, and ${String(bavail * bsize)} are free in ${folder}`,
  );
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
  const devices = devicesFor(run, read.devices);
  return inOwnFolder(outputs, async (folder) => {
    const fileRemaps = staying(folder, run);
    await checkRoom(folder, run.capture, read.outputs);
    const waiting: Waiting[] = [];
    for (const output of read.outputs) waiting.push(await makeFile(folder, output));
    const capture = path.join(folder, 'taps.ireereplay');
    const taps = waiting.map(({ output, file }) => ({ ...output, path: file }));
    await composeTaps(run.capture, capture, taps, signal);
    const ended = await replay({ ...run, capture, devices: [...devices, WRITER], fileRemaps });
    for (const each of waiting) await checkWritten(each);
    for (const { output, file } of waiting) await fs.rename(file, path.join(outputs, output.file));
    return { ended, outputs: await finishOutputs(outputs, read.outputs) };
  });
}
