import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csv } from '../../widgets/tables';
import { exportedTable } from '../../widgets/gridRows';
import { kindsThere, questionTable } from './questionTable';

const NO_ID = 4294967295;
const queue = {
  more: 0,
  rows: [
    { type: 'queue_summary', queues: 1 },
    { type: 'queue', physical_device_ordinal: 0, queue_ordinal: 0, stream_id: 0 },
    ...[1, 2].map((event) => ({
      ...{ type: 'host_execution_event', op: event === 1 ? 'execute' : 'dispatch', key: event === 1 ? '' : 'softmax' },
      ...{ submission_id: 6, command_buffer_id: 17, command_index: event === 1 ? NO_ID : 3, duration_ns: event * 700_000 },
      ...{ payload_length: 0, tile_count: 0, physical_device_ordinal: 0, queue_ordinal: 0, allocation_id: 0 },
    })),
  ],
};

test('the kinds of rows that a question has are those to choose from', () => {
  assert.deepEqual(
    kindsThere('queue', queue).map(({ kind: { label }, count }) => `${label} ${String(count)}`),
    ['Executions 2', 'Queues 1'],
  );
  assert.deepEqual(kindsThere('counter', { rows: [{ type: 'counter_summary' }], more: 0 }), []);
});

test('columns have names and one unit each, and those that say nothing are left out', () => {
  const [first] = kindsThere('queue', queue);
  assert.ok(first !== undefined);
  const table = questionTable('queue', queue, first.kind);
  assert.deepEqual(
    table.columns.map(({ title }) => title),
    ['Operation', 'Submission', 'Command buffer', 'Command', 'Duration, ms', 'Tiles', 'Bytes', 'Device', 'Queue'],
  );
  assert.deepEqual(
    table.rows.map(({ cells }) => cells.slice(0, 5).map(({ text }) => text)),
    [
      ['execute', '6', '17', '', '0.7000'],
      ['softmax', '6', '17', '3', '1.400'],
    ],
  );
});

test('what is exported is nanoseconds and whole numbers, digits that no double holds included', () => {
  const rows = [{ type: 'memory_event', event_type: 'pool_reserve', allocation_id: '9007199254740993', length: 32768, offset: 0 }];
  const [events] = kindsThere('memory', { rows, more: 0 });
  assert.ok(events !== undefined);
  const table = questionTable('memory', { rows, more: 0 }, events.kind);
  assert.equal(
    csv(exportedTable(table, { filter: '', open: new Set() })),
    'Event,Allocation,"Bytes, bytes","Offset, bytes"\r\npool_reserve,9007199254740993,32768,0\r\n',
  );
});
