/**
 * What IREE's own test of iree-profile expects (runtime/src/iree/tooling/profile/cli_test.py, and commands_test.cc of its flags),
 * expected of `ireereplay profile`: of one dispatch, executed once in a command buffer, and of all that was seen of it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();

/** Timed by the device and by the host, and by the host alone. */
const oneDispatch = fixture('profiles/one-dispatch.ireeprof');
const oneDispatchByHost = fixture('profiles/one-dispatch-by-host.ireeprof');

type Row = Readonly<Record<string, unknown>>;

function rowsOf(text: string): readonly Row[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

/** What is answered to a question, flags before it as IREE's test has them. */
function ask(profile: string, question: string, ...flags: readonly string[]): readonly Row[] {
  const { status, stdout, stderr } = ireereplay('profile', '--format=jsonl', ...flags, question, profile);
  assert.equal(status, 0, stderr);
  return rowsOf(stdout.toString());
}

/** The rows that hold at least these fields. */
function rowsWith(rows: readonly Row[], fields: Row): readonly Row[] {
  return rows.filter((row) => Object.entries(fields).every(([name, value]) => row[name] === value));
}

/** The one row that holds at least these fields. */
function rowWith(rows: readonly Row[], fields: Row): Row {
  const [row, ...more] = rowsWith(rows, fields);
  assert.ok(row !== undefined && more.length === 0, `${JSON.stringify(fields)} is in ${more.length + (row === undefined ? 0 : 1)} rows`);
  return row;
}

/** These fields have these values. */
function holds(row: Row, expected: Row): void {
  assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, row[name]])), expected);
}

/** The command that dispatches, and where it was executed. */
const command = { command_buffer_id: 8, command_index: 4 };
const execution = { submission_id: 29, physical_device_ordinal: 0, queue_ordinal: 0, stream_id: 17 };
const scaleRows = { executable_id: 5, function_ordinal: 1 };

test('every report answers about a profile that the writer made, with each of its kinds of row', () => {
  const kinds = {
    summary: ['summary', 'device_summary'],
    statistics: ['statistics_summary', 'statistics_row'],
    explain: [
      ...['explain_summary', 'explain_device', 'explain_queue', 'explain_top_function', 'explain_top_dispatch'],
      ...['explain_queue_operations', 'explain_memory_pressure'],
    ],
    executable: [
      ...['executable_summary', 'executable', 'executable_function'],
      ...['executable_function_dispatch_group', 'executable_function_host_dispatch_group'],
    ],
    dispatch: ['dispatch_summary', 'dispatch_group', 'host_dispatch_group'],
    command: ['command_summary', 'command_buffer', 'command_operation', 'command_execution', 'command_host_execution'],
    queue: ['queue_summary', 'queue', 'queue_submission', 'queue_device_event', 'host_execution_event', 'queue_event'],
    memory: ['memory_summary', 'memory_device', 'memory_pool', 'memory_allocation', 'memory_event'],
    counter: ['counter_summary'],
  };
  for (const [question, expected] of Object.entries(kinds)) {
    const found = new Set(ask(oneDispatch, question).map(({ type }) => type));
    assert.deepEqual([...found].sort(), [...expected].sort(), question);
  }
});

