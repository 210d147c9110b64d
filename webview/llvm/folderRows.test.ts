import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LlvmFolder } from '../../protocol/neighbour/llvm';
import { folderTable, isRecordingKey, kernelCount } from './folderRows';

const entry = (file: string, name: string, more: Partial<LlvmFolder['recordings'][number]> = {}): LlvmFolder['recordings'][number] => ({
  ...{ file, name, generation: 2, function: name, line: '7', memoryBytes: '1024' },
  ...more,
});

const folder: LlvmFolder = {
  kind: 'folder',
  recordings: [
    entry('1_1.json', 'scale', { timeNs: '9007199254740993', occurrences: '3', teams: '4', threads: '0' }),
    entry('2_1.json', 'sum', { timeNs: '10', occurrences: '1' }),
    entry('1_2.json', 'scale', { timeNs: '2', occurrences: '5' }),
  ],
  problems: [],
};

test('a kernel with several recordings opens into them, and has their sums', () => {
  const [scale, sum] = folderTable(folder).rows;
  assert.equal(scale?.children?.length, 2);
  assert.deepEqual(
    scale.children.map(({ key }) => key),
    ['1_1.json', '1_2.json'],
  );
  assert.ok(!isRecordingKey(scale.key));
  // Times of 64 bits are exact.
  assert.equal(scale.cells[1]?.exact, '9007199254740995');
  assert.equal(scale.cells[2]?.text, '8');
  assert.equal(scale.cells[5]?.text, '2 KiB');
  assert.equal(scale.cells[6]?.text, '2 recordings');
  assert.equal(sum?.children, undefined);
  assert.ok(isRecordingKey(sum?.key ?? ''));
  assert.equal(kernelCount(folder), 2);
});

test('what a program leaves open, and what is missing, is said', () => {
  const [scale] = folderTable(folder).rows;
  assert.equal(scale?.children?.[0]?.cells[4]?.text, 'any');
  const [only] = folderTable({ ...folder, recordings: [{ file: 'a.json', name: 'a', generation: 1, function: 'a' }] }).rows;
  assert.equal(only?.cells[5]?.text, 'missing');
  assert.equal(only.cells[1]?.text, '');
});
