import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SampledWidth } from '../../../protocol/code/hotspots';
import { availableWords, widthWords } from './mixPanel';

const width = (element: 'float' | 'integer', available?: SampledWidth['available']): SampledWidth => ({
  ...{ element, bits: 128, instructions: 1, samples: 20, share: 1, low: 0.8, high: 1, tooFew: false },
  ...(available === undefined ? {} : { available }),
});
const avx = { bits: 256, name: 'AVX' };

test('widths are of vectors, or of the element of a scalar', () => {
  assert.equal(widthWords({ element: 'float', bits: 256 }), 'floats, 256-bit vectors');
  assert.equal(widthWords({ element: 'integer', bits: 32, scalar: true }), 'individual 32-bit integers');
});

test('what the processor has is said once where it is the same for all that is computed', () => {
  assert.equal(availableWords([width('float', avx)]), 'This processor has vectors of 256 bits (AVX).');
  assert.equal(availableWords([width('float', avx), width('integer', avx)]), 'This processor has vectors of 256 bits (AVX).');
  assert.equal(
    availableWords([width('integer', { bits: 128, name: 'SSE2' }), width('float', avx)]),
    'This processor has vectors of 256 bits (AVX) for floats, of 128 bits (SSE2) for integers.',
  );
});

test('of code for another processor nothing is said', () => {
  assert.equal(availableWords([width('float')]), '');
});