test('the summary counts the records of each kind, and what each device did', () => {
  const counts: Row = {
    device_chunks: 1,
    queue_chunks: 1,
    clock_correlation_chunks: 1,
    executable_records: 1,
    executable_function_records: 2,
    command_buffer_records: 1,
    command_operation_records: 1,
    queue_event_records: 1,
    queue_device_event_records: 1,
    host_execution_event_records: 2,
    memory_event_records: 2,
    event_relationship_records: 1,
    device_metric_source_records: 1,
    device_metric_descriptor_records: 2,
    device_metric_sample_records: 1,
    device_metric_values: 2,
    counter_sample_records: 0,
    executable_trace_records: 0,
    unknown_chunks: 0,
    dropped_records: 0,
  };
  const device = { physical_device_ordinal: 0, queues: 1, clock_samples: 2, clock_fit_available: true, device_metric_samples: 1 };

  const both = ask(oneDispatch, 'summary');
  holds(rowWith(both, { type: 'summary' }), { ...counts, dispatch_event_chunks: 1 });
  holds(rowWith(both, { type: 'device_summary' }), { ...device, valid_dispatches: 1, total_dispatch_ticks: 60, total_dispatch_ns: 600 });

  const byHost = ask(oneDispatchByHost, 'summary');
  holds(rowWith(byHost, { type: 'summary' }), { ...counts, dispatch_event_chunks: 0 });
  holds(rowWith(byHost, { type: 'device_summary' }), { ...device, valid_dispatches: 0, total_dispatch_ticks: 0, total_dispatch_ns: 0 });
});

test('statistics add up by function, operation of a queue and memory, each in its own time', () => {
  const rows = ask(oneDispatch, 'statistics');
  const statistics = rowsWith(rows, { type: 'statistics_row' });
  holds(rowWith(rows, { type: 'statistics_summary' }), { row_count: statistics.length, dropped_record_count: 0 });

  const byDevice = { time_domain: 'device_tick', duration_unit: 'device_tick', sample_count: 1, invalid_sample_count: 0 };
  holds(rowWith(statistics, { row_type: 'dispatch_function' }), {
    ...byDevice,
    ...scaleRows,
    function_name: 'scale_rows',
    total_duration: 60,
    total_duration_ns: 600,
  });
  holds(rowWith(statistics, { row_type: 'queue_device_operation' }), {
    ...byDevice,
    event_name: 'execute',
    total_duration: 80,
    total_duration_ns: 800,
    payload_bytes: 12288,
  });

  const byHost = { time_domain: 'iree_host_time_ns', duration_unit: 'ns', sample_count: 1, invalid_sample_count: 0 };
  // From when it was submitted until it was ready.
  holds(rowWith(statistics, { row_type: 'queue_host_operation' }), { ...byHost, event_name: 'execute', total_duration_ns: 70 });
  holds(rowWith(statistics, { row_type: 'host_execution_function' }), {
    ...byHost,
    ...scaleRows,
    function_name: 'scale_rows',
    total_duration_ns: 670,
    tile_count: 12,
    tile_duration_sum_ns: 655,
  });

  const memory = { row_type: 'memory_lifecycle' };
  assert.equal(rowsWith(statistics, memory).length, 2);
  for (const event of ['buffer_allocate', 'buffer_free']) {
    holds(rowWith(statistics, { ...memory, event_name: event }), { sample_count: 1, has_timing: false, payload_bytes: 4096 });
  }
});

test('queue says apart when an execution was submitted, what it took the device, and what it took the host', () => {
  const rows = ask(oneDispatch, 'queue');
  const common = { ...execution, op: 'execute', command_buffer_id: 8, operation_count: 1, payload_length: 12288 };
  holds(rowWith(rows, { type: 'queue_event' }), {
    ...common,
    event_id: 600,
    dependency_strategy: 'device_barrier',
    host_time_domain: 'iree_host_time_ns',
    host_time_ns: 42000,
    ready_host_time_ns: 42070,
    wait_count: 1,
    signal_count: 1,
    barrier_count: 2,
  });
  const device = rowWith(rows, { type: 'queue_device_event' });
  holds(device, { ...common, event_id: 610, start_tick: 1300, end_tick: 1380, duration_ticks: 80, valid: true, duration_ns: 800 });
  // Ticks are no times of the host.
  assert.ok(!('host_time_domain' in device));
  holds(rowWith(rows, { type: 'host_execution_event', op: 'execute' }), {
    ...common,
    event_id: 620,
    host_time_domain: 'iree_host_time_ns',
    start_host_time_ns: 42900,
    end_host_time_ns: 43900,
    duration_ns: 1000,
    valid: true,
  });
  holds(rowWith(rows, { type: 'host_execution_event', op: 'dispatch' }), { ...execution, ...command, ...scaleRows, duration_ns: 670 });
});

