/**
 * One dispatch, executed again and again on devices of the user's IREE: in a copy of the capture, which is replayed up to it. What it leaves and
 * what it takes come from two replays: the device that writes files has no times of dispatches, and IREE's tool records none of any device
 * then.
 */
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import type { RunOptions } from '../../protocol/replay/run';
import type { BufferRange } from '../addon/bufferRange';
import { hostReads } from '../addon/composing';
import { composeRepetitions, type RepeatedDispatch } from '../addon/repetitions';
import { inOwnFolder } from '../programs/ownFolder';
import { checkRoom, ofCopy, ofCopyWithoutFiles } from './composedCopy';
import { readDispatchEvents, type DispatchEvent } from './dispatchEvents';
import { IreeFailure, replayOnce } from './replay';
import { makeTapFile, readTapFile } from './tapFile';
import type { IreeTools } from './tools';

/** A dispatch, and what is done at its place. */
export type Series = Omit<RepeatedDispatch, 'path'>;

/** What a dispatch binds, and what that held. */
export interface BoundMemory {
  readonly bound: readonly BufferRange[];
  /** Before the first repetition: all ranges, one behind the other. */
  readonly before: Uint8Array;
  /** Behind each of those that are tapped. */
  readonly behind: readonly Uint8Array[];
}

/** The time of one replay is for each repetition, which is a part of one. */
const inTime = (run: RunOptions, { repetitions }: Series): RunOptions =>
  run.timeoutMs === undefined ? run : { ...run, timeoutMs: run.timeoutMs * (1 + repetitions.length) };

const sizeOf = (bound: readonly BufferRange[]): number => bound.reduce((sum, { length }) => sum + Number(length), 0);

/** Replays the series, and gives what its dispatch leaves. Rejects with a sentence where it cannot be composed, and with IreeFailure. */
export async function tappedRepetitions(tools: IreeTools, run: RunOptions, series: Series, signal: AbortSignal): Promise<BoundMemory> {
  const { devices } = await hostReads(run.capture, signal);
  return inOwnFolder(tmpdir(), async (folder) => {
    const copy = ofCopy(inTime(run, series), devices, folder);
    const file = path.join(folder, 'taps.bin');
    const bound = await composeRepetitions(run.capture, copy.capture, { ...series, path: file }, signal);
    const size = sizeOf(bound);
    const tapped = series.repetitions.filter((one) => one.tapped).length;
    await checkRoom(folder, run.capture, [{ length: String((1 + tapped) * size) }]);
    await makeTapFile(file, (1 + tapped) * size);
    await replayOnce(tools, copy, [], signal);
    const bytes = await readTapFile(file, (1 + tapped) * size);
    const [before = new Uint8Array(), ...behind] = Array.from({ length: 1 + tapped }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    return { bound, before, behind };
  });
}

/** What the tool is asked to record of the dispatches. */
const DISPATCH_TIMES = '--device_profiling_mode=dispatch-events,executable-metadata';

/** Why the devices have no times of dispatches, as IREE's tool says it. */
export class NoDispatchTimes extends Error {}

/** IREE's tool has lost some of the times, as it says. */
export class LostTimes extends Error {}

/** What the tool's failure says of the times that it was to record. */
function ofTimes(error: unknown): unknown {
  if (!(error instanceof IreeFailure)) return error;
  if (/UNIMPLEMENTED.*profiling/.test(error.message)) return new NoDispatchTimes(error.message);
  return /\bDATA_LOSS\b/.test(error.message) ? new LostTimes(error.message) : error;
}

/**
 * The dispatches of a replay of the series, in order, by the device's own clock. Rejects as tappedRepetitions(), and with NoDispatchTimes or
 * LostTimes.
 */
export async function timedRepetitions(
  tools: IreeTools,
  run: RunOptions,
  series: Series,
  signal: AbortSignal,
): Promise<readonly DispatchEvent[]> {
  const { devices } = await hostReads(run.capture, signal);
  return inOwnFolder(tmpdir(), async (folder) => {
    const copy = ofCopyWithoutFiles(inTime(run, series), devices, folder);
    await checkRoom(folder, run.capture, []);
    await composeRepetitions(run.capture, copy.capture, { ...series, path: '' }, signal);
    const profile = path.join(folder, 'times.ireeprof');
    await replayOnce(tools, copy, [DISPATCH_TIMES, `--device_profiling_output=${profile}`], signal).catch((error: unknown) => {
      throw ofTimes(error);
    });
    return readDispatchEvents(profile, folder, signal);
  });
}
