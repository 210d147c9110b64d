/** The first of a series of installations of IREE that fails or is slower: folders whose programs pass on to the installed ones. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { BisectResult } from '../../protocol/measurement/bisection';
import { checkout, fixture, run, temporaryFolder } from '../programs';
import { ireeProgram } from './ireeTools';

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

function bisected(...args: readonly string[]): { readonly status: unknown; readonly result: BisectResult } {
  const line = [path.join(checkout, 'bin', 'ireereplay'), 'bisect', '--format=json', ...args, capture];
  const { status, stdout, stderr } = run(process.execPath, line, { timeoutSeconds: 280 });
  assert.notEqual(stdout.length, 0, stderr);
  return { status, result: JSON.parse(stdout.toString()) as BisectResult };
}

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