test('command and dispatch tell of the same command, its executions, and its times by the device and by the host', () => {
  const commands = ask(oneDispatch, 'command');
  const workgroups = { workgroup_count: [6, 2, 1], workgroup_size: [32, 2, 1] };
  const byHost = {
    timing_source: 'host_execution_event',
    time_domain: 'iree_host_time_ns',
    duration_time_domain: 'iree_host_duration_ns',
  };
  const operation = rowWith(commands, { type: 'command_operation' });
  holds(operation, { ...command, ...scaleRows, ...workgroups, op: 'dispatch', binding_count: 3 });
  const executed = { ...execution, command_buffer_id: 8, dispatches: 1, valid: 1, invalid: 0 };
  holds(rowWith(commands, { type: 'command_execution' }), { ...executed, total_dispatch_ticks: 60, total_dispatch_ns: 600 });
  holds(rowWith(commands, { type: 'command_host_execution' }), {
    ...executed,
    ...byHost,
    span_ns: 670,
    total_dispatch_ns: 670,
    total_tile_count: 12,
    total_tile_duration_sum_ns: 655,
  });

  const dispatches = ask(oneDispatch, 'dispatch', '--dispatch_events');
  const dispatched = { ...execution, ...command, ...scaleRows, ...workgroups, key: operation['key'], valid: true };
  holds(rowWith(dispatches, { type: 'dispatch_event' }), {
    ...dispatched,
    event_id: 640,
    device_tick_domain: 'device_tick',
    start_tick: 1310,
    end_tick: 1370,
    duration_time_domain: 'device_tick_duration_ns',
    duration_ns: 600,
  });
  holds(rowWith(dispatches, { type: 'host_dispatch_event' }), {
    ...dispatched,
    ...byHost,
    event_id: 621,
    start_host_time_ns: 43050,
    end_host_time_ns: 43720,
    duration_ns: 670,
    tile_count: 12,
    tile_duration_sum_ns: 655,
  });
});

test("explain ranks by the device's times, and by the host's where the device recorded none", () => {
  const both = ask(oneDispatch, 'explain');
  holds(rowWith(both, { type: 'explain_summary' }), { valid_dispatches: 1, valid_host_dispatches: 1 });
  const byDevice = { rank: 1, timing_source: 'device_dispatch_event' };
  holds(rowWith(both, { type: 'explain_top_function' }), {
    ...byDevice,
    ...scaleRows,
    total_ticks: 60,
    total_ns: 600,
    total_tile_count: 0,
  });
  holds(rowWith(both, { type: 'explain_top_dispatch' }), { ...byDevice, event_id: 640, duration_ticks: 60, duration_ns: 600 });

  const host = ask(oneDispatchByHost, 'explain');
  holds(rowWith(host, { type: 'explain_summary' }), { dispatches: 0, valid_dispatches: 0, host_dispatches: 1, valid_host_dispatches: 1 });
  const byHost = { rank: 1, timing_source: 'host_execution_event' };
  holds(rowWith(host, { type: 'explain_top_function' }), { ...byHost, ...scaleRows, total_ns: 670, total_tile_count: 12 });
  holds(rowWith(host, { type: 'explain_top_dispatch' }), { ...byHost, event_id: 621, duration_ns: 670, tile_count: 12 });
  holds(rowWith(host, { type: 'explain_hint' }), { severity: 'info', category: 'dispatch' });
});

