import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparedFunction, ComparedProfiles } from '../../protocol/profile/profileComparison';
import type { ComparedKernel } from '../../protocol/code/hotspotsComparison';
import { headlineOf, sampledCause } from './headline';

const side = (totalNs: number): NonNullable<ComparedFunction['before']> => ({ executions: 20, totalNs, medianNs: totalNs / 20 });

function row(key: string, before: number, after: number, difference?: ComparedFunction['difference']): ComparedFunction {
  const common = { key, before: side(before), after: side(after), differenceNs: after - before, records: [] };
  return difference === undefined ? common : { ...common, difference };
}

function compared(functions: readonly ComparedFunction[], runs = 1): ComparedProfiles {
  const profile = { path: '/a.ireeprof', name: 'a.ireeprof', changed: '' };
  const of = (name: 'before' | 'after'): number => functions.reduce((sum, one) => sum + (one[name]?.totalNs ?? 0), 0);
  const before = Array.from({ length: runs }, () => profile);
  return { before, b: profile, functions, beforeNs: of('before'), afterNs: of('after'), untimed: 0, matchedBy: 'function', choices: [] };
}

const faster = { ratio: 1.31, interval: [1.28, 1.34], verdict: 'faster' } as const;
const slower = { ratio: 0.98, interval: [0.97, 0.985], verdict: 'slower' } as const;

test('the function that is told and differs most is the headline', () => {
  const { tone, sentence, basis } = headlineOf(compared([row('matmul', 3e8, 2.3e8, faster), row('softmax', 1e8, 1.02e8, slower)]));
  assert.equal(tone, 'good');
  assert.match(sentence, /^matmul: 1\.31x faster \[1\.28, 1\.34\]$/);
  assert.match(basis, /softmax: 1\.0\d+x slower/);
  assert.match(basis, /All executions together: 400\.0 ms in A, 332\.0 ms in B\./);
});

const kernel = (name: string, verdict: 'gained' | 'lost' | 'not-known'): ComparedKernel => ({
  ...{ kernel: name, per: 'run', difference: { verdict } },
  ...(verdict === 'not-known' ? {} : { cause: 'The loop did.', sentence: `${name} is other. The loop did.` }),
});

test('what samples say of the headline is said where it is the same', () => {
  const told = compared([row('matmul', 3e8, 2.3e8, faster), row('softmax', 1e8, 1e8)]);
  const kernels = [kernel('softmax', 'lost'), kernel('matmul', 'gained')];
  assert.deepEqual(sampledCause(told, { kernels }), { kernel: 'matmul', sentence: 'The loop did.' });
  assert.deepEqual(sampledCause(told, { kernels: [kernel('matmul', 'lost')] }), { kernel: 'matmul' });
  assert.deepEqual(sampledCause(told, { kernels: [kernel('matmul', 'not-known')] }), { kernel: 'matmul' });
  assert.equal(sampledCause(told, { kernels: [kernel('softmax', 'lost')] }), undefined);
  const untold = compared([row('matmul', 3e8, 2.3e8)]);
  // Samples tell of no headline that times do not tell.
  assert.deepEqual(sampledCause(untold, { kernels }), { kernel: 'softmax' });
  assert.equal(sampledCause(untold, { kernels: [] }), undefined);
});

test('a large difference that is not known is no headline, however large', () => {
  const unknown = { ratio: 3, interval: [0.9, 8], verdict: 'not-known-yet', missing: 'Fewer than ten samples say nothing.' } as const;
  const { tone, sentence, basis } = headlineOf(compared([row('matmul', 3e8, 1e8, unknown)]));
  assert.equal(tone, 'plain');
  assert.equal(sentence, 'No function is known to be faster or slower.');
  assert.match(basis, /Earlier runs of the same code/);
});

test('a verdict without an interval is not repeated', () => {
  const { tone, sentence } = headlineOf(compared([row('matmul', 3e8, 1e8, { ratio: 3, verdict: 'faster' })]));
  assert.equal(tone, 'plain');
  assert.equal(sentence, 'No function is known to be faster or slower.');
});

test('that nothing differs is said only where it is known of all', () => {
  const same = { ratio: 1, interval: [0.999, 1.001], verdict: 'no-difference', noise: 0.003 } as const;
  assert.equal(headlineOf(compared([row('matmul', 1e8, 1e8, same)], 5)).sentence, 'No function is faster or slower.');
  assert.equal(headlineOf(compared([])).sentence, 'The profiles have nothing in common that was timed.');
});
