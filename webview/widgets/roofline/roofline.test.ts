import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Roof } from '../../../protocol/measurement/roof';
import { bandwidthOf, rooflineOf } from './roofline';
import type { RoofSubject } from './subject';

const moved = (level: number, kind: string, oneThread: number) => ({
  ...{ level, kind, bytesOfOne: 1, bytesOfAll: 1 },
  ...{ oneThread, allThreads: 2 * oneThread },
});
const roof: Roof = {
  machine: { cpu: 'a processor', processors: 2, features: '', caches: [] },
  ...{ measured: '2026-01-02T03:04:05.000Z', threads: 2, tookNs: 1, notes: [] },
  peaks: [
    { type: 'f32', bits: 0, by: 'FMA', oneThread: 1e10, allThreads: 2e10 },
    { type: 'f32', bits: 256, by: 'FMA', oneThread: 1e11, allThreads: 2e11 },
    { type: 'f64', bits: 256, by: 'FMA', oneThread: 5e10, allThreads: 1e11 },
    { type: 'i8', bits: 256, by: 'VNNI' },
  ],
  bandwidths: [moved(0, 'read', 1e10), moved(0, 'copy', 8e9), moved(1, 'read', 1e11), moved(2, 'read', 5e10)],
};
const subject = (known: Partial<RoofSubject>): RoofSubject => ({ key: 'f', name: 'f', colour: 'red', ...known });
const loop = { place: 'f.c:3', share: 0.9, intensity: 0.25, type: 'f32' } as const;

test('bandwidths slope up to the highest ceiling, the fastest kind of each level; narrower vectors have lower ceilings', () => {
  const drawn = rooflineOf(roof, 'oneThread', []);
  assert.ok(drawn !== undefined);
  assert.deepEqual(
    drawn.slopes.map(({ level, rate, to }) => [level, rate, to.intensity, to.rate]),
    [
      [1, 1e11, 1, 1e11],
      [2, 5e10, 2, 1e11],
      [0, 1e10, 10, 1e11],
    ],
  );
  assert.deepEqual(
    drawn.ceilings.map(({ type, bits, isHighest }) => [type, bits, isHighest]),
    [
      ['f32', 0, false],
      ['f32', 256, true],
    ],
  );
  for (const { from, rate } of drawn.slopes) assert.ok(Math.abs(from.rate / from.intensity / rate - 1) < 1e-12);
});

test('all that is drawn lies between the ends of the axes', () => {
  const far = subject({ medianNs: 1e9, bytes: 1e6, operations: 10 });
  const drawn = rooflineOf(roof, 'oneThread', [far]);
  assert.ok(drawn !== undefined);
  const [placed] = drawn.placed;
  for (const place of [drawn.x.at(placed?.intensity ?? 0), drawn.y.at(placed?.rate ?? 0)]) assert.ok(place > 0 && place < 1);
  for (const { from, to } of drawn.slopes) {
    for (const { intensity, rate } of [from, to]) {
      assert.ok(drawn.x.at(intensity) >= -1e-9 && drawn.x.at(intensity) <= 1, String(intensity));
      assert.ok(drawn.y.at(rate) >= -1e-9 && drawn.y.at(rate) <= 1, String(rate));
    }
  }
});

test('a dispatch stands at its operations for each byte that is bound to it, and at its operations a second', () => {
  const [placed] = rooflineOf(roof, 'oneThread', [subject({ medianNs: 1e6, bytes: 1e6, operations: 4e6 })])?.placed ?? [];
  assert.deepEqual([placed?.what, placed?.intensity, placed?.rate], ['measured', 4, 4e9]);
});

test('what is known by the code of its hottest loop alone is no measurement: it is the most that the nearest cache and the peak allow', () => {
  const byCode = subject({ medianNs: 1e6, bytes: 1e6, loop });
  const [placed] = rooflineOf(roof, 'oneThread', [byCode])?.placed ?? [];
  assert.deepEqual([placed?.what, placed?.intensity, placed?.rate], ['most', 0.25, 2.5e10]);
  const dense = subject({ loop: { ...loop, intensity: 50 } });
  assert.equal(rooflineOf(roof, 'allThreads', [dense])?.placed[0]?.rate, 2e11);
});

test('operations that the user gives count for more than the code of a loop', () => {
  const both = subject({ medianNs: 1e6, bytes: 1e6, operations: 4e6, loop });
  assert.equal(rooflineOf(roof, 'oneThread', [both])?.placed[0]?.what, 'measured');
});

test('without operations, bytes, a time, a type or a measured peak there is no place', () => {
  const unknown = [
    subject({ medianNs: 1e6, bytes: 1e6 }),
    subject({ medianNs: 1e6, operations: 1e6 }),
    subject({ bytes: 1e6, operations: 1e6 }),
    subject({ medianNs: 1e6, bytes: 0, operations: 1e6 }),
    subject({ loop: { place: 'f.c:3', share: 0.9, unknown: 'it calls a function' } }),
    subject({ loop: { place: 'f.c:3', share: 0.9, intensity: 1 } }),
    subject({ loop: { ...loop, type: 'i8' } }),
  ];
  const drawn = rooflineOf(roof, 'oneThread', unknown);
  assert.deepEqual(drawn?.placed, []);
  assert.deepEqual(drawn.unplaced, unknown);
});

test('ceilings are of the types that are placed', () => {
  const wide = subject({ medianNs: 1e6, bytes: 1e6, operations: 4e6, type: 'f64' });
  const drawn = rooflineOf(roof, 'oneThread', [wide, subject({})]);
  assert.deepEqual(new Set(drawn?.ceilings.map(({ type }) => type)), new Set(['f64']));
});

test('without a peak or a bandwidth nothing is drawn', () => {
  assert.equal(rooflineOf({ ...roof, peaks: [] }, 'oneThread', []), undefined);
  assert.equal(rooflineOf({ ...roof, bandwidths: [] }, 'oneThread', []), undefined);
  assert.equal(bandwidthOf(roof, 'oneThread', 0), 1e10);
  assert.equal(bandwidthOf(roof, 'oneThread', 3), undefined);
});
