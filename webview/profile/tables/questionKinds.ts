/**
 * Which rows of a question are shown, and which of IREE's fields as columns: those that a reader looks for, named by what they are. All
 * fields are in `ireereplay profile QUESTION --format=jsonl`.
 */
import type { TableQuestion } from '../../../protocol/profile/profile';

export type FieldKind = 'text' | 'count' | 'bytes' | 'ns' | 'id' | 'number' | 'list' | 'yes';

export interface FieldColumn {
  /** Of the row; of several the first that is there. */
  readonly fields: readonly string[];
  readonly title: string;
  readonly kind: FieldKind;
  /** In the grid's template. */
  readonly width: string;
}

export interface RowKind {
  /** Of rows, their "type"; of several types that are shown alike, the first names it. */
  readonly types: readonly string[];
  readonly label: string;
  readonly columns: readonly FieldColumn[];
}

const text = (title: string, width: string, ...fields: string[]): FieldColumn => ({ fields, title, kind: 'text', width });
const count = (title: string, width: string, ...fields: string[]): FieldColumn => ({ fields, title, kind: 'count', width });
const bytes = (title: string, ...fields: string[]): FieldColumn => ({ fields, title, kind: 'bytes', width: '86px' });
const ns = (title: string, ...fields: string[]): FieldColumn => ({ fields, title, kind: 'ns', width: '92px' });
const id = (title: string, width: string, ...fields: string[]): FieldColumn => ({ fields, title, kind: 'id', width });
const number = (title: string, ...fields: string[]): FieldColumn => ({ fields, title, kind: 'number', width: '100px' });

const NAME = 'minmax(180px, 3fr)';
const DEVICE = id('Device', '60px', 'physical_device_ordinal');
const QUEUE = id('Queue', '60px', 'queue_ordinal');
const SUBMISSION = id('Submission', '92px', 'submission_id');
const BUFFER = id('Command buffer', '118px', 'command_buffer_id');

