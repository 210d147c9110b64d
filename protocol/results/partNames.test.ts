import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BreakdownPart } from '../measurement/benchmark';
import { partNames } from './partNames';

const part = (of: Partial<BreakdownPart> & Pick<BreakdownPart, 'kind'>): BreakdownPart => ({
  label: 'f',
  executions: 1,
  bytes: '0',
  ...of,
});
const launch = (constants: readonly number[]): BreakdownPart =>
  part({ kind: 'launch', parent: 0, workgroupCount: [1, 1, 1], constants: [...constants], bindings: ['64'] });

test('a part has its name whatever stands before it', () => {
  const own = [
    part({ kind: 'function', executable: '4', ordinal: 1 }),
    launch([7]),
    part({ kind: 'record', parent: 1, record: 25 }),
    part({ kind: 'operation', label: 'copy' }),
  ];
  const before = [part({ kind: 'function', executable: '4', ordinal: 0 })];
  const moved = own.map((one) => (one.parent === undefined ? one : { ...one, parent: one.parent + 1 }));
  assert.deepEqual(partNames('execute', [...before, ...moved]).slice(1), partNames('execute', own));
  assert.equal(new Set(partNames('execute', own)).size, 4);
  assert.notDeepEqual(partNames('execute', own), partNames('init', own));
});

test('of launches that cannot be told apart neither has a name, nor what is below them', () => {
  const names = partNames('execute', [
    part({ kind: 'function', executable: '4', ordinal: 1 }),
    launch([7]),
    launch([7]),
    launch([8]),
    part({ kind: 'record', parent: 1, record: 25 }),
    part({ kind: 'record', parent: 3, record: 26 }),
  ]);
  assert.deepEqual(
    names.map((name) => name !== undefined),
    [true, false, false, true, false, true],
  );
});
