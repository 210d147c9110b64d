/** What is in a folder of LLVM's recordings, and whether all of that can be read. */
import { describeLlvmFolder } from '../../engine/addon/llvm';
import { problemOf } from '../../protocol/base/problemOf';
import type { Problem } from '../../protocol/capture/capture';

export type RecordingsHealth =
  | { readonly state: 'unreadable'; readonly problem: Problem }
  | {
      readonly state: 'read';
      readonly recordings: number;
      readonly kernels: number;
      /** The recorder's report, where there is one. */
      readonly report: string | undefined;
      /** What cannot be read, a sentence each. */
      readonly problems: readonly string[];
    };

/** Rejects only when aborted. */
export async function recordingsHealth(folder: string, signal: AbortSignal): Promise<RecordingsHealth> {
  try {
    const { recordings, report, problems } = await describeLlvmFolder(folder, null, signal);
    return {
      state: 'read',
      recordings: recordings.length,
      kernels: new Set(recordings.map(({ name }) => name)).size,
      report,
      problems: problems.filter(({ severity }) => severity === 'error').map(({ file, message }) => `${file}: ${message}`),
    };
  } catch (error) {
    signal.throwIfAborted();
    return { state: 'unreadable', problem: problemOf(error) };
  }
}
