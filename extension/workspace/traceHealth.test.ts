import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { traceHealth } from './traceHealth';

const { signal } = new AbortController();
const fixtures = path.resolve(__dirname, '..', '..', 'test', 'fixtures');
const file = path.join(fixtures, 'neighbours', 'pytorch', 'bert-small-h100.json.gz');

test('a trace is read for what is in it, without rows of its tables', async () => {
  const health = await traceHealth(file, signal);
  assert.ok(health.state === 'read');
  assert.deepEqual([health.trace.operations, health.trace.byOperation.count, health.trace.byOperation.rows], [479, 29, []]);
});

test('a large one is not read, and what is none is told with the reason', async () => {
  assert.deepEqual(await traceHealth(file, signal, 1000), { state: 'large' });
  const other = await traceHealth(path.join(fixtures, 'small.ireereplay'), signal);
  assert.ok(other.state === 'unreadable' && other.problem.message !== '');
});
