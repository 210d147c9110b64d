import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TorchShapeRow, TorchTraceInfo } from '../../protocol/neighbour/torch';
import { comparedTraces } from './comparedTraces';

interface Timed {
  readonly self: number;
  readonly device?: number;
  readonly shape?: readonly number[];
  readonly value?: string;
}

function row(name: string, { self, device = 0, shape = [2, 3], value = '1' }: Timed): TorchShapeRow {
  return {
    ...{ name, count: 1, inputDims: [shape, []], inputTypes: ['float', 'Scalar'], concreteInputs: ['', value] },
    ...{ totalNs: String(self), selfNs: String(self), callsNs: '0', deviceTotalNs: String(device), deviceSelfNs: String(device) },
    deviceCount: device === 0 ? 0 : 1,
  };
}

const trace = (...rows: readonly TorchShapeRow[]): Pick<TorchTraceInfo, 'byShape'> => ({
  byShape: { count: rows.length, rows: [...rows] },
});
const every = (): boolean => true;

test('each operation and shape has less time, more, the same, came or went', () => {
  const before = trace(
    row('mm', { self: 5, device: 100 }),
    row('add', { self: 5, device: 10 }),
    row('relu', { self: 5, device: 7 }),
    row('exp', { self: 1, device: 3 }),
  );
  const after = trace(
    row('mm', { self: 9, device: 60 }),
    row('add', { self: 9, device: 30 }),
    row('relu', { self: 9, device: 7 }),
    row('tanh', { self: 1, device: 2 }),
  );
  const { of, beforeNs, afterNs, states, rows } = comparedTraces(before, after, every, undefined);
  assert.deepEqual([of, beforeNs, afterNs], ['device', 120, 99]);
  assert.deepEqual(states, { less: 1, more: 1, equal: 1, came: 1, went: 1 });
  assert.deepEqual(
    rows.map(({ name, state, changeNs }) => [name, state, changeNs]),
    [
      ['mm', 'less', -40],
      ['add', 'more', 20],
      ['exp', 'went', -3],
      ['tanh', 'came', 2],
      ['relu', 'equal', 0],
    ],
  );
});

test('another shape is another row, another value is not', () => {
  const before = trace(row('mul', { self: 5, value: '0.1' }), row('mul', { self: 6, value: '0.2' }), row('mul', { self: 1, shape: [4] }));
  const { of, rows } = comparedTraces(before, trace(row('mul', { self: 20, value: '0.3' })), every, undefined);
  assert.equal(of, 'host');
  assert.deepEqual(
    rows.map(({ inputs, state, before: one, changeNs }) => [inputs, state, one?.count, changeNs]),
    [
      ['float[2, 3] Scalar', 'more', 2, 9],
      ['float[4] Scalar', 'went', 1, -1],
    ],
  );
});

test('names and a limit choose rows, and counts are of all that are meant', () => {
  const before = trace(row('mm', { self: 5 }), row('addmm', { self: 6 }), row('relu', { self: 9 }));
  const { rows, count, beforeNs } = comparedTraces(before, trace(), (name) => name.includes('mm'), 1);
  assert.deepEqual([rows.map(({ name }) => name), count, beforeNs], [['addmm'], 2, 11]);
});
