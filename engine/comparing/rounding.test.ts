import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationsFor, roundingTolerance } from './rounding';

test('a product takes as many operations for each result as its sides are long', () => {
  assert.equal(operationsFor({ read: [64 * 256, 256 * 96], written: 64 * 96 }), 32 + 256);
  assert.equal(operationsFor({ read: [320 * 7], written: 7 }), 32 + 320);
  assert.equal(operationsFor({ read: [1000, 1000], written: 1000 }), 32 + 32);
  assert.equal(operationsFor({ read: [], written: 0 }), 33);
});

test('rounding is a part of the largest number, and integers do not round', () => {
  const f32 = new Uint8Array(new Float32Array([0.5, -8, 3, Infinity, NaN]).buffer);
  assert.equal(roundingTolerance(f32, 'f32', 10).absolute, 10 * 2 ** -23 * 8);
  const f64 = new Uint8Array(new Float64Array([1, 2]).buffer);
  assert.equal(roundingTolerance(f64, 'f64', 3).absolute, 3 * 2 ** -52 * 2);
  // 1, -2.5, infinite, the smallest; 1, -3, NaN.
  assert.equal(roundingTolerance(new Uint8Array(new Uint16Array([0x3c00, 0xc100, 0x7c00, 1]).buffer), 'f16', 1).absolute, 2.5 * 2 ** -10);
  assert.equal(roundingTolerance(new Uint8Array(new Uint16Array([0x3f80, 0xc040, 0x7fc0]).buffer), 'bf16', 1).absolute, 3 * 2 ** -7);
  for (const type of ['i32', 'bytes', 'ui8'] as const) {
    assert.deepEqual(roundingTolerance(f32, type, 1e6), { absolute: 0, relative: 0, ulp: 0, nanEqual: true });
  }
});
