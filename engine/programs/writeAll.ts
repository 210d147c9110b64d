/** Writing to a file descriptor that may be a pipe. */
import { writeSync } from 'node:fs';

/** Until a full pipe is tried again, in milliseconds. */
const LOOK_AGAIN_MS = 5;

/** The number of bytes that were taken: none while a pipe is full whose maker does not want its writers to wait. */
function written(fd: number, bytes: Uint8Array): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
    return 0;
  }
}

/** Writes all of the bytes. Throws EPIPE when nobody reads them any more. */
export function writeAll(fd: number, bytes: Uint8Array): void {
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(written(fd, rest));
}

/** Whether an error says that nobody reads what is written: `| head` ends an output, and is not a failure. */
export const isClosedPipe = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE';
