/** LLVM's recordings of OpenMP kernels, as the addon reads them. */
import type { U64 } from '../../protocol/base/u64';
import type { FunctionCode } from '../../protocol/code/code';
import type { GivenReport, LlvmComparison, LlvmFolder, LlvmRecording } from '../../protocol/neighbour/llvm';
import { cancellable } from './cancellable';
import { loadAddon } from './load';

/**
 * What is in the recording with the descriptor `path`, with at most `most` ranges that its kernel changed; null leaves out what it changed,
 * for that takes as long as its memory is large. Rejects where it is none.
 */
export async function describeLlvmRecording(path: string, most: number | null, signal?: AbortSignal): Promise<LlvmRecording> {
  const addon = loadAddon();
  return JSON.parse(await cancellable(addon, signal, (cancel) => addon.describeLlvmRecording(path, most, cancel))) as LlvmRecording;
}

/**
 * Where the memory that a replay left beside the descriptor `path` differs from what the recorded launch left, with at most `most` ranges.
 * Rejects where there is no such recording.
 */
export async function compareLlvmReplay(path: string, most: number, signal?: AbortSignal): Promise<LlvmComparison> {
  const addon = loadAddon();
  return JSON.parse(await cancellable(addon, signal, (cancel) => addon.compareLlvmReplay(path, most, cancel))) as LlvmComparison;
}

/**
 * The recordings in a folder, with what `report` says of them, or else the report in the folder. Rejects where the folder cannot be read,
 * and where `report` is none, or of no recording in it.
 */
export async function describeLlvmFolder(path: string, report: GivenReport | null, signal?: AbortSignal): Promise<LlvmFolder> {
  const addon = loadAddon();
  return JSON.parse(await cancellable(addon, signal, (cancel) => addon.describeLlvmFolder(path, report, cancel))) as LlvmFolder;
}

/**
 * The machine code of the function at `address` of the image of the recording with the descriptor `path`. Rejects where there is no such
 * function, or where it is none of an ELF file.
 */
export async function llvmFunctionCode(path: string, address: U64, signal?: AbortSignal): Promise<FunctionCode> {
  const addon = loadAddon();
  return JSON.parse(await cancellable(addon, signal, (cancel) => addon.llvmFunctionCode(path, BigInt(address), cancel))) as FunctionCode;
}
