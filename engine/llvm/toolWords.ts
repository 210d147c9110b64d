/** What llvm-omp-kernel-replay says, in all of its versions: its verdict, its times, and why it failed. */
import type { ProgramEnd } from '../programs/program';

/** What the tool said of a replay that it finished. */
export interface ToolWords {
  /** Whether memory was as recorded; absent where it does not say: older versions exit with 0 when it is not. */
  readonly verified?: boolean;
  /** Nanoseconds of launch and synchronization, of each repetition; none before the second generation of recordings. */
  readonly times: readonly string[];
}

/**
 * Of the first generation the words are "Replay device memory verified!" and "Replay device memory failed to verify!"; of the second
 * "Replay done, device memory verified", with an error where it is not.
 */
export function toolWords(text: string): ToolWords {
  const times = [...text.matchAll(/Replay time \(\d+\): (\d+) ns/g)].map(([, ns = '']) => ns);
  if (/failed to verify/i.test(text)) return { verified: false, times };
  return /device memory verified/i.test(text) ? { verified: true, times } : { times };
}

interface Failure {
  readonly words: RegExp;
  readonly says: (found: RegExpExecArray) => string;
}

/** By LLVM's own words. */
const FAILURES: readonly Failure[] = [
  {
    words: /Device number '?(-?\d+)'? out of range, only (\d+) devices? available/,
    says: ([, device = '', count = '']) =>
      count === '0'
        ? 'LLVM finds no device here on which it can replay: this needs a GPU, and an LLVM that was built for it'
        : `LLVM finds ${count} ${count === '1' ? 'device' : 'devices'} here, and none has the number ${device}: choose another with --device_id`,
  },
  {
    words: /could not reserve recorded virtual address/i,
    says: () =>
      'the addresses that the recorded memory had are not free on this device: replay again, on the kind of device that it was recorded on, or record again',
  },
  {
    words: /Cannot determine Device Memory Size/i,
    says: () => "LLVM's plugin for this device cannot replay recordings: choose a GPU with --device_id",
  },
  {
    words: /Error reading the kernel image|failed to read the kernel image file/i,
    says: () => "the tool cannot read the recording's image: copy it into the folder that contains the .json, or record again",
  },
  {
    words: /Error reading the kernel input device memory|failed to read the kernel record input file/i,
    says: () => "the tool cannot read the recording's memory: copy it into the folder that contains the .json, or record again",
  },
  {
    words: /failed to read the globals file/i,
    says: () =>
      "the tool cannot read the recording's global variables: copy the file that ends in .globals into the folder that contains the .json, or record again",
  },
  {
    words: /failed to activate record replay|Cannot activate record replay/i,
    says: () =>
      "LLVM's plugin for this device does not replay recordings: choose another device with --device_id, or another LLVM with --tool",
  },
  {
    words: /Option '([^']+)' registered more than once/,
    says: () => 'this build of LLVM cannot start, for it has one of its libraries twice: choose another version with --tool',
  },
];

/** The lines that the program printed, without those that are empty; errors come last. */
export const printedLines = ({ stdout, stderr }: Pick<ProgramEnd, 'stdout' | 'stderr'>): readonly string[] =>
  `${stdout}\n${stderr}`
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Why the tool did not finish, without a period; undefined where it did. `timedOutMs` is the time that it had, where it took longer. */
export function failureOf(end: ProgramEnd, timedOutMs?: number): string | undefined {
  const text = `${end.stdout}\n${end.stderr}`;
  // Of the second generation the tool ends with 1 where memory differs.
  if (end.status === 0 || (end.status !== undefined && toolWords(text).verified === false)) return undefined;
  if (timedOutMs !== undefined) return `the tool was stopped because it took longer than ${String(timedOutMs / 1000)} s`;
  for (const { words, says } of FAILURES) {
    const found = words.exec(text);
    if (found !== null) return says(found);
  }
  const how = end.signal === undefined ? `with status ${String(end.status)}` : `by ${end.signal}`;
  const last = printedLines(end).at(-1);
  return last === undefined ? `the tool ended ${how}, and said nothing` : `the tool ended ${how}: ${last}`;
}
