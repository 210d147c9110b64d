/** What a trace of PyTorch's profiler that is not open has recorded, and whether all of that is there. */
import { stat } from 'node:fs/promises';
import { readTorchTrace } from '../../engine/addon/torch';
import { problemOf } from '../../protocol/base/problemOf';
import type { Problem } from '../../protocol/capture/capture';
import type { TorchTraceInfo } from '../../protocol/neighbour/torch';

/** Of the file, compressed or not: one of a second is read in less than that. Who wants to know of a larger one opens it. */
const MOST_BYTES = 16 * 1024 * 1024;

export type TraceHealth =
  | { readonly state: 'unreadable'; readonly problem: Problem }
  | { readonly state: 'large' }
  | { readonly state: 'read'; readonly trace: TorchTraceInfo };

/** Rejects only when aborted. */
export async function traceHealth(file: string, signal: AbortSignal, mostBytes = MOST_BYTES): Promise<TraceHealth> {
  try {
    if ((await stat(file)).size > mostBytes) return { state: 'large' };
    const trace = await readTorchTrace(file, signal);
    return { state: 'read', trace: await trace.describe(0, signal) };
  } catch (error) {
    signal.throwIfAborted();
    return { state: 'unreadable', problem: problemOf(error) };
  }
}
