import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLatestAnswer } from './latestAnswer';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('an answer that comes after the next question is not heard', async () => {
  const answers: (number | undefined)[] = [];
  const failures: unknown[] = [];
  const latest = createLatestAnswer<number>({ changed: (value) => answers.push(value), failed: (error) => failures.push(error) });
  let answer: (value: number) => void = () => undefined;
  latest.ask(() => new Promise((resolve) => (answer = resolve)));
  latest.ask(() => Promise.resolve(2));
  answer(1);
  await settled();
  assert.equal(latest.value, 2);
  assert.deepEqual(answers, [undefined, undefined, 2]);
  latest.ask((signal) => Promise.reject(new Error(String(signal.aborted))));
  latest.ask(undefined);
  await settled();
  assert.deepEqual([latest.value, failures.length], [undefined, 0]);
});
