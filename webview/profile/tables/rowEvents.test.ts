import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOfRow, isAbout } from './rowEvents';

const NONE = 4294967295;
const queue = { physical_device_ordinal: 0, queue_ordinal: 0 };
const queueOfEvent = { physical_device_ordinal: '0', queue_ordinal: '0' };
const dispatch = {
  kind: 'host_execution_event',
  fields: {
    ...{ event_id: '301', submission_id: '6', command_buffer_id: '17', command_index: '3', executable_id: '5', function_ordinal: '1' },
    ...{ allocation_id: '0', ...queueOfEvent },
  },
} as const;

test('a row of an event is found by the number of the event, on its device', () => {
  const row = { type: 'host_execution_event', event_id: 301, submission_id: 6, ...queue };
  assert.deepEqual(eventsOfRow(row), [{ kind: 'host_execution_event', fields: { event_id: '301', physical_device_ordinal: '0' } }]);
  assert.ok(isAbout(row, dispatch));
  assert.ok(!isAbout({ ...row, event_id: 302 }, dispatch));
  assert.ok(!isAbout({ ...row, type: 'queue_device_event' }, dispatch));
});

test('an operation of a queue is that of all that was executed of it', () => {
  const row = { type: 'queue_event', event_id: 9, submission_id: 6, ...queue };
  assert.ok(isAbout(row, dispatch));
  const event = { kind: 'queue_event', fields: { event_id: '9', submission_id: '6', ...queueOfEvent } } as const;
  assert.ok(isAbout(row, event));
  assert.ok(!isAbout({ ...row, event_id: 10 }, event));
});

test('commands, command buffers, functions and executables are those of a dispatch', () => {
  assert.ok(isAbout({ type: 'command_operation', command_buffer_id: 17, command_index: 3 }, dispatch));
  assert.ok(!isAbout({ type: 'command_operation', command_buffer_id: 17, command_index: 4 }, dispatch));
  assert.ok(isAbout({ type: 'command_buffer', command_buffer_id: 17 }, dispatch));
  assert.ok(isAbout({ type: 'executable_function', executable_id: 5, function_ordinal: 1 }, dispatch));
  assert.ok(isAbout({ type: 'executable', executable_id: 5 }, dispatch));
  assert.deepEqual(
    eventsOfRow({ type: 'command_host_execution', command_buffer_id: 17, submission_id: 6, ...queue })[0]?.fields['command_index'],
    String(NONE),
  );
});

test('an allocation is shown where it was allocated, by digits that no double holds, too', () => {
  const id = '9007199254740993';
  const row = { type: 'memory_allocation', allocation_id: id, first_event_id: 2, last_event_id: 8, physical_device_ordinal: 0 };
  assert.deepEqual(eventsOfRow(row), [{ kind: 'memory_event', fields: { event_id: '2', physical_device_ordinal: '0' } }]);
  assert.ok(isAbout(row, { kind: 'memory_event', fields: { event_id: '8', allocation_id: id, physical_device_ordinal: '0' } }));
});

test('a pool without an id is told from others by what is in it', () => {
  const row = { type: 'memory_pool', pool_id: 0, memory_type: 48, buffer_usage: 3075, physical_device_ordinal: 0 };
  const fields = { pool_id: '0', memory_type: '48', buffer_usage: '3075', physical_device_ordinal: '0' };
  assert.deepEqual(eventsOfRow(row), [{ kind: 'memory_event', fields }]);
  assert.ok(isAbout(row, { kind: 'memory_event', fields }));
  assert.ok(!isAbout(row, { kind: 'memory_event', fields: { ...fields, memory_type: '50' } }));
});

test('what has no number is about nothing', () => {
  assert.deepEqual(eventsOfRow({ type: 'queue', ...queue }), []);
  assert.deepEqual(eventsOfRow({ type: 'command_buffer', command_buffer_id: 0 }), []);
  assert.ok(!isAbout({ type: 'memory_allocation', allocation_id: 0, physical_device_ordinal: 0 }, dispatch));
});
