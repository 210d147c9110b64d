import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LlvmChanges } from '../../protocol/neighbour/llvm';
import type { ComparedMemory } from './replayedMemory';
import { verdictOf } from './verdict';

const same: LlvmChanges = {
  compared: '8000',
  read: '16000',
  bytes: '0',
  words4: '0',
  words8: '0',
  rangeCount: '0',
  ranges: [],
  regions: [],
};
const before = { f32: '3', i32: '1077936128', hex: '00004040' };
const other: LlvmChanges = {
  ...same,
  ...{ bytes: '4', words4: '1', words8: '1', rangeCount: '1' },
  ranges: [{ begin: '4008', end: '4012', before, after: { f32: '1', i32: '1065353216', hex: '0000803f' } }],
  regions: [
    { begin: '0', arguments: [1], bytes: '0', words4: '0', words8: '0' },
    { begin: '4000', arguments: [3], bytes: '4', words4: '1', words8: '1' },
  ],
};
const near: ComparedMemory = { type: 'f32', compared: '1', outOfTolerance: '0', maxAbsolute: 1e-7, maxUlp: '1', agrees: true };
const far: ComparedMemory = {
  ...near,
  ...{ outOfTolerance: '1', maxUlp: '9', agrees: false },
  first: { offset: 4008, expected: '3', actual: '1' },
};

test('memory that is the same agrees, and what differs is told with its place', () => {
  assert.deepEqual(verdictOf({ differences: same, toolVerified: true }), {
    verdict: 'agrees',
    sentence: 'Memory is as recorded, bit for bit: 8,000 bytes.',
  });
  const { verdict, sentence } = verdictOf({ differences: other, toolVerified: false });
  assert.equal(verdict, 'differs');
  assert.match(sentence, /The first is at byte 4,008, 8 bytes into what argument 3 points to: it is 1 as a float, recorded was 3\.$/);
});

test('within a tolerance what differs may agree', () => {
  assert.equal(verdictOf({ differences: other, elements: near }).verdict, 'agrees');
  assert.equal(verdictOf({ differences: other, elements: near, toolVerified: false }).verdict, 'agrees');
  const { verdict, sentence } = verdictOf({ differences: other, elements: far });
  assert.equal(verdict, 'differs');
  assert.match(sentence, /1 f32 element beyond the tolerance\. The first is at byte 4,008.* it is 1, recorded was 3\.$/);
});

test('where the tool and what it saved contradict each other, nothing is said to agree', () => {
  assert.equal(verdictOf({ differences: same, toolVerified: false }).verdict, 'not-known');
  assert.equal(verdictOf({ differences: other, elements: near, toolVerified: true }).verdict, 'not-known');
  assert.match(verdictOf({ differences: other, toolVerified: true }).sentence, /but what it saved is not\.$/);
  assert.equal(verdictOf({ differences: other, toolVerified: true }).verdict, 'differs');
});

test('what could not be compared is not known', () => {
  assert.equal(verdictOf({ differences: 'the tool has saved no memory', toolVerified: true }).verdict, 'not-known');
  assert.equal(verdictOf({ differences: other, elements: 'too much' }).verdict, 'not-known');
});
