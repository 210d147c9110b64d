import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Roof } from '../../../protocol/measurement/roof';
import { WHOLE_NAMES } from '../shortNames';
import { rooflineTable } from './rooflineTable';

const roof: Roof = {
  machine: { cpu: 'a processor', processors: 1, features: '', caches: [] },
  ...{ measured: '2026-01-02T03:04:05.000Z', threads: 1, tookNs: 1, notes: [] },
  peaks: [{ type: 'f32', bits: 256, by: 'FMA', oneThread: 1e11 }],
  bandwidths: [
    { level: 0, kind: 'read', bytesOfOne: 1, bytesOfAll: 1, oneThread: 1e10 },
    { level: 1, kind: 'read', bytesOfOne: 1, bytesOfAll: 1, oneThread: 1e11 },
  ],
};
const loop = { place: 'f.c:3', share: 0.9, intensity: 0.25, type: 'f32' } as const;

test('what is known stands in its column, what was given apart from what the code says, and all else is not known', () => {
  const table = rooflineTable(
    roof,
    'oneThread',
    [
      { key: 'a', name: 'a', colour: 'red', medianNs: 1e6, bytes: 1e6, operations: 4e6, type: 'f32' },
      { key: 'b', name: 'b', colour: 'red', medianNs: 1e6, bytes: 1e6, loop },
      { key: 'c', name: 'c', colour: 'red', loop: { place: 'f.c:3', share: 0.9, unknown: 'it calls a function' } },
    ],
    WHOLE_NAMES,
  );
  const said = (key: string) => {
    const cells = table.rows.find((row) => row.key === key)?.cells ?? [];
    return Object.fromEntries(table.columns.map(({ name }, i) => [name, cells[i]?.text]));
  };
  const { operations, rate, arithmetic, intensity, loop: none } = said('a');
  assert.deepEqual([operations, rate, arithmetic, intensity, none], ['4,000,000 f32', '4.00 Gop/s', '4.00 %', '4.00', 'not known']);
  const byCode = said('b');
  assert.deepEqual([byCode['operations'], byCode['rate'], byCode['memory']], ['not known', 'not known', '10.0 %']);
  assert.deepEqual(
    [byCode['loop'], byCode['loop-intensity'], byCode['most-near'], byCode['most-memory']],
    ['f.c:3, 90.0 % of samples', '0.250', '25.0 Gop/s', '2.50 Gop/s'],
  );
  const unknown = said('c');
  assert.deepEqual(
    [unknown['time'], unknown['loop-intensity'], unknown['most-near']],
    ['not known', 'not known: it calls a function', 'not known'],
  );
});
