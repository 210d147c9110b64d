/** LLVM's recordings of OpenMP kernels in words, as the command line and the pages have them. */
import type { LlvmProgress, LlvmRecording } from '../neighbour/llvm';
import { grouped } from './countWords';

type Launch = LlvmRecording['launch'];

/** Who wrote recordings of a generation. */
export const LLVM_WRITERS = { 1: 'LLVM 16 to 22', 2: 'a version of LLVM after 22' } as const;

/** "main, line 12". */
export const kernelWords = ({ function: name, line }: { readonly function: string; readonly line?: string | undefined }): string =>
  line === undefined ? name : `${name}, line ${line}`;

/** "/usr/lib/llvm-19/bin/llvm-omp-kernel-replay, LLVM 19.1.7". */
export const llvmToolWords = ({ program, version }: { readonly program: string; readonly version?: string | undefined }): string =>
  version === undefined ? program : `${program}, LLVM ${version}`;

/** What was timed. */
export const TIMED = {
  launch: 'launches with their synchronization, on the host, as the tool says',
  process: 'whole runs of the tool, with what it loads: this version cannot repeat a launch, and says no time',
} as const;

/** A count of teams or threads, which a program may leave open. */
export const orOpen = (count: string): string => (count === '0' ? 'as many as the device takes' : grouped(count));

/** "12 of at most 96 starts of LLVM's tool". */
export const progressWords = ({ starts, atMost }: LlvmProgress): string =>
  `${grouped(starts)} of at most ${grouped(atMost)} starts of LLVM's tool`;

/** "1 to 4"; nothing where there is no limit. */
export function limitWords(limits: Launch['teamsLimits']): string | undefined {
  if (limits === undefined || (limits.least === '0' && limits.most === '0')) return undefined;
  return `${grouped(limits.least)} to ${limits.most === '0' ? 'any number' : grouped(limits.most)}`;
}
