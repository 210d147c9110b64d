import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparedRange } from '../../protocol/replay/verification';
import { compareElements } from './comparing';
import { mismatchOf } from './mismatch';
import { rangeSentence, verificationSentence } from './verificationSentence';

const EXACT = { absolute: 0, relative: 0, ulp: 0, nanEqual: true };
const bytes = (values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);

async function compared(expected: readonly number[], actual: readonly number[]): Promise<ComparedRange> {
  const { first, ...comparison } = await compareElements(bytes(expected), bytes(actual), 'f32', EXACT);
  const place = { record: 7, buffer: '8', offset: '0', length: String(expected.length * 4), type: 'f32' as const };
  return { ...place, ...comparison, ...(first === undefined ? {} : { first: { ...first, byteOffset: '0' } }) };
}

test('reports NaN results as NaN, without a distance', async () => {
  const range = await compared([1, 2, 3, 4], [NaN, NaN, NaN, NaN]);
  assert.equal(range.agrees, false);
  const sentence = rangeSentence(range);
  assert.match(sentence, /4 of 4 f32 differ; NaN: 0 expected, 4 found/);
  assert.match(sentence, /expected 1, got NaN/);
  assert.doesNotMatch(sentence, /0 ULP/);
});

test('a number where NaN is expected differs, and distances are only between numbers', async () => {
  const range = await compared([NaN, 1, NaN], [5, 1.5, NaN]);
  assert.equal(range.outOfTolerance, '2');
  assert.match(rangeSentence(range), /2 of 3 f32 differ, numbers by at most 4194304 ULP or 0\.5; NaN: 2 expected, 1 found/);
});

test('an infinity where a number is expected has no distance', async () => {
  assert.match(rangeSentence(await compared([1], [Infinity])), /1 of 1 f32 differ; the first .*expected 1, got Infinity/);
});

test('a difference that comes up while it is timed is said to, and so is state', async () => {
  const [right, wrong] = [await compared([1, 2], [1, 2]), await compared([1, 2], [1, 9])];
  const result = {
    ...{
      agrees: false,
      ranges: [right],
      tolerance: EXACT,
      against: 'original' as const,
      deterministic: true,
      runs: 2,
      problems: [],
      hints: [],
    },
    keepsState: { kind: 'data' as const, executable: '4', bytes: 1, place: 'calls+0x8' },
  };
  const state =
    'The substitute of executable 4 keeps state: it has changed 1 byte of its own data, the first at calls+0x8. ' +
    'What it computes may depend on what it was called for before.';
  assert.equal(verificationSentence(result), `The outputs agree with the original's, bit for bit, in 1 buffer. ${state}`);
  const timed = { ...result, ranges: [right, wrong], timed: { compared: 3, differs: true } };
  assert.match(
    verificationSentence(timed),
    /^The outputs agreed with the original's when it was verified, but not when it was timed: buffer 8/,
  );
  assert.match(verificationSentence(timed), /got 9\. The substitute of executable 4 keeps state/);
});

test('of a difference the dispatch is told that wrote it, and buffers are counted that were read back', async () => {
  const read = { ...(await compared([1, 2], [1, 9])), buffer: '12' };
  const written = { ...read, buffer: '9', record: 17, function: 'matmul' };
  const result = {
    ...{ agrees: false, ranges: [read, written], tolerance: EXACT, against: 'original' as const },
    ...{ deterministic: true, runs: 2, problems: [], hints: [] },
  };
  assert.match(
    verificationSentence(result),
    /^The outputs differ from the original's in 1 of 1 buffer: buffer 9, written by matmul \(#17\): 1 of 2 f32 differ/,
  );
  assert.match(verificationSentence({ ...result, ranges: [read, read] }), /in 1 of 1 buffer: buffer 12, read by #/);
});

test('NaN with other bits agrees with NaN, and the sentence says so', async () => {
  const range = await compared([NaN, 1], [NaN, 1]);
  assert.equal(range.agrees, true);
  const other = bytes([NaN, 1]);
  other[0] = 1;
  const { first, ...comparison } = await compareElements(bytes([NaN, 1]), other, 'f32', EXACT);
  assert.equal(first?.actual, 'NaN');
  const ranges = [{ ...range, ...comparison }];
  const result = {
    agrees: true,
    ranges,
    tolerance: EXACT,
    against: 'original',
    deterministic: true,
    runs: 2,
    problems: [],
    hints: [],
  } as const;
  assert.match(verificationSentence(result), /within tolerance \(at most 0 ULP, NaN taken as NaN\)/);
});

test('a NaN element is shown without a distance', async () => {
  const { around } = await mismatchOf({ expected: bytes([1, 2]), actual: bytes([NaN, 2]), type: 'f32', tolerance: EXACT }, 0, []);
  assert.deepEqual(around[0], { index: '0', expected: '1', actual: 'NaN', agrees: false });
  assert.deepEqual(around[1], { index: '1', expected: '2', actual: '2', absolute: 0, ulp: '0', agrees: true });
});
