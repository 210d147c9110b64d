import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unpackRows } from './packedRows';

test('ids are exact to the last bit, and texts whatever stands in them', () => {
  const texts = ['7', 'device.queue_dispatch', '\u{feff}𝄞 ≥3', '18446744073709551615', 'OK?'];
  const [key = '', operation = '', target = '', detail = '', status = ''] = texts.map(({ length }) => length);
  const page = unpackRows({
    ...{ start: 128, total: 1000, version: 3, rows: 1, ancestors: 0 },
    numbers: Uint32Array.from(
      [
        [1 | (1 << 8) | (1 << 9) | (1 << 10) | (1 << 11) | (1 << 12), key, 2, 5, 4294967294, operation],
        ...[[1, 2, target], [1, 1 | 2 | 4, detail, 6], [status]],
      ].flat(),
      Number,
    ),
    wides: BigUint64Array.of(2n ** 64n - 1n, 9007199254740993n, 2n ** 63n + 1n),
    texts: new TextEncoder().encode(texts.join('')),
  });
  assert.deepEqual(page, {
    ...{ start: 128, total: 1000, version: 3, ancestors: [] },
    rows: [
      {
        ...{ key: '7', depth: 2, children: 5, expanded: true, matched: true, record: 4294967294 },
        ...{ class: 'dispatch', operation: 'device.queue_dispatch' },
        target: [{ text: '\u{feff}𝄞 ≥3', object: '18446744073709551615' }],
        details: [{ text: '18446744073709551615', object: '9007199254740993', record: 6, dim: true }],
        ...{ bytes: '9223372036854775809', status: 'OK?' },
      },
    ],
  });
});

test('a page without rows has none', () => {
  const nothing = { numbers: new Uint32Array(), wides: new BigUint64Array(), texts: new Uint8Array() };
  const page = unpackRows({ start: 0, total: 0, version: 1, rows: 0, ancestors: 0, ...nothing });
  assert.deepEqual(page, { start: 0, total: 0, version: 1, rows: [], ancestors: [] });
});
