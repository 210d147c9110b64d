import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LlvmRecording } from '../../protocol/neighbour/llvm';
import { argumentTable, placeOf } from './argumentRows';
import { changeTable, rangeOf } from './changeRows';

const words = (f32: string, i32: string): { hex: string; f32: string; i32: string } => ({ hex: '', f32, i32 });

const recording: LlvmRecording = {
  kind: 'recording',
  generation: 2,
  name: 'scale',
  function: 'scale',
  launch: {},
  memory: { basis: 'recorded', address: '139637976727552', bytes: '640' },
  arguments: [
    { value: '9007199254740993', integer: '9007199254740993', float: '1.401e-45', double: '4.45e-308' },
    { value: '139637976728064', pointer: { offset: '512', mayBeginAllocation: true, bytes: '128' }, offset: '-8' },
    { value: '139637976728070', pointer: { offset: '518', mayBeginAllocation: false, bytes: '122' } },
    {},
  ],
  globals: [],
  changes: {
    compared: '640',
    read: '640',
    bytes: '12',
    words4: '3',
    words8: '2',
    rangeCount: '7',
    ranges: [
      { begin: '512', end: '520', before: words('1', '1065353216'), after: words('2', '1073741824') },
      { begin: '524', end: '528', before: words('NaN', '-1'), after: words('NaN', '-2') },
    ],
    regions: [
      { begin: '0', arguments: [], bytes: '0', words4: '0', words8: '0' },
      { begin: '512', arguments: [1], bytes: '12', words4: '3', words8: '2' },
    ],
  },
  files: [],
  problems: [],
};

const texts = (row: number): readonly string[] => argumentTable(recording).rows[row]?.cells.map(({ text }) => text) ?? [];

test('a scalar is all that its bits may be, and integers of 64 bits are exact', () => {
  assert.deepEqual(texts(0), ['0', 'scalar', '9007199254740993', '1.401e-45', '4.45e-308', '', '', '', '']);
  assert.equal(argumentTable(recording).rows[0]?.cells[2]?.exact, '9007199254740993');
});

test('a pointer has where it leads, what the kernel gets more than it, and what changed from there on', () => {
  assert.deepEqual(texts(1), ['1', 'pointer', '0x7f0000000200 - 8', '', '', '512', '128 B', 'may begin', '3']);
  assert.deepEqual(texts(2).slice(-2), ['inside', '']);
  assert.deepEqual(
    recording.arguments.map((argument) => placeOf(argument)),
    [undefined, { begin: 512, end: 640 }, { begin: 518, end: 640 }, undefined],
  );
});

test('an argument that the descriptor does not have is not known', () => {
  assert.deepEqual(texts(3), ['3', 'not known', '', '', '', '', '', '', '']);
});

test('a range has its argument, and the numbers that are others now', () => {
  const { rows, foot } = changeTable(recording);
  assert.deepEqual(
    rows.map(({ cells }) => cells.map(({ text }) => text)),
    [
      ['512', '2', '1', '1 → 2', '1065353216 → 1073741824', ''],
      ['524', '1', '1', '', '-1 → -2', ''],
    ],
  );
  assert.deepEqual(rangeOf(rows[1]?.key ?? ''), { begin: 524, end: 528 });
  // Five are not listed.
  assert.ok(foot !== undefined);
});
