import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsOf } from '../../profile/timeline/trackItems';
import { drawnDispatches, keyed, pairsOf, type DrawnDispatch } from './matches';

const dispatch = (index: number, name: string): DrawnDispatch => ({
  ...{ track: 4, index, name },
  range: { from: BigInt(index * 10), to: BigInt(index * 10 + 5) },
});
const said = (records: number[], ordinals: number[]) => ({ records: Uint32Array.from(records), ordinals: Uint32Array.from(ordinals) });

test('dispatches of one capture are matched by record and repetition, whatever the function is called', () => {
  const a = keyed([dispatch(0, 'f'), dispatch(1, 'g'), dispatch(2, 'f')], said([17, 18, 17], [0, 0, 1]), 0, false);
  const b = keyed([dispatch(5, 'f'), dispatch(6, 'f_packed'), dispatch(7, 'h')], said([17, 17, 99], [0, 1, 0]), 0, false);
  assert.deepEqual(
    pairsOf(a, b).map((pair) => [pair.a.index, pair.b.index]),
    [
      [0, 5],
      [2, 6],
    ],
  );
});

test('without a known record nothing is matched by record', () => {
  const none = 0xffffffff;
  assert.equal(keyed([dispatch(0, 'f')], said([none], [0]), 0, false).size, 0);
  assert.equal(keyed([dispatch(0, 'f')], said([17], [none]), 0, false).size, 0);
});

test('by function the first is the first and the second the second, on tracks in the same place', () => {
  const none = 0xffffffff;
  const a = keyed([dispatch(0, 'f'), dispatch(1, 'f')], said([none, none], [0, 1]), 0, true);
  const b = keyed([dispatch(3, 'f')], said([none], [1]), 0, true);
  assert.deepEqual(
    pairsOf(a, b).map((pair) => [pair.a.index, pair.b.index]),
    [[1, 3]],
  );
  assert.equal(pairsOf(a, keyed([dispatch(3, 'f')], said([none], [1]), 1, true)).length, 0);
});

test('what is drawn with others, or begins before the run, is no dispatch of it; of many the longest are kept', () => {
  const items = itemsOf(
    { from: 0n, to: 100n, quantum: 1, pixels: 100 },
    {
      track: 4,
      starts: BigInt64Array.of(0n, 10n, 20n, 40n, 60n),
      ends: BigInt64Array.of(5n, 12n, 30n, 55n, 70n),
      readies: new BigInt64Array(),
      indices: Uint32Array.of(0, 1, 2, 5, 6),
      counts: Uint32Array.of(1, 1, 3, 1, 1),
      matches: new Uint32Array(5),
      names: Uint32Array.of(0, 1, 0, 1, 0),
      lanes: new Uint8Array(5),
      covered: new Float32Array(5),
      ...{ least: new Float64Array(), most: new Float64Array(), last: new Float64Array() },
    },
  );
  const names = [{ name: 'f' }, { name: 'g' }];
  assert.deepEqual(
    drawnDispatches(4, items, { from: 10n, to: 100n }, names, 10).map(({ index, name }) => [index, name]),
    [
      [1, 'g'],
      [5, 'g'],
      [6, 'f'],
    ],
  );
  assert.deepEqual(
    drawnDispatches(4, items, { from: 10n, to: 100n }, names, 2).map(({ index }) => index),
    [5, 6],
  );
});
