import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Repetitions } from '../../protocol/profile/profileComparison';
import { repeatedInBoth } from './repeatedInBoth';

const runs = (count: number, length: number): Repetitions['runs'] =>
  Array.from({ length: count }, (_, i) => ({ from: String(i * length), to: String((i + 1) * length) }));
const scope = (name: string, count: number, length = 10): Repetitions => ({ by: 'scope', name, runs: runs(count, length) });
const record = (number: number, count: number): Repetitions => ({ by: 'record', name: 'matmul', record: number, runs: runs(count, 10) });

test('a scope that runs several times is what repeats, the one that lasts longest', () => {
  const both = [scope('setup', 3), scope('execute', 3, 50), record(17, 12)];
  assert.equal(repeatedInBoth(both, both, true)?.a.name, 'execute');
});

test('within a scope that runs once, the record is what repeats', () => {
  const both = [scope('execute', 1, 1000), record(17, 12)];
  assert.equal(repeatedInBoth(both, both, true)?.a.record, 17);
});

test('a record of another capture is another operation', () => {
  assert.equal(repeatedInBoth([record(17, 12)], [record(17, 12)], false), undefined);
  assert.equal(repeatedInBoth([record(17, 12)], [record(18, 12)], true), undefined);
  assert.equal(repeatedInBoth([scope('execute', 1), record(17, 12)], [scope('execute', 1), record(17, 12)], false)?.a.name, 'execute');
});

test('what only one repeats is not laid over anything', () => {
  assert.equal(repeatedInBoth([scope('execute', 4)], [], true), undefined);
  assert.equal(repeatedInBoth([], [], true), undefined);
});