export const QUESTION_KINDS: Readonly<Record<TableQuestion, readonly RowKind[]>> = {
  queue: [
    {
      types: ['queue_event'],
      label: 'Operations',
      columns: [
        ...[text('Operation', 'minmax(110px, 2fr)', 'op'), SUBMISSION, BUFFER, id('Allocation', '82px', 'allocation_id')],
        ...[text('Dependencies', 'minmax(90px, 1fr)', 'dependency_strategy'), count('Waits', '58px', 'wait_count')],
        ...[count('Signals', '64px', 'signal_count'), count('Operations', '84px', 'operation_count'), bytes('Bytes', 'payload_length')],
        ...[DEVICE, QUEUE],
      ],
    },
    {
      types: ['host_execution_event'],
      label: 'Executions',
      columns: [
        ...[text('Operation', 'minmax(110px, 2fr)', 'key', 'op'), SUBMISSION, BUFFER, id('Command', '78px', 'command_index')],
        ...[id('Executable', '84px', 'executable_id'), id('Function', '72px', 'function_ordinal'), ns('Duration', 'duration_ns')],
        ...[count('Tiles', '64px', 'tile_count'), ns('Tile time', 'tile_duration_sum_ns'), bytes('Bytes', 'payload_length'), DEVICE, QUEUE],
      ],
    },
    {
      types: ['queue_submission'],
      label: 'Submissions',
      columns: [
        SUBMISSION,
        count('Dispatches', '84px', 'dispatches'),
        ns('Span', 'span_ns'),
        ns('Dispatch time', 'total_dispatch_ns'),
        DEVICE,
        QUEUE,
      ],
    },
    {
      types: ['queue_device_event'],
      label: 'Device Events',
      columns: [
        ...[text('Operation', 'minmax(110px, 2fr)', 'op'), SUBMISSION, BUFFER, id('Allocation', '82px', 'allocation_id')],
        ...[ns('Duration', 'duration_ns'), count('Ticks', '100px', 'duration_ticks'), bytes('Bytes', 'payload_length'), DEVICE, QUEUE],
      ],
    },
    { types: ['queue'], label: 'Queues', columns: [DEVICE, QUEUE, id('Stream', '72px', 'stream_id')] },
  ],
  memory: [
    {
      types: ['memory_allocation'],
      label: 'Allocations',
      columns: [
        ...[text('Kind', 'minmax(130px, 2fr)', 'kind'), id('Allocation', '82px', 'allocation_id'), id('Pool', '92px', 'pool_id')],
        ...[bytes('Most', 'lifecycle_high_water_bytes'), bytes('At the end', 'lifecycle_current_bytes'), ns('Lived', 'duration_ns')],
        ...[{ fields: ['open_at_end'], title: 'Open at the end', kind: 'yes', width: '104px' } as const, count('Waits', '58px', 'waits')],
        ...[id('From submission', '112px', 'first_submission_id'), id('To submission', '100px', 'last_submission_id'), DEVICE],
      ],
    },
    {
      types: ['memory_pool'],
      label: 'Pools',
      columns: [
        ...[text('Kind', 'minmax(130px, 2fr)', 'kind'), id('Pool', '92px', 'pool_id'), bytes('Most', 'lifecycle_high_water_bytes')],
        ...[bytes('At the end', 'lifecycle_current_bytes'), bytes('Allocated', 'lifecycle_total_open_bytes')],
        ...[count('Allocations', '88px', 'lifecycle_total_open_count'), count('Waits', '58px', 'waits')],
        ...[bytes('Reserved', 'pool_bytes_reserved_high_water'), bytes('Committed', 'pool_bytes_committed_high_water'), DEVICE],
      ],
    },
    {
      types: ['memory_event'],
      label: 'Events',
      columns: [
        ...[text('Event', 'minmax(130px, 2fr)', 'event_type'), id('Allocation', '82px', 'allocation_id'), bytes('Bytes', 'length')],
        ...[bytes('Offset', 'offset'), id('Pool', '92px', 'pool_id'), SUBMISSION, DEVICE, QUEUE],
      ],
    },
  ],
  executable: [
    {
      types: ['executable_function_dispatch_group', 'executable_function_host_dispatch_group'],
      label: 'Functions',
      columns: [
        ...[text('Function', NAME, 'key'), id('Executable', '84px', 'executable_id'), id('Function', '72px', 'function_ordinal')],
        ...[
          count('Dispatches', '84px', 'dispatches'),
          ns('Total', 'total_ns'),
          ns('Least', 'min_ns'),
          ns('Mean', 'avg_ns'),
          ns('Most', 'max_ns'),
        ],
        ...[count('Tiles', '64px', 'total_tile_count'), ns('Tile time', 'total_tile_duration_sum_ns'), DEVICE],
      ],
    },
    {
      types: ['executable_function'],
      label: 'Interfaces',
      columns: [
        ...[text('Function', NAME, 'key'), id('Executable', '84px', 'executable_id'), id('Function', '72px', 'function_ordinal')],
        ...[
          count('Constants', '78px', 'constant_count'),
          count('Bindings', '70px', 'binding_count'),
          count('Parameters', '84px', 'parameter_count'),
        ],
        { fields: ['workgroup_size'], title: 'Workgroup size', kind: 'list', width: '112px' },
      ],
    },
    {
      types: ['executable'],
      label: 'Executables',
      columns: [
        id('Executable', '84px', 'executable_id'),
        count('Functions', '78px', 'function_count'),
        text('Hash of its code', 'minmax(180px, 1fr)', 'code_object_hash'),
      ],
    },
  ],
  command: [
    {
      types: ['command_operation'],
      label: 'Commands',
      columns: [
        ...[text('Command', NAME, 'key', 'op'), text('Operation', '90px', 'op'), BUFFER, id('Index', '60px', 'command_index')],
        ...[id('Executable', '84px', 'executable_id'), id('Function', '72px', 'function_ordinal')],
        { fields: ['workgroup_count'], title: 'Workgroups', kind: 'list', width: '100px' },
        ...[count('Bindings', '70px', 'binding_count'), bytes('Bytes', 'length')],
      ],
    },
    {
      types: ['command_host_execution', 'command_execution'],
      label: 'Executions',
      columns: [
        ...[BUFFER, SUBMISSION, count('Dispatches', '84px', 'dispatches'), ns('Span', 'span_ns'), ns('Dispatch time', 'total_dispatch_ns')],
        ...[count('Tiles', '64px', 'total_tile_count'), ns('Tile time', 'total_tile_duration_sum_ns'), DEVICE, QUEUE],
      ],
    },
    {
      types: ['command_buffer'],
      label: 'Command Buffers',
      columns: [BUFFER, count('Mode', '60px', 'mode'), count('Categories', '84px', 'command_categories'), DEVICE],
    },
  ],
  counter: [
    {
      types: ['counter_group'],
      label: 'Totals',
      columns: [
        ...[
          text('Counter', NAME, 'counter'),
          text('Of', 'minmax(120px, 2fr)', 'key'),
          text('Scope', '90px', 'scope'),
          text('Unit', '80px', 'unit'),
        ],
        ...[
          count('Samples', '72px', 'samples'),
          number('Sum', 'sum'),
          number('Least', 'min'),
          number('Mean', 'avg'),
          number('Most', 'max'),
          DEVICE,
        ],
      ],
    },
    {
      types: ['counter'],
      label: 'Counters',
      columns: [
        ...[text('Counter', 'minmax(140px, 2fr)', 'name'), text('Block', '100px', 'block'), text('Unit', '80px', 'unit')],
        ...[text('What it counts', 'minmax(180px, 3fr)', 'description'), DEVICE],
      ],
    },
    {
      types: ['counter_set'],
      label: 'Sets',
      columns: [text('Set', 'minmax(140px, 1fr)', 'name'), count('Counters', '74px', 'counter_count'), DEVICE],
    },
  ],
};

/** What each question is about, for labels and for what is said where there are no rows. */
export const QUESTION_TITLES: Readonly<Record<TableQuestion, { readonly title: string; readonly empty: string }>> = {
  queue: { title: 'Queue', empty: 'No queue operations were recorded (mode queue-events).' },
  memory: { title: 'Memory', empty: 'No memory events were recorded (mode memory-events).' },
  executable: { title: 'Executables', empty: 'No executables were recorded (mode executable-metadata).' },
  command: { title: 'Commands', empty: 'No command buffers were recorded (mode executable-metadata).' },
  counter: { title: 'Counters', empty: 'No counters were recorded (modes counters and counter-ranges).' },
};
