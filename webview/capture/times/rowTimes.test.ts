import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ViewMode } from '../../../protocol/capture/capture';
import type { Row } from '../../../protocol/capture/recordRows';
import { EVERY_VIA, NO_LAST, NO_VIA, type RowPlaces } from '../../../protocol/capture/recordTimes';
import { rowPlace } from './rowPlace';
import { createRowTimes } from './rowTimes';
import { shareOf } from './shareOf';

const row = (key: string, more: Partial<Row> = {}): Row => ({
  ...{ key, record: Number.parseInt(key, 10), depth: 0, children: 0, expanded: false, class: 'other', operation: '' },
  ...{ target: [], details: [], matched: false },
  ...more,
});

test('a row is asked for as its place in the tree says', () => {
  assert.deepEqual(rowPlace(row('12@224'), 'tree'), { record: 12, via: 224, last: NO_LAST });
  assert.deepEqual(rowPlace(row('47@224', { last: 57 }), 'tree'), { record: 47, via: 224, last: 57 });
  assert.deepEqual(rowPlace(row('102', { last: 391 }), 'tree'), { record: 102, via: NO_VIA, last: 391 });
  assert.deepEqual(rowPlace(row('h12', { record: 12, run: { last: 15, count: 4 } }), 'tree'), { record: 12, via: NO_VIA, last: 15 });
});

test('elsewhere it stands for all of its executions', () => {
  assert.deepEqual(rowPlace(row('12'), 'flat'), { record: 12, via: EVERY_VIA, last: NO_LAST });
  assert.deepEqual(rowPlace(row('12@o4'), 'objects'), { record: 12, via: EVERY_VIA, last: NO_LAST });
  assert.equal(rowPlace(row('o4', { record: 7 }), 'objects'), undefined);
  assert.equal(rowPlace({ key: 'more' }, 'tree'), undefined);
});

interface Asked {
  readonly places: RowPlaces;
  answer(...ns: readonly bigint[]): Promise<void>;
}

function watched(mode: () => ViewMode = () => 'tree') {
  const asked: Asked[] = [];
  let draws = 0;
  const times = createRowTimes(
    (places) =>
      new Promise((resolve) =>
        asked.push({
          places,
          answer: async (...ns) => {
            resolve({ ns: BigInt64Array.from(ns) });
            await new Promise((next) => setImmediate(next));
          },
        }),
      ),
    mode,
    () => draws++,
  );
  return { times, asked, draws: () => draws };
}

test('asks once for what is in view, and for more when that has come', async () => {
  const { times, asked, draws } = watched();
  times.want([row('1'), row('2')]);
  times.want([row('3')]);
  assert.equal(asked.length, 1);
  await asked[0]?.answer(10n, -1n);
  assert.equal(draws(), 1);
  assert.equal(times.of(row('1')), 10n);
  assert.equal(times.of(row('2')), undefined);
  times.want([row('1'), row('2'), row('3')]);
  assert.deepEqual([...(asked[1]?.places.records ?? [])], [3]);
});

test('times that come after others are wanted are not taken', async () => {
  const { times, asked, draws } = watched();
  times.want([row('1')]);
  times.forget();
  await asked[0]?.answer(10n);
  assert.equal(times.of(row('1')), undefined);
  assert.equal(draws(), 1);
  times.want([row('1')]);
  assert.equal(asked.length, 2);
});

test('the same record is another row in another view', async () => {
  let mode: ViewMode = 'tree';
  const { times, asked } = watched(() => mode);
  times.want([row('1')]);
  await asked[0]?.answer(10n);
  mode = 'flat';
  assert.equal(times.of(row('1')), undefined);
});

test('a share is of what encloses the row and has a time, or of the scope', () => {
  const scope = row('1', { class: 'scope', children: 3, operation: 'replay.scope_begin' });
  const group = row('5@9', { class: 'sync' });
  const known = new Map([
    ['1', 200n],
    ['9', 100n],
    ['12@9', 25n],
  ]);
  const timeOf = ({ key }: Row): bigint | undefined => known.get(key);
  const chain = [scope, row('9'), group];
  assert.equal(shareOf(row('12@9'), chain, 'parent', timeOf, 1000n), 0.25);
  assert.equal(shareOf(row('12@9'), chain, 'scope', timeOf, 1000n), 0.125);
  assert.equal(shareOf(scope, [], 'parent', timeOf, 1000n), 0.2);
  assert.equal(shareOf(row('13@9'), chain, 'parent', timeOf, 1000n), undefined);
  assert.equal(shareOf(scope, [], 'parent', timeOf, 0n), undefined);
});
