import assert from 'node:assert/strict';
import { test } from 'node:test';
import { howOftenFailed, slowest, type Outcome } from './outcomes.mjs';

function ran(name: string, seconds: number, outcome: Outcome['outcome'] = 'passed'): Outcome {
  return { name, file: 'test/a.test.ts', seconds, outcome };
}

test('tells of each test how often it failed, and of a skipped one that it did not run', () => {
  const once = [ran('opens', 1), ran('closes', 1, 'failed'), ran('prints', 0, 'skipped')];
  assert.deepEqual(howOftenFailed([...once, ran('opens', 1), ran('closes', 1)]), [
    'failed 1 of 2 times   test/a.test.ts: closes',
    'failed 0 of 2 times   test/a.test.ts: opens',
    'failed 0 of 0 times   test/a.test.ts: prints',
  ]);
});

test('keeps tests of the same name in different files apart', () => {
  const other: Outcome = { ...ran('opens', 1, 'failed'), file: 'test/b.test.ts' };
  assert.deepEqual(howOftenFailed([ran('opens', 1), other]), [
    'failed 1 of 1 times   test/b.test.ts: opens',
    'failed 0 of 1 times   test/a.test.ts: opens',
  ]);
});

test('names a file that failed as a whole once', () => {
  assert.deepEqual(howOftenFailed([ran('test/a.test.ts', 1, 'failed')]), ['failed 1 of 1 times   test/a.test.ts']);
});

test('tells the tests that took longest, the longest first', () => {
  assert.deepEqual(slowest([ran('opens', 1.25), ran('closes', 12), ran('prints', 0.1)], 2), [
    '   12.0 s   test/a.test.ts: closes',
    '    1.3 s   test/a.test.ts: opens',
  ]);
});
