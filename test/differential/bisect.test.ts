/** The first of a series of installations of IREE that fails or is slower: folders whose programs pass on to the installed ones. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { BisectResult } from '../../protocol/measurement/bisection';
import { checkout, fixture, run, temporaryFolder } from '../programs';
import { shaderOf } from '../shaderConstant';
import { ireeAtOnceProgram, ireeProgram } from './ireeTools';

const folder = temporaryFolder();
const capture = fixture('queue-mixed-1k.ireereplay');

/** Flags for ten installations, of which each is the folder of a program that takes another capture instead, or lacks it where that is undefined. */
function installations(name: string, program: string, captureOf: (number: number) => string | undefined): readonly string[] {
  return Array.from({ length: 10 }, (_, i) => {
    const version = path.join(folder, `${name}-3.${String(i + 1)}`);
    mkdirSync(path.join(version, 'bin'), { recursive: true });
    const instead = captureOf(i + 1);
    const lines = ['#!/bin/bash', `exec ${ireeProgram(program)} "\${@:1:$#-1}" ${instead ?? ''}`, ''];
    if (instead !== undefined) writeFileSync(path.join(version, 'bin', program), lines.join('\n'), { mode: 0o755 });
    return `--iree=${version}`;
  });
}

function bisected(...args: readonly string[]): ReturnType<typeof bisectedOf> {
  return bisectedOf(capture, ...args);
}

function bisectedOf(file: string, ...args: readonly string[]): { readonly status: unknown; readonly result: BisectResult } {
  const line = [path.join(checkout, 'bin', 'ireereplay'), 'bisect', '--format=json', ...args, file];
  const { status, stdout, stderr } = run(process.execPath, line, { timeoutSeconds: 280 });
  assert.notEqual(stdout.length, 0, stderr);
  return { status, result: JSON.parse(stdout.toString()) as BisectResult };
}

/** The same, of which each passes on to the installed one with these words before what it is given. */
function versions(name: string, wordsOf: (number: number) => string): readonly string[] {
  return Array.from({ length: 10 }, (_, i) => {
    const version = path.join(folder, `${name}-3.${String(i + 1)}`);
    mkdirSync(version);
    const lines = ['#!/bin/bash', `exec ${ireeAtOnceProgram('iree-run-replay')} ${wordsOf(i + 1)}`, ''];
    writeFileSync(path.join(version, 'iree-run-replay'), lines.join('\n'), { mode: 0o755 });
    return `--iree=${version}`;
  });
}

const small = fixture('small.ireereplay');
const otherKernel = `--replay_executable_substitution=all=${fixture('kernels/elementwise_add.so')} "$@"`;

test('finds the first version with other results, leaves out one whose results cannot be read, and says where none differs', () => {
  const other = (number: number): string => (number < 7 ? '"$@"' : otherKernel);
  const { status, result } = bisectedOf(small, '--by=outputs', '--device=local-sync', ...versions('other', other));
  assert.equal(status, 0, result.sentence);
  assert.deepEqual([result.verdict, result.by, result.candidates], ['found', 'outputs', [7]]);
  assert.match(
    result.sentence,
    /^other-3\.7, 7 of 10, is the first that differs\. The outputs differ from those of other-3\.1 in 1 of 1 buffer/,
  );

  // One that takes only as many devices as were recorded writes nothing.
  const lacking = (number: number): string => (number === 6 ? '--device=local-sync "${@: -1}"' : other(number));
  const between = bisectedOf(small, '--by=outputs', '--device=local-sync', ...versions('deviceless', lacking)).result;
  assert.deepEqual([between.verdict, between.candidates, between.between], ['not-known', [6, 7], { good: 5, bad: 7 }]);
  assert.match(
    between.sentence,
    /deviceless-3\.6 tells nothing: It replays the capture, but not a copy that writes its results: .*more devices than provided\.$/,
  );

  const far = bisectedOf(small, '--by=outputs', '--absolute=1000', '--type=f32', '--device=local-sync', ...versions('far', other)).result;
  assert.match(far.sentence, /^There is nothing to find: far-3\.10, the bad one, is as far-3\.1\. .*within tolerance/);
});

test('finds the first version on Vulkan with other results, and the first that fails where results are asked for', () => {
  const vulkan = fixture('models/mm256/mm256-vulkan.ireereplay');
  const { bytes, zero } = shaderOf(readFileSync(vulkan));
  bytes.writeFloatLE(1, zero);
  const kernel = path.join(folder, 'wrong.spv');
  writeFileSync(kernel, bytes);
  const wrong = `--replay_executable_substitution=all=${kernel}@vulkan-spirv-fb "$@"`;
  const other = versions('vulkan', (number) => (number < 4 ? '"$@"' : wrong));
  assert.deepEqual(bisectedOf(vulkan, '--by=outputs', '--device=vulkan', ...other).result.candidates, [4]);
  const failing = versions('ending', (number) => (number < 9 ? '"$@"' : `"$@" ${unsupported}`));
  const { result } = bisectedOf(small, '--by=outputs', '--device=local-sync', ...failing);
  assert.deepEqual([result.verdict, result.candidates], ['found', [9]], result.sentence);
});

const unsupported = fixture('host-call.ireereplay');

test('finds the first version whose replay fails as the last one does', () => {
  const { status, result } = bisected(...installations('failing', 'iree-run-replay', (number) => (number < 7 ? capture : unsupported)));
  assert.equal(status, 0, result.sentence);
  assert.deepEqual([result.verdict, result.by, result.candidates], ['found', 'end', [7]]);
  assert.match(result.sentence, /^failing-3\.7, 7 of 10, is the first that fails\. .*UNIMPLEMENTED; /);
});

test('a folder without the program is left out, and no other that is on PATH stands for it', () => {
  const lacking = installations('lacking', 'iree-run-replay', (number) => (number === 6 ? undefined : number < 7 ? capture : unsupported));
  const { status, result } = bisected(...lacking);
  assert.equal(status, 1);
  assert.deepEqual([result.verdict, result.candidates, result.between], ['not-known', [6, 7], { good: 5, bad: 7 }]);
  assert.match(result.sentence, /lacking-3\.6 tells nothing: IREE's iree-run-replay was not found/);
});

test('one that fails in another way tells nothing', () => {
  const missing = path.join(folder, 'missing.ireereplay');
  const otherwise = installations('otherwise', 'iree-run-replay', (number) =>
    number === 6 ? missing : number < 7 ? capture : unsupported,
  );
  assert.deepEqual(bisected(...otherwise).result.candidates, [6, 7]);
});

test('nothing is found where all of them replay it', () => {
  const { status, result } = bisected(...installations('fine', 'iree-run-replay', () => capture));
  assert.equal(status, 1);
  assert.match(result.sentence, /^There is nothing to find: fine-3\.10, the bad one, is as fine-3\.1\./);
});

test('finds the first version that is slower by far, measured in turn', () => {
  const slow = fixture('reused-command-buffer-100k.ireereplay');
  const slower = installations('slower', 'iree-benchmark-replay', (number) => (number < 4 ? capture : slow));
  const { status, result } = bisected('--by=time', '--seconds=1', ...slower);
  assert.equal(status, 0, result.sentence);
  assert.deepEqual([result.verdict, result.by, result.candidates], ['found', 'time', [4]]);
  assert.match(result.sentence, /^slower-3\.4, 4 of 10, is the first that differs in time\. .*x slower/);
});
