/** What a capture is, and whether it can be replayed here. */
import type { CaptureSummary } from '../../protocol/capture';
import type { PreflightReport, RunOptions } from '../../protocol/run';
import { openCapture } from '../addon/capture';
import { preflight } from '../addon/replay';
import { exportExecutable } from '../kernels/export';

export interface Info extends CaptureSummary {
  readonly preflight: PreflightReport;
}

/** Reads the capture, and executes nothing. */
export async function info(options: RunOptions, signal: AbortSignal): Promise<Info> {
  const capture = await openCapture(options.capture);
  try {
    await capture.index(undefined, signal);
    return { ...(await capture.summary()), preflight: await preflight(options, signal) };
  } finally {
    capture.close();
  }
}

/** Writes every executable into a folder below `folder`; the paths of what was written, as it is. */
export async function* exportExecutables(file: string, folder: string, signal: AbortSignal): AsyncGenerator<string> {
  const capture = await openCapture(file);
  try {
    await capture.index(undefined, signal);
    for (const executable of (await capture.summary()).executables) yield* await exportExecutable(capture, file, executable, folder, true);
  } finally {
    capture.close();
  }
}
