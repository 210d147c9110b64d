/** Output: what goes to stdout, for people or programs. */
import { isClosedPipe, writeAll } from '../../engine/programs/writeAll';

/**
 * Writes a text to stdout, all of it. A closed pipe (| head) ends the program, and is not a failure.
 *
 * Not by `process.stdout` or `console.log`: to make their stream takes Node 3 ms, a tenth of a small replay.
 */
export function print(text: string): void {
  try {
    writeAll(1, Buffer.from(text));
  } catch (error) {
    if (isClosedPipe(error)) process.exit(0);
    throw error;
  }
}

/** Writes a text that ends its line. */
export function printLine(text: string): void {
  print(`${text}\n`);
}
