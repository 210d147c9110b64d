/** How the copy of a capture that writes files is replayed. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import type { U64 } from '../../protocol/base/u64';
import type { RunOptions } from '../../protocol/replay/run';

/** The device of every IREE that writes files. */
const WRITER = 'local-sync';

/** The devices of a replay, one for each that was recorded. */
function devicesFor({ devices }: RunOptions, recorded: number): readonly string[] {
  if (devices.length === 0) return Array<string>(recorded).fill(WRITER);
  if (devices.length === recorded) return devices;
  const [were, given] = [recorded, devices.length].map(String);
  throw new Error(
    `replay captured ${String(were)} device(s) but ${String(given)} are given: give --device once for each recorded device, in the order in which they were recorded`,
  );
}

/** The remapping with the longest prefix wins: one of the folder to itself keeps another from sending what is written there elsewhere. */
function staying(folder: string, { fileRemaps }: RunOptions): readonly string[] {
  if (!fileRemaps.some((remap) => folder.startsWith(remap.slice(0, remap.indexOf('='))))) return fileRemaps;
  if (!folder.includes('=')) return [...fileRemaps, `${folder}=${folder}`];
  throw new Error(`a file remapping applies to ${folder}, whose name has an equals sign: write the outputs to another folder`);
}

/** Rejects where there is no room for what taps write, and a copy of the capture. */
export async function checkRoom(folder: string, capture: string, taps: readonly { readonly length: U64 }[]): Promise<void> {
  const [{ bavail, bsize }, { size }] = await Promise.all([fs.statfs(folder, { bigint: true }), fs.stat(capture, { bigint: true })]);
  const wanted = taps.reduce((sum, { length }) => sum + BigInt(length), size);
  if (wanted <= bavail * bsize) return;
  throw new Error(
    `the disk is too full: what is read and a copy of the capture take ${String(wanted)} bytes, and ${String(bavail * bsize)} are free in ${folder}`,
  );
}

/** The same replay of a copy in the folder, in which it writes its files: with one device more than were recorded. */
export function ofCopy(run: RunOptions, recordedDevices: number, folder: string): RunOptions {
  const devices = [...devicesFor(run, recordedDevices), WRITER];
  return { ...run, capture: path.join(folder, 'taps.ireereplay'), devices, fileRemaps: staying(folder, run) };
}

/** The same replay of a copy in the folder that writes no files. */
export function ofCopyWithoutFiles(run: RunOptions, recordedDevices: number, folder: string): RunOptions {
  return { ...run, capture: path.join(folder, 'copy.ireereplay'), devices: devicesFor(run, recordedDevices) };
}
