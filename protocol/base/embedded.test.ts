import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedText, embeddedValue } from './embedded';

test('gives back what it was made of, to the last bit', () => {
  const value = {
    times: Float64Array.of(0.1 + 0.2, 1e-320, -0, NaN, Infinity, -Infinity, 2 ** 53),
    none: new Float64Array(),
    ratio: Infinity,
    drift: -0,
    id: 2n ** 64n - 1n,
    moments: BigInt64Array.of(0n, 2n ** 62n, -1n),
    parts: Float32Array.of(0.5, NaN),
    places: [Uint32Array.of(0xffffffff), Uint8Array.of(255)],
    rows: [{ label: 'execute', samples: Float64Array.of(1, 2, 3) }, null, true],
  };
  assert.deepStrictEqual(embeddedValue(embeddedText(value)), value);
});

test('ends no element that it stands in', () => {
  const value = { subject: '</script><script>alert(1)</script><!--', file: '/tmp/a<b&c>"\u2028' };
  const text = embeddedText(value);
  assert.ok(!text.includes('<'));
  assert.deepEqual(embeddedValue(text), value);
});

test('refuses bytes that it would not give back', () => {
  assert.throws(() => embeddedText({ bytes: Int16Array.of(1) }), /Int16Array cannot be embedded/);
});