test('the export has a row for each record, what it refers to, and the values of metrics with their names', () => {
  const output = path.join(folder, 'one-dispatch.ireeperf.jsonl');
  const { status, stdout, stderr } = ireereplay('profile', '--format=ireeperf-jsonl', `--output=${output}`, 'export', oneDispatch);
  assert.equal(status, 0, stderr);
  assert.equal(stdout.length, 0);
  const rows = rowsOf(readFileSync(output, 'utf8'));
  const rowOf = (recordType: string, fields: Row = {}): Row => rowWith(rows, { record_type: recordType, ...fields });

  const schema = rowOf('schema');
  assert.equal(rows[0], schema);
  holds(schema, { format: 'ireeperf-jsonl', row_key: 'record_type', schema_version: 15 });
  holds(rowOf('queue_event'), { host_time_domain: 'iree_host_time_ns', host_time_ns: 42000, ready_host_time_ns: 42070 });
  // By the two readings of both clocks: tick 1000 is 40000 ns, tick 2000 is 50000.
  holds(rowOf('queue_device_event'), {
    ...execution,
    derived_time_available: true,
    duration_ns: 800,
    start_driver_host_cpu_time_ns: 43000,
    end_driver_host_cpu_time_ns: 43800,
  });
  const relationship = rowOf('event_relationship');
  holds(relationship, { kind: 'queue_event_host_execution_event', source_type: 'queue_event', target_type: 'host_execution_event' });
  rowOf('queue_event', { event_id: relationship['source_id'] });
  rowOf('host_execution_event', { event_id: relationship['target_id'], op: 'execute' });

  holds(rowOf('device_metric_source'), { source_id: 71, device_class: 'gpu', name: 'board', metric_count: 2 });
  const compute = { unit: 'millipercent', value_kind: 'u64', semantic: 'average', plot_hint: 'percentage' };
  const lanes = { unit: 'count', value_kind: 'u64', semantic: 'instant', plot_hint: 'number' };
  holds(rowOf('device_metric_descriptor', { name: 'activity.compute' }), { ...compute, source_id: 71, builtin: true });
  holds(rowOf('device_metric_descriptor', { name: 'board.lanes' }), { ...lanes, source_id: 71, producer_specific: true });
  const sample = rowOf('device_metric_sample');
  holds(sample, { source_id: 71, host_time_domain: 'iree_host_time_ns', host_time_begin_ns: 43500, host_time_end_ns: 43530 });
  assert.ok(Array.isArray(sample['values']));
  const values = sample['values'] as readonly Row[];
  assert.equal(values.length, 2);
  holds(rowWith(values, { name: 'activity.compute' }), { ...compute, value: 62500 });
  holds(rowWith(values, { name: 'board.lanes' }), { ...lanes, value: 2048 });
});

test('reports are text or JSON, and flags that a question has no use for are refused', () => {
  for (const question of ['summary', 'statistics']) {
    const { status, stdout, stderr } = ireereplay('profile', question, '--format=text', oneDispatch);
    assert.equal(status, 0, stderr);
    assert.match(stdout.toString(), /^\n?IREE HAL (profile|device statistics)/);
  }
  for (const [args, sentence] of [
    [['export', '--format=text'], /unsupported --format=text; expected ireeperf-jsonl/],
    [['export', '--format=jsonl'], /unsupported --format=jsonl; expected ireeperf-jsonl/],
    [['summary', '--format=ireeperf-jsonl'], /--format/],
    [['summary', '--filter=copy'], /--filter/],
    [['cat', '--output=profile.ireeperf.jsonl'], /--output/],
    [['dispatch', '--rocm_library_path=/opt/rocm/lib'], /--rocm_library_path/],
    [['dispatch', '--dispatch_events'], /--dispatch_events requires --format=jsonl/],
    [['counter', '--counter_samples'], /--counter_samples requires --format=jsonl/],
    [['counter', '--format=jsonl', '--dispatch_events'], /--dispatch_events/],
    [['dispatch', '--format=jsonl', '--counter_samples'], /--counter_samples/],
    [['no-such-question'], /no-such-question/],
  ] as const) {
    const { status, stdout, stderr } = ireereplay('profile', ...args, oneDispatch);
    assert.equal(status, 2, args.join(' '));
    assert.equal(stdout.length, 0);
    assert.match(stderr, sentence);
  }
});
