import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createLatest } from './latest';

interface Asked {
  readonly key: number;
  readonly signal: AbortSignal;
  readonly answer: (value: string) => void;
  readonly fail: (error: Error) => void;
}

function asking(): {
  readonly asked: Asked[];
  readonly latest: ReturnType<typeof createLatest<number, string>>;
  readonly changes: () => number;
} {
  const asked: Asked[] = [];
  let changes = 0;
  const latest = createLatest<number, string>(
    (key, signal) => new Promise((answer, fail) => asked.push({ key, signal, answer, fail })),
    () => changes++,
  );
  return { asked, latest, changes: () => changes };
}

test('only the latest question counts, and the answer before stays until its answer is here', async () => {
  const { asked, latest } = asking();
  latest.want(1);
  asked[0]?.answer('one');
  await turn();
  latest.want(2);
  latest.want(3);
  assert.equal(asked.at(1)?.signal.aborted, true);
  assert.deepEqual([latest.value, latest.of, latest.loading], ['one', 1, true]);
  asked[2]?.answer('three');
  await turn();
  asked[1]?.answer('two');
  await turn();
  assert.deepEqual([latest.value, latest.of, latest.loading], ['three', 3, false]);
});

test('the same question is asked once, and again when what it is about has changed', async () => {
  const { asked, latest, changes } = asking();
  latest.want(1);
  latest.want(1);
  assert.equal(asked.length, 1);
  asked[0]?.answer('one');
  await turn();
  latest.want(1);
  assert.equal(asked.length, 1);
  latest.renew();
  asked[1]?.answer('one more');
  await turn();
  assert.deepEqual([latest.value, changes()], ['one more', 2]);
});

test('a failure is said, and another question asks again', async () => {
  const { asked, latest } = asking();
  latest.want(1);
  asked[0]?.fail(new Error('gone'));
  await turn();
  assert.deepEqual([latest.problem, latest.value, latest.loading], ['gone', undefined, false]);
  latest.renew();
  asked[1]?.answer('back');
  await turn();
  assert.deepEqual([latest.problem, latest.value], [undefined, 'back']);
});

test('what is forgotten is asked again, and its late answer is nobody’s', async () => {
  const { asked, latest, changes } = asking();
  latest.want(1);
  latest.forget();
  asked[0]?.answer('late');
  await turn();
  assert.deepEqual([latest.value, changes()], [undefined, 0]);
  latest.want(1);
  assert.equal(asked.length, 2);
});
