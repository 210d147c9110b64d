import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampledLineOf } from './sampledLines';

const row = { type: 'hotspot_line', path: 'a.c', line: 3, samples: 40, share: 0.4, share_low: 0.3, share_high: 0.5, is_hot: true };

test('a line of the report is one with its interval', () => {
  assert.deepEqual(sampledLineOf(JSON.stringify(row)), [
    { path: 'a.c', line: 3, samples: 40, share: 0.4, low: 0.3, high: 0.5, isHot: true },
  ]);
});

test('rows of kernels, and what lacks its interval, are none', () => {
  assert.deepEqual(sampledLineOf(JSON.stringify({ ...row, type: 'hotspot_kernel' })), []);
  assert.deepEqual(sampledLineOf(JSON.stringify({ ...row, share_low: undefined })), []);
  assert.deepEqual(sampledLineOf(''), []);
});
