import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture } from '../../test/programs';
import type { FigureKind } from './figureKinds';
import { add, match, questionFigures } from './questionFigures';

const kind: FigureKind = {
  ...{ name: 'operations', label: 'Operations', of: 'queue', types: ['queue_event'] },
  keys: [{ name: 'op', title: 'Operation', fields: ['key', 'op'] }],
  figures: [
    { name: 'count', title: 'Count', unit: 'count', how: 'sum' },
    { name: 'bytes', title: 'Bytes', unit: 'bytes', field: 'length', how: 'sum' },
    { name: 'most', title: 'Most', unit: 'bytes', field: 'length', how: 'most' },
    { name: 'waited', title: 'Waited', unit: 'ns', field: 'ready', less: 'began', how: 'sum' },
  ],
};

test('rows of the same keys are summed up, exactly', () => {
  const groups = new Map<string, never>() as Parameters<typeof add>[0];
  add(groups, kind, { op: 'copy', length: '18446744073709551615', ready: 30, began: 10 });
  add(groups, kind, { op: 'copy', length: 1, ready: 5, began: 10 });
  add(groups, kind, { op: 'copy', key: 'named', length: 2 });
  assert.deepEqual(
    [...groups.values()],
    [
      { keys: ['copy'], values: [2n, 18446744073709551616n, 18446744073709551615n, 20n] },
      { keys: ['named'], values: [1n, 2n, 2n, undefined] },
    ],
  );
});

test('rows are matched by their keys, and what only one profile has stays', () => {
  const [a, b] = [new Map(), new Map()] as Parameters<typeof add>[0][];
  assert.ok(a !== undefined && b !== undefined);
  add(a, kind, { op: 'copy', length: 1 });
  add(b, kind, { op: 'copy', length: 3 });
  add(b, kind, { op: 'barrier' });
  assert.deepEqual(match(kind, a, b).rows, [
    { keys: ['barrier'], b: ['1', undefined, undefined, undefined] },
    { keys: ['copy'], a: ['1', '1', '1', undefined], b: ['1', '3', '3', undefined] },
  ]);
});

test('of two profiles the operations are counted, and what one did not record is not there', async () => {
  const [all, hostOnly] = [fixture('profiles/every-kind.ireeprof'), fixture('profiles/compared/vector.ireeprof')];
  const {
    kinds: [memory],
  } = await questionFigures(hostOnly, all, 'memory');
  assert.ok(memory !== undefined && memory.rows.length > 0);
  assert.ok(memory.rows.every(({ a, b }) => a === undefined && b !== undefined));
  assert.deepEqual(await questionFigures(hostOnly, hostOnly, 'counter'), { kinds: [], notices: [] });
  const {
    kinds: [operations],
  } = await questionFigures(hostOnly, hostOnly, 'queue');
  assert.equal(
    operations?.rows.reduce((sum, { a }) => sum + Number(a?.[0] ?? 0), 0),
    36,
  );
  assert.ok(operations.rows.every(({ a, b }) => JSON.stringify(a) === JSON.stringify(b)));
});

test('commands are called by their functions, and matched by their place in a command buffer', async () => {
  const [a, b] = [fixture('profiles/compared/vector.ireeprof'), fixture('profiles/compared/scalar.ireeprof')];
  const { kinds } = await questionFigures(a, b, 'command');
  const commands = kinds.find(({ name }) => name === 'commands');
  const dispatch = commands?.rows.find(({ keys }) => keys[0] === 'matmul_dispatch_0_matmul_256x256x256_f32');
  assert.ok(dispatch !== undefined);
  assert.deepEqual(dispatch.keys.slice(1), ['5', '0']);
  // Time, executions and tiles.
  assert.deepEqual([dispatch.a?.[0], dispatch.a?.[1], dispatch.b?.[1]], ['9859032', '12', '12']);
});
