/** What is in LLVM's recordings of OpenMP kernels. */
import { readFile, stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { GivenReport, LlvmInfoResult, LlvmInfoTold } from '../../protocol/neighbour/llvm';
import { describeLlvmFolder, describeLlvmRecording } from '../addon/llvm';

/** Reads a recording or a folder of them, and executes nothing. Rejects where the path is neither, or the report is none of the folder's. */
export async function llvmInfo({ capture, most, report }: LlvmInfoTold, signal: AbortSignal): Promise<LlvmInfoResult> {
  // What is not there is for the core to tell.
  const isFolder = await stat(capture).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return describeLlvmFolder(capture, report === undefined ? null : await readReport(report), signal);
  if (report !== undefined) throw new Error(`--report is of a folder of recordings, and ${capture} is none: leave it out`);
  return describeLlvmRecording(capture, most, signal);
}

async function readReport(file: string): Promise<GivenReport> {
  if (file === '-') return { name: 'standard input', text: await text(process.stdin) };
  try {
    return { name: file, text: await readFile(file, 'utf8') };
  } catch (error) {
    throw new Error(`the report cannot be read: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
