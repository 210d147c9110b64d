import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '../../protocol/capture/capture';
import { problemGroups } from './problemGroups';

const problem = (kind: string | undefined, severity: Problem['severity'], message: string): Problem => ({
  severity,
  code: 'INTERNAL',
  message,
  ...(kind === undefined ? {} : { kind }),
});

test('problems of one kind and severity stand together, in the order of the first', () => {
  const groups = problemGroups([
    problem('file-missing', 'error', 'a'),
    problem('wait-never-signaled', 'error', 'b'),
    problem('file-missing', 'error', 'c'),
    problem('file-missing', 'warning', 'd'),
  ]);
  assert.deepEqual(
    groups.map(({ members }) => members),
    [[0, 2], [1], [3]],
  );
});

test('what has no kind stands for itself', () => {
  assert.equal(problemGroups([problem(undefined, 'error', 'a'), problem(undefined, 'error', 'a')]).length, 2);
});
