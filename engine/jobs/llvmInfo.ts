/** What is in LLVM's recordings of OpenMP kernels. */
import { stat } from 'node:fs/promises';
import type { LlvmInfoResult, LlvmInfoTold } from '../../protocol/neighbour/llvm';
import { describeLlvmFolder, describeLlvmRecording } from '../addon/llvm';

/** Reads a recording or a folder of them, and executes nothing. Rejects where the path is neither. */
export async function llvmInfo({ capture, most }: LlvmInfoTold, signal: AbortSignal): Promise<LlvmInfoResult> {
  // What is not there is for the core to tell.
  const isFolder = await stat(capture).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? describeLlvmFolder(capture, signal) : describeLlvmRecording(capture, most, signal);
}
