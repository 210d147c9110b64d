import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOwnBuffers } from './ownBuffers';

test('a part of a larger buffer is sent alone, and what is alone already as it is', () => {
  const larger = new Float64Array([1, 2, 3, 4]);
  const whole = Uint8Array.of(7);
  const message = { rows: [{ name: 'a', samples: larger.subarray(1, 3) }], whole, text: 'x', none: null, flag: true };
  const sent = withOwnBuffers(message) as typeof message;
  assert.deepEqual(sent, { ...message, rows: [{ name: 'a', samples: Float64Array.of(2, 3) }] });
  assert.equal(sent.rows[0]?.samples.buffer.byteLength, 16);
  assert.equal(sent.whole, whole);
});

test('bytes of Node are bytes like any other', () => {
  const sent = withOwnBuffers({ bytes: Buffer.from('ab') }) as { readonly bytes: Uint8Array };
  assert.equal(sent.bytes.constructor, Uint8Array);
  assert.deepEqual([...sent.bytes], [97, 98]);
  assert.equal(sent.bytes.buffer.byteLength, 2);
});
