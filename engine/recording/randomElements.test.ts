import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ELEMENT_TYPES, elementSize } from '../../protocol/replay/element';
import { randomElements, randomElementSize, randomScalar } from './randomElements';

const COUNT = 4096;

/** The values of a narrow type, by its own definition: bits of exponent and mantissa, and its bias. */
function decoded(bytes: Uint8Array, size: number, exponent: number, mantissa: number, bias: number): readonly number[] {
  const view = new DataView(bytes.buffer);
  return Array.from({ length: bytes.length / size }, (_, i) => {
    const bits = size === 2 ? view.getUint16(2 * i, true) : view.getUint8(i);
    const power = (bits >> mantissa) & (2 ** exponent - 1);
    const part = (bits & (2 ** mantissa - 1)) / 2 ** mantissa;
    const sign = bits >> (8 * size - 1) === 0 ? 1 : -1;
    return sign * (power === 0 ? part * 2 ** (1 - bias) : (1 + part) * 2 ** (power - bias));
  });
}

const VALUES: Readonly<Record<string, (bytes: Uint8Array) => readonly number[]>> = {
  f64: ({ buffer }) => [...new Float64Array(buffer)],
  f32: ({ buffer }) => [...new Float32Array(buffer)],
  f16: (bytes) => decoded(bytes, 2, 5, 10, 15),
  bf16: (bytes) => decoded(bytes, 2, 8, 7, 127),
  f8E4M3FN: (bytes) => decoded(bytes, 1, 4, 3, 7),
  f8E4M3FNUZ: (bytes) => decoded(bytes, 1, 4, 3, 8),
  f8E5M2: (bytes) => decoded(bytes, 1, 5, 2, 15),
  f8E5M2FNUZ: (bytes) => decoded(bytes, 1, 5, 2, 16),
};

test('elements are of every type that kernels have', () => {
  for (const type of ELEMENT_TYPES) assert.equal(randomElementSize(type), elementSize(type), type);
  assert.equal(randomElementSize('si8'), 1);
  for (const type of ['i4', 'complex<f32>', 'index', 'tf32', '']) assert.equal(randomElementSize(type), undefined, type);
});

test('numbers are from -1 to 1, on both sides of 0 and as spread as that', () => {
  for (const [type, values] of Object.entries(VALUES)) {
    const all = values(randomElements(type, COUNT, 1, 0));
    assert.equal(all.length, COUNT, type);
    assert.ok(
      all.every((value) => value >= -1 && value <= 1),
      type,
    );
    const mean = all.reduce((sum, value) => sum + value, 0) / COUNT;
    const square = all.reduce((sum, value) => sum + value * value, 0) / COUNT;
    // Narrow types lose up to a quarter of each towards zero.
    assert.ok(Math.abs(mean) < 0.05 && square > 0.2 && square < 0.36, `${type}: ${String(mean)}, ${String(square)}`);
  }
});

test('integers are small enough to be indices, and bits are 0 or 1', () => {
  const wide = new BigInt64Array(randomElements('i64', COUNT, 1, 0).buffer);
  assert.deepEqual([...new Set(wide)].sort(), [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n]);
  assert.deepEqual([...new Set(randomElements('i1', COUNT, 1, 0))].sort(), [0, 1]);
  for (const type of ['i32', 'index', 'i8']) assert.match(randomScalar(type, 5, 0) ?? '', /^[0-7]$/);
  assert.match(randomScalar('f32', 5, 0) ?? '', /^-?[01]\.?\d*$/);
  assert.equal(randomScalar('!vm.ref', 5, 0), undefined);
});

test('they are the same for the same seed and input, and no others', () => {
  const made = (seed: number, input: number): string => Buffer.from(randomElements('f32', 16, seed, input)).toString('hex');
  assert.equal(made(0, 0), made(0, 0));
  assert.equal(new Set([made(0, 0), made(0, 1), made(1, 0), made(1, 1), made(2, 0)]).size, 5);
  // What was recorded with a seed can be recorded again by later versions.
  assert.equal(made(7, 0).slice(0, 16), '1d74353f1f6597be');
});
