import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LlvmRecording } from '../../protocol/neighbour/llvm';
import { codeOf, functionTable } from './functionRows';

const recording: LlvmRecording = {
  ...{ kind: 'recording', generation: 2, name: '__omp_offloading_1_2__Z5scalePdi_l9', function: 'scale(double*, int)', line: '9' },
  ...{ launch: {}, memory: { basis: 'unknown', bytes: '0' }, arguments: [], globals: [], files: [], problems: [] },
};
const image = { role: 'image', name: 'scale.image', bytes: '4096' } as const;
const bitcode = { role: 'bitcode', name: 'scale.bc', bytes: '2048' } as const;
const functions = [
  { name: recording.name, function: recording.function, line: '9', recorded: true, address: '4096', bytes: '1072' },
  { name: '_Z6scaleddd', function: 'scaled(double, double)', address: '4352' },
] as const;

const rowsOf = (one: LlvmRecording): readonly (readonly string[])[] =>
  functionTable(one).rows.map(({ key, cells }) => [key, ...cells.map(({ text }) => text)]);

test('functions are as the image has them, and bitcode is a row behind them', () => {
  assert.deepEqual(rowsOf({ ...recording, image: { kind: 'ELF for AMD GPUs', functions }, files: [image, bitcode] }), [
    ['0', 'scale(double*, int), line 9', '1,072'],
    ['1', 'scaled(double, double)', ''],
    ['bitcode', 'LLVM bitcode', '2,048'],
  ]);
  assert.deepEqual(rowsOf({ ...recording, image: { kind: 'LLVM bitcode', functions: [] }, files: [image] }), [
    ['bitcode', 'LLVM bitcode', '4,096'],
  ]);
  assert.deepEqual(['1', 'bitcode'].map(codeOf), [{ code: 1 }, { code: 'bitcode' }]);
});

test('why there are none is a sentence', () => {
  const said = { severity: 'error', file: 'scale.image', message: 'it ends before its section table does' } as const;
  const empty = (one: Partial<LlvmRecording>): string => functionTable({ ...recording, ...one }).empty;
  assert.equal(empty({}), 'The recording has no image.');
  assert.equal(empty({ problems: [{ ...said, message: 'it is missing' }] }), 'There is no image: it is missing.');
  const unread = { image: { kind: 'ELF for x86-64', functions: [] }, files: [image] } as const;
  assert.equal(empty({ ...unread, problems: [said] }), 'scale.image: It ends before its section table does.');
  const unknown = { image: { kind: 'not known', functions: [] }, files: [image] } as const;
  assert.equal(empty(unknown), 'The image is neither an ELF file nor LLVM bitcode: its code cannot be shown.');
});
