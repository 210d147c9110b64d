import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampledLineOf } from './sampledLines';

const count = { samples: 40, share: 0.4, share_low: 0.3, share_high: 0.5, is_hot: true };
const kernel = { executable_id: 4, function_ordinal: 6, kernel: 'k', ...count };
const row = { type: 'hotspot_line', path: 'a.c', line: 3, ...count, kernels: [kernel, { ...kernel, share_low: undefined }] };

const sampled = { samples: 40, share: 0.4, low: 0.3, high: 0.5, isHot: true };

test('a line of the report is one with its interval, and so are the kernels that it is in', () => {
  assert.deepEqual(sampledLineOf(JSON.stringify(row)), [
    { path: 'a.c', line: 3, ...sampled, kernels: [{ executable: '4', ordinal: 6, ...sampled }] },
  ]);
});

test('executables of the same code have the samples of all of them', () => {
  const [line] = sampledLineOf(JSON.stringify({ ...row, kernels: [{ ...kernel, executable_ids: [4, 9] }] }));
  assert.deepEqual(line?.kernels, [
    { executable: '4', ordinal: 6, ...sampled },
    { executable: '9', ordinal: 6, ...sampled },
  ]);
});

test('rows of kernels, and what lacks its interval, are none', () => {
  assert.deepEqual(sampledLineOf(JSON.stringify({ ...row, type: 'hotspot_kernel' })), []);
  assert.deepEqual(sampledLineOf(JSON.stringify({ ...row, share_low: undefined })), []);
  assert.deepEqual(sampledLineOf(''), []);
});
