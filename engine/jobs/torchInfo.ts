/** What is in a trace of PyTorch's profiler. */
import type { TorchInfoTold, TorchTraceInfo } from '../../protocol/neighbour/torch';
import { readTorchTrace } from '../addon/torch';

/** Reads a trace, and executes nothing. Rejects where the file is none. */
export async function torchInfo({ capture, most }: TorchInfoTold, signal: AbortSignal): Promise<TorchTraceInfo> {
  const trace = await readTorchTrace(capture, signal);
  return trace.describe(most, signal);
}
