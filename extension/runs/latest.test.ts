import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLatest } from './latest';

test('work that begins aborts the one before, and who waits for that waits for both', async () => {
  const latest = createLatest();
  const said: string[] = [];
  let end = (): void => undefined;
  const first = latest.start(async (signal) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    said.push('first aborted');
  });
  const waiting = first.then(() => said.push('waited'));
  const second = latest.start(async (signal) => {
    await new Promise<void>((resolve) => (end = resolve));
    said.push(`second ${signal.aborted ? 'aborted' : 'done'}`);
  });
  await new Promise(setImmediate);
  assert.deepEqual(said, ['first aborted']);
  end();
  await Promise.all([second, waiting]);
  assert.deepEqual(said, ['first aborted', 'second done', 'waited']);
});

test('what is aborted ends', async () => {
  const latest = createLatest();
  const work = latest.start((signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())));
  latest.abort();
  await work;
});
