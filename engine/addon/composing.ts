/** Copies of captures that tell what they compute, by the addon. Executes nothing. */
import type { U64 } from '../../protocol/base/u64';
import type { RunOutput } from '../../protocol/replay/run';
import { cancellable } from './cancellable';
import { loadAddon } from './load';

/** What the recorded application read back, and what computed it. */
export interface HostReads {
  /** How many devices the capture was recorded on. */
  readonly devices: number;
  /** The outputs of a replay, in recorded order. */
  readonly outputs: readonly RunOutput[];
  /** Names of the functions that dispatches call. */
  readonly functions: readonly string[];
}

/** Finds them. Rejects with the first reason why no device can replay the capture, and where it writes files. */
export async function hostReads(capture: string, signal?: AbortSignal): Promise<HostReads> {
  const addon = loadAddon();
  return JSON.parse(await cancellable(addon, signal, (cancel) => addon.hostReads(capture, cancel))) as HostReads;
}

/** A range of a buffer behind a record, and the file of that length that a replay writes it to, by its absolute path. */
export interface Tap {
  readonly record: number;
  readonly buffer: U64;
  readonly offset: U64;
  readonly length: U64;
  readonly path: string;
}

/** Writes a copy with taps, which is replayed with one device more, the last: local-sync, which writes the files. */
export async function composeTaps(source: string, target: string, taps: readonly Tap[], signal?: AbortSignal): Promise<void> {
  const addon = loadAddon();
  await cancellable(addon, signal, (cancel) => addon.composeTaps(source, target, taps, cancel));
}
