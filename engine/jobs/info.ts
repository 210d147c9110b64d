/** What a capture is, and whether it can be replayed here. */
import type { InfoResult } from '../../protocol/jobs/infoResult';
import type { RunOptions } from '../../protocol/replay/run';
import { openCapture } from '../addon/capture';
import { preflight } from '../addon/replay';
import { exportExecutable } from '../kernels/export';

/** What is told of a capture, as it becomes known. */
export interface InfoProgress {
  found(info: InfoResult): void;
  /** A file of an executable has been written. */
  wrote(path: string): void;
}

/** Reads the capture, and executes nothing; writes every executable into a folder below `folder`, where one is given. */
export async function info(
  options: RunOptions,
  folder: string | undefined,
  progress: InfoProgress,
  signal: AbortSignal,
): Promise<InfoResult> {
  const capture = await openCapture(options.capture);
  try {
    await capture.index(undefined, signal);
    const found = { ...(await capture.summary()), preflight: await preflight(options, signal) };
    progress.found(found);
    if (folder === undefined) return found;
    for (const executable of found.executables) {
      for (const file of await exportExecutable(capture, options.capture, executable, folder, true)) progress.wrote(file);
    }
    return found;
  } finally {
    capture.close();
  }
}
