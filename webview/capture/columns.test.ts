import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsFor, gridTemplate } from './columns';

const base = { records: 394, longestName: 20, preflight: false, times: false, available: 1200, widths: {} };

test('gives what is left to the function or object', () => {
  assert.equal(gridTemplate(columnsFor(base)), '66px 270px minmax(60px, 1fr) 380px 78px');
});

test('makes room for the numbers of a run of records', () => {
  assert.equal(columnsFor({ ...base, records: 1_000_000 })[0]?.width, 80);
});

test('shows preflight only when there is something to say', () => {
  assert.equal(columnsFor({ ...base, preflight: true }).at(-1)?.name, 'preflight');
});

test("shrinks operation and details in a narrow editor, and keeps the user's widths in a wide one", () => {
  const narrow = columnsFor({ ...base, available: 560 });
  assert.ok((narrow[1]?.width ?? 0) < 200);
  assert.equal(narrow[4]?.width, 78);
  assert.equal(columnsFor({ ...base, widths: { operation: 400 } })[1]?.width, 400);
});

test('names get the room first: details give way, then operations', () => {
  const widths = (available: number) => columnsFor({ ...base, times: true, longestName: 34, available });
  const left = (available: number): number => widths(available).reduce((room, { width }) => room - (width ?? 0), available);
  const of = (available: number, name: string): number => widths(available).find((column) => column.name === name)?.width ?? 0;
  for (const available of [940, 1020, 1100, 1200]) assert.ok(left(available) >= 34 * 7.3 + 28, `${String(left(available))} for names`);
  assert.deepEqual([of(1120, 'details'), of(1120, 'operation')], [227, 270]);
  assert.equal(of(2000, 'details'), 380);
  assert.equal(columnsFor({ ...base, available: 2000, widths: { details: 300 } })[3]?.width, 300);
  assert.ok(of(1020, 'details') < 220 && of(1020, 'operation') === 270);
  assert.ok(of(940, 'details') === 120 && of(940, 'operation') < 270);
});

test('a narrow list has about as much room for the names of kernels as for operations', () => {
  const columns = columnsFor({ ...base, available: 296 });
  const [, operation] = columns;
  const left = 296 - columns.reduce((sum, { width }) => sum + (width ?? 0), 0);
  assert.ok(left >= 110 && (operation?.width ?? 0) >= 110, `${String(left)} for names`);
});

test('columns go where there is no room for them, and what is executed stays', () => {
  const names = (available: number): readonly string[] => columnsFor({ ...base, preflight: true, available }).map(({ name }) => name);
  assert.deepEqual(names(500), ['record', 'operation', 'target', 'bytes', 'preflight']);
  assert.deepEqual(names(400), ['record', 'operation', 'target', 'preflight']);
  assert.deepEqual(names(340), ['record', 'operation', 'target']);
  for (const available of [296, 340, 400, 500, 600]) {
    const asked = columnsFor({ ...base, preflight: true, available }).reduce((sum, { width }) => sum + (width ?? 60), 0);
    assert.ok(asked <= available, `${String(asked)} in ${String(available)}`);
  }
});

test('times have columns where they are known, and keep them longest', () => {
  const names = (available: number): readonly string[] => columnsFor({ ...base, times: true, available }).map(({ name }) => name);
  assert.deepEqual(names(1200), ['record', 'operation', 'target', 'details', 'bytes', 'time', 'share']);
  assert.deepEqual(names(700), ['record', 'operation', 'target', 'bytes', 'time', 'share']);
  assert.deepEqual(names(400), ['record', 'operation', 'target', 'time']);
  for (const available of [340, 400, 500, 620, 720, 1000]) {
    const asked = columnsFor({ ...base, times: true, preflight: true, available }).reduce((sum, { width }) => sum + (width ?? 60), 0);
    assert.ok(asked <= available, `${String(asked)} in ${String(available)}`);
  }
});
