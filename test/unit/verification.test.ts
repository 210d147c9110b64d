/** What a verification must not mistake for agreement. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { SubstituteResult } from '../../protocol/replay/substitution';
import type { VerificationResult } from '../../protocol/replay/verification';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const small = fixture('small.ireereplay');
const mul = fixture('kernels/elementwise_mul.so');
const add = fixture('kernels/elementwise_add.so');

/** A copy of a file with bytes replaced at some places. */
function changed(file: string, name: string, changes: readonly (readonly [offset: number, was: string, is: string])[]): string {
  const bytes = Buffer.from(readFileSync(file));
  for (const [offset, was, is] of changes) {
    assert.equal(bytes.subarray(offset, offset + was.length / 2).toString('hex'), was, `${name} at ${String(offset)}`);
    bytes.write(is, offset, 'hex');
  }
  const copy = path.join(folder, name);
  writeFileSync(copy, bytes);
  return copy;
}

function verified(...args: readonly string[]): { readonly status: unknown; readonly result: VerificationResult } {
  const { status, stdout, stderr } = ireereplay('verify', '--format=json', ...args);
  assert.notEqual(stdout.length, 0, stderr);
  return { status, result: JSON.parse(stdout.toString()) as VerificationResult };
}

const substituting = (file: string): string => `--replay_executable_substitution=4=${file}`;

/**
 * The product, but zeros from its fifth call on: inc dword [rip+counter]; cmp dword [rip+counter],4; jbe end; mov dword [rax+4*rdx],0; end:
 * xor eax,eax; ret. The counter is the value of the dynamic table's last entry.
 */
const forgetful = changed(mul, 'forgetful.so', [
  [0x1079, '31c0c30f1f4000488b4620488b00f30f1000488b4e188b31', 'ff05f9100000833df21000000476' + '07c7049000000000' + '31c0'],
  [0x1091, '85', 'c3'],
]);

test('a substitute that is right in the first run and wrong in the next does not agree', () => {
  // Four dispatches: the first run is right, and the fifth call is the first of the second run.
  const { status, result } = verified('--type=f32', substituting(forgetful), small);
  assert.equal(result.deterministic, false);
  assert.equal(result.agrees, false, result.sentence);
  assert.equal(status, 1);
  assert.deepEqual(
    result.ranges.map(({ outOfTolerance, first }) => [outOfTolerance, first?.expected, first?.actual]),
    [
      ['1', '1', '0'],
      ['1', '1', '0'],
    ],
  );
  assert.match(result.sentence, /2 runs of the same gave different bits/);
  const { stdout } = ireereplay('substitute', '--format=json', '--seconds=1', substituting(forgetful), small);
  const { candidates, environment } = JSON.parse(stdout.toString()) as SubstituteResult;
  assert.equal(candidates[0]?.verdict, 'results-differ');
  assert.deepEqual(environment.devices, ['local-sync'], 'what nothing was timed on is said, too');
  // A single run is right, but it counts its calls.
  assertKeepsState(verified('--runs=1', '--perturbations=0', substituting(forgetful), small).result);
});

/** Its outputs agree; nothing else speaks against it. */
function assertKeepsState({ agrees, ranges, problems, keepsState, sentence }: VerificationResult): void {
  assert.equal(agrees, false, sentence);
  assert.deepEqual(problems, []);
  assert.ok(ranges.length > 0 && ranges.every((range) => range.agrees), sentence);
  assert.equal(keepsState?.executable, '4', sentence);
}

