import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDecoder, encodedMessage } from './wire';

const MESSAGES = [
  {
    rpc: 'ok',
    id: 1,
    value: [{ starts: new BigInt64Array([1n, -5n]), lanes: new Uint8Array([7, 8, 9]), covered: new Float32Array([0.5]) }],
  },
  { rpc: 'call', params: { name: 'größer', none: null } },
  { values: new Float64Array([1e300, Number.NaN]), places: new Uint32Array([4e9]), empty: new Uint32Array(0) },
];

test('brings messages with their typed arrays, in pieces of any length', () => {
  const bytes = Buffer.concat(MESSAGES.map(encodedMessage));
  for (const length of [1, 3, 64, bytes.length]) {
    const decode = createDecoder();
    const arrived: unknown[] = [];
    for (let at = 0; at < bytes.length; at += length) arrived.push(...decode(bytes.subarray(at, at + length)));
    assert.deepEqual(arrived, MESSAGES);
  }
});
