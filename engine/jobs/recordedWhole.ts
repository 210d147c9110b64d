/** Whether all was recorded although IREE's program did not end well: iree-run-module 3.13 crashes on Vulkan once its work is done. */
import { access } from 'node:fs/promises';
import { openCapture } from '../addon/capture';
import type { ProgramEnd } from '../programs/program';

/**
 * How a program crashed: "SIGSEGV", or "exit status 245" where a script that started it tells of the signal so. Undefined where it ended by
 * itself, as with status 1 for its own errors.
 */
export function crashOf({ status = 0, signal }: Pick<ProgramEnd, 'status' | 'signal'>): string | undefined {
  return signal ?? (status > 128 ? `exit status ${String(status)}` : undefined);
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Whether a file is a capture that its recorder has closed, with every record whole. */
export async function isClosedCapture(file: string): Promise<boolean> {
  const capture = await openCapture(file).catch(() => undefined);
  if (capture === undefined) return false;
  try {
    await capture.index();
    const { records, problems } = await capture.summary();
    // Others are of what this version knows of the format, or lists.
    return records > 0 && problems.every(({ severity, code }) => severity === 'info' && code !== 'DATA_LOSS');
  } finally {
    capture.close();
  }
}

/**
 * Whether the function has done its work, and everything was recorded. The files of its results are written after it has ended and before the
 * recorder is closed; iree-benchmark-module, which writes none, prints its times then, or that an error occurred.
 */
export async function isRecordedWhole(
  capture: string,
  results: readonly string[],
  { stdout }: Pick<ProgramEnd, 'stdout'>,
): Promise<boolean> {
  const written = await Promise.all(results.map(isThere));
  const worked = results.length > 0 ? written.every(Boolean) : stdout.includes('BM_') && !/error.occurred/i.test(stdout);
  return worked && isClosedCapture(capture);
}