test('a wrong run is found among many, whichever it is', () => {
  // The sixth run's calls begin at the 21st.
  const later = changed(forgetful, 'later.so', [[0x1085, '04', '14']]);
  assertKeepsState(verified('--runs=5', substituting(later), small).result);
  const { result } = verified('--runs=9', substituting(later), small);
  assert.ok(
    result.ranges.some(({ agrees }) => !agrees),
    result.sentence,
  );
  // Without a substitute: run to run, and against saved outputs.
  const outputs = path.join(folder, 'outputs');
  assert.equal(ireereplay('run', `--outputs=${outputs}`, small).status, 0);
  assertKeepsState(verified(`--expect=${outputs}`, '--runs=5', substituting(later), small).result);
  const { ranges } = verified(`--expect=${outputs}`, '--runs=9', substituting(later), small).result;
  assert.ok(ranges.some(({ agrees }) => !agrees));
});

/** Where the status codes of the dispatch records are: 27, 39 and 47. Operations recorded as failed are not replayed. */
const dispatchStatus = [18759, 20763, 22003].map((record) => record + 76);

test('a substitute that is never called is not verified', () => {
  const capture = changed(
    small,
    'uncalled.ireereplay',
    dispatchStatus.map((offset) => [offset, '00000000', '0d000000'] as const),
  );
  const { status, result } = verified('--assume_host_signals', substituting(add), capture);
  assert.equal(result.agrees, false, result.sentence);
  assert.equal(status, 1);
  assert.match(result.sentence, /^Nothing is known about the outputs: no dispatch that is substituted was executed/);
  const { stdout } = ireereplay('substitute', '--format=json', '--assume_host_signals', substituting(add), capture);
  const [candidate] = (JSON.parse(stdout.toString()) as SubstituteResult).candidates;
  assert.equal(candidate?.verdict, 'unknown');
  assert.doesNotMatch(candidate.sentence, /Results differ/);
});

test('empty outputs cannot agree', () => {
  // The length in both mapped ranges.
  const capture = changed(small, 'empty.ireereplay', [
    [23499 + 8, '1000000000000000', '0000000000000000'],
    [23755 + 8, '1000000000000000', '0000000000000000'],
  ]);
  const { status, result } = verified(substituting(add), capture);
  assert.equal(result.agrees, false, result.sentence);
  assert.equal(status, 1);
  assert.match(result.sentence, /^Nothing is known about the outputs: the application read nothing back/);
});

test('a kernel that writes nothing does not agree with one that writes zeros', () => {
  // What the host and the queue write is all zeros, and only the kernel writes where the first output is.
  const bytes = Buffer.from(readFileSync(small));
  const zeroed = [
    [17048, 256],
    [17568, 256],
    [18259, 4],
    [18471, 64],
    [19935, 4],
    [20235, 64],
  ] as const;
  for (const [offset, length] of zeroed) bytes.fill(0, offset, offset + length);
  const filled = Buffer.from('0800000000000000' + '0000000000000000' + '0001000000000000', 'hex');
  const at = bytes.indexOf(filled, 18171);
  assert.ok(at > 0 && at < 18263, 'the range of the fill');
  bytes.writeBigUInt64LE(64n, at + 8);
  bytes.writeBigUInt64LE(64n, at + 16);
  const capture = path.join(folder, 'zeros.ireereplay');
  writeFileSync(capture, bytes);
  const idle = changed(mul, 'idle.so', [[0x1020, '488b46', '31c0c3']]);
  const right = verified(substituting(mul), capture).result;
  assert.equal(right.agrees, true, right.sentence);
  const { status, result } = verified(substituting(idle), capture);
  assert.equal(result.agrees, false, result.sentence);
  assert.equal(status, 1);
  assert.deepEqual(
    result.ranges.map(({ agrees }) => agrees),
    [false, true],
  );
});

test('a comparison of dispatches says how many of them were compared', () => {
  const capture = fixture('queue-dispatches-1k.ireereplay');
  const { result } = verified('--level=dispatch', '--runs=1', substituting(mul), capture);
  assert.match(result.sentence, /Of 1000 substituted dispatches the first 64 were compared one by one\.$/);
  assert.doesNotMatch(verified('--level=dispatch', substituting(mul), small).result.sentence, /one by one/);
});
