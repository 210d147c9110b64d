import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProgramEnd } from '../programs/program';
import { failureOf, toolWords } from './toolWords';

const ended = (stderr: string, end: Partial<ProgramEnd> = { signal: 'SIGABRT' }): ProgramEnd => ({
  ...{ status: undefined, signal: undefined, stdout: '', stderr },
  ...end,
});

test('the verdict of every version is in its words, whatever its exit status', () => {
  assert.deepEqual(toolWords('[llvm-omp-kernel-replay] Replay device memory verified!\n'), { verified: true, times: [] });
  assert.deepEqual(toolWords('[llvm-omp-kernel-replay] Replay device memory failed to verify!\n'), { verified: false, times: [] });
  assert.deepEqual(toolWords('[llvm-omp-kernel-replay] Replay done, verification skipped\n'), { times: [] });
  const repeated =
    '[llvm-omp-kernel-replay] Replay time (1): 41980 ns\n[llvm-omp-kernel-replay] Replay time (2): 39001 ns\nReplay done, device memory verified\n';
  assert.deepEqual(toolWords(repeated), { verified: true, times: ['41980', '39001'] });
  // One that says both is not taken at its better word.
  assert.equal(toolWords('device memory verified\ndevice memory failed to verify').verified, false);
});

test('a tool that fails is explained by what it says', () => {
  const says = (stderr: string): string | undefined => failureOf(ended(stderr));
  assert.match(says("omptarget fatal error 0: Device number '0' out of range, only 0 devices available") ?? '', /no device here/);
  assert.match(says("Device number '5' out of range, only 2 devices available") ?? '', /2 devices here, and none has the number 5/);
  assert.match(says('error: could not reserve recorded virtual address') ?? '', /are not free on this device/);
  assert.match(says('LLVM ERROR: Error reading the kernel image.') ?? '', /cannot read the recording's image/);
  assert.match(says('[llvm-omp-kernel-replay] Error: failed to read the kernel image file') ?? '', /cannot read the recording's image/);
  assert.match(says('Error: failed to read the kernel record input file') ?? '', /cannot read the recording's memory/);
  assert.match(says('Error: failed to read the globals file') ?? '', /cannot read the recording's global variables/);
  assert.match(says('Error: failed to activate record replay') ?? '', /does not replay recordings: choose another device/);
  assert.match(says('Cannot determine Device Memory Size') ?? '', /choose a GPU/);
  assert.match(says(": CommandLine Error: Option 'debug-counter' registered more than once!") ?? '', /another version/);
});

test('memory that differs is no failure, though later versions end with 1 then; a tool that was ended has failed whatever it said', () => {
  const differs = '[llvm-omp-kernel-replay] Error: replay device memory failed to verify\n';
  assert.equal(failureOf(ended(differs, { status: 1 })), undefined);
  assert.match(failureOf(ended(differs, { signal: 'SIGSEGV' })) ?? '', /ended by SIGSEGV/);
});

test('what it does not explain is told as it ended, with its last line', () => {
  assert.equal(failureOf(ended('', { status: 0 })), undefined);
  assert.equal(failureOf(ended('')), 'the tool ended by SIGABRT, and said nothing');
  assert.equal(failureOf(ended('first\nlast\n', { status: 3 })), 'the tool ended with status 3: last');
  assert.equal(failureOf(ended('', { signal: 'SIGKILL' }), 1500), 'the tool was stopped because it took longer than 1.5 s');
});
