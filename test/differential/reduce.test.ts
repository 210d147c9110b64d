/** Reducing a capture that IREE's tool fails with. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { fixture, ireereplay, temporaryFolder } from '../programs';
import { iree, ireeAtOnceProgram, ireeProgram } from './ireeTools';

const folder = temporaryFolder();
const output = path.join(folder, 'reduced.ireereplay');

/** What no processor executes. */
const UNDEFINED_INSTRUCTION = '0f0b';
/** Where the kernel's instructions begin in its executable. */
const KERNEL = 0x1020;

/** A capture of 2,077 records, a thousand of them dispatches of a kernel that cannot be executed. */
function failingCapture(): string {
  const bytes = readFileSync(fixture('command-buffers-1k.ireereplay'));
  bytes.write(UNDEFINED_INSTRUCTION, bytes.indexOf('\x7fELF', 0, 'latin1') + KERNEL, 'hex');
  const file = path.join(folder, 'failing.ireereplay');
  writeFileSync(file, bytes);
  return file;
}

/** A script that is run for each try, with the capture as $1. */
function script(name: string, ...lines: readonly string[]): string {
  const file = path.join(folder, name);
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  return file;
}

interface Reduced {
  readonly records: number;
  readonly ofRecords: number;
  readonly failure: string;
  readonly kept: readonly number[];
  readonly saysTheSame: boolean;
  readonly isSteady: boolean;
}

function reduced(...args: readonly string[]): Reduced {
  const { status, stdout, stderr } = ireereplay('reduce', '--format=json', '-o', output, ...args);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout.toString()) as Reduced;
}

test('a failing capture of two thousand records is reduced to under twenty, which fail the same way', () => {
  const capture = failingCapture();
  // IREE's programs are started by Python, which passes on how they end.
  const { status } = iree('iree-run-replay', ['--device=local-sync', capture]);
  const whole = typeof status === 'number' ? `exit status ${String(status)}` : String(status);
  const result = reduced(`--check=${ireeProgram('iree-run-replay')} --device=local-sync`, capture);
  assert.deepEqual([result.ofRecords, result.failure, result.isSteady], [2077, whole, true]);
  assert.ok(result.records < 20, String(result.records));
  assert.equal(result.kept.length, result.records);
  const dumped = iree('iree-dump-replay', ['--format=jsonl', output]);
  assert.equal(dumped.status, 0, dumped.stderr);
  assert.equal((dumped.stdout.toString().match(/"op":"[^"]*dispatch"|"operation":"[^"]*dispatch"/g) ?? []).length, 1);
  assert.notEqual(iree('iree-run-replay', ['--device=local-sync', output]).status, 0);
  // Nothing is left beside it.
  assert.deepEqual(readdirSync(folder).sort(), ['failing.ireereplay', 'reduced.ireereplay']);
});

test('a check that does not fail reduces nothing', () => {
  const unwritten = path.join(folder, 'unwritten.ireereplay');
  const { status, stderr } = ireereplay('reduce', '--check=true', '-o', unwritten, fixture('small.ireereplay'));
  assert.equal(status, 1);
  assert.match(stderr, /does not fail with the whole capture: it ended with exit status 0/);
  assert.ok(!existsSync(unwritten));
});

test('a check that cannot be run says so', () => {
  const { status, stderr } = ireereplay('reduce', '--check=no-such-program', '-o', output, fixture('small.ireereplay'));
  assert.equal(status, 1);
  assert.match(stderr, /The check cannot be run: .*ENOENT/);
});

test('another failure is not the one that is looked for, where its text is given', () => {
  const dump = ireeAtOnceProgram('iree-dump-replay');
  // Fails with anything, and says something else where there is no dispatch.
  const check = script('says', `if ${dump} "$1" | grep -q queue_execute; then echo execute; else echo nothing; fi`, 'exit 3');
  const capture = fixture('small.ireereplay');
  const any = reduced(`--check=${check}`, capture);
  assert.deepEqual([any.records, any.saysTheSame], [1, false]);
  const { stdout } = ireereplay('reduce', `--check=${check}`, '-o', output, capture);
  assert.match(
    stdout.toString(),
    /It may be another failure: the check ends with “nothing”, and with the whole capture it ended with “execute”/,
  );
  const same = reduced(`--check=${check}`, '--says=execute', capture);
  assert.ok(same.records > 1 && same.saysTheSame, JSON.stringify(same));
});

test('a try that takes too long keeps its records', () => {
  const whole = readFileSync(fixture('small.ireereplay')).length;
  const check = script('slow', 'size=$(wc -c < "$1")', `[ $size -lt ${String(whole)} ] || exit 1`, '[ $size -gt 1000 ] || sleep 60');
  const { records, ofRecords } = reduced(`--check=${check}`, '--check_timeout=0.1', fixture('small.ireereplay'));
  assert.equal(records, ofRecords);
});

test('a check that fails now and then is told', () => {
  const count = path.join(folder, 'count');
  // Fails with the whole capture, and once more.
  const check = script('unsteady', `echo >> ${count}`, `[ "$(wc -l < ${count})" -gt 2 ] || exit 1`);
  const { stdout } = ireereplay('reduce', `--check=${check}`, '-o', output, fixture('small.ireereplay'));
  assert.match(stdout.toString(), /once more it did not: it does not fail each time/);
});
