/** What is summed up of the rows of IREE's questions to compare two profiles: by which fields, and which figures. */
import type { ComparedFigure, ComparedQuestion } from '../../protocol/profile/profileComparison';
import type { TableQuestion } from '../../protocol/profile/profile';

export interface KeyField {
  readonly name: string;
  readonly title: string;
  /** Of the row; of several the first that is there. */
  readonly fields: readonly string[];
  /** Of a row that names an executable and a function of it the function's name goes before. */
  readonly ofFunction?: true;
}

export interface FigureField extends ComparedFigure {
  /** Absent counts the rows. */
  readonly field?: string;
  /** Taken from the field, as of the begin from the end. */
  readonly less?: string;
  readonly how: 'sum' | 'least' | 'most';
}

export interface FigureKind {
  readonly name: string;
  readonly label: string;
  /** The question whose rows have it. */
  readonly of: TableQuestion;
  /** Their "type". */
  readonly types: readonly string[];
  readonly keys: readonly KeyField[];
  readonly figures: readonly FigureField[];
  /** Rows that are left out. */
  readonly without?: (row: Readonly<Record<string, unknown>>) => boolean;
}

const key = (name: string, title: string, ...fields: string[]): KeyField => ({ name, title, fields });
const rows = (title: string): FigureField => ({ name: 'count', title, unit: 'count', how: 'sum' });
const sum = (name: string, title: string, unit: ComparedFigure['unit'], field: string): FigureField => ({
  name,
  title,
  unit,
  field,
  how: 'sum',
});
const most = (name: string, title: string, unit: ComparedFigure['unit'], field: string): FigureField => ({
  name,
  title,
  unit,
  field,
  how: 'most',
});

/** IREE's number for none. */
const NONE = 4294967295;
const DEVICE = key('device', 'Device', 'physical_device_ordinal');
const QUEUE = key('queue', 'Queue', 'queue_ordinal');
const BUFFER = key('buffer', 'Command buffer', 'command_buffer_id');
const OPERATION = key('op', 'Operation', 'op');

export const FIGURE_KINDS: Readonly<Record<ComparedQuestion, readonly FigureKind[]>> = {
  command: [
    {
      ...{ name: 'commands', label: 'Commands', of: 'queue', types: ['host_execution_event'] },
      keys: [{ ...key('fn', 'Command', 'op'), ofFunction: true }, BUFFER, key('index', 'Index', 'command_index')],
      figures: [sum('time', 'Time', 'ns', 'duration_ns'), rows('Executions'), sum('tiles', 'Tiles', 'count', 'tile_count')],
      without: ({ command_index: index }) => index === NONE,
    },
    {
      ...{ name: 'buffers', label: 'Command Buffers', of: 'command', types: ['command_host_execution', 'command_execution'] },
      keys: [BUFFER, DEVICE, QUEUE],
      figures: [
        sum('span', 'Span', 'ns', 'span_ns'),
        sum('time', 'Dispatch time', 'ns', 'total_dispatch_ns'),
        rows('Executions'),
        sum('dispatches', 'Dispatches', 'count', 'dispatches'),
      ],
    },
    {
      ...{ name: 'recorded', label: 'As Recorded', of: 'command', types: ['command_operation'] },
      keys: [key('fn', 'Command', 'key', 'op'), BUFFER, key('index', 'Index', 'command_index')],
      figures: [sum('bytes', 'Bytes', 'bytes', 'length'), sum('bindings', 'Bindings', 'count', 'binding_count')],
    },
  ],
  queue: [
    {
      ...{ name: 'operations', label: 'Operations', of: 'queue', types: ['queue_event'] },
      keys: [OPERATION, DEVICE, QUEUE],
      figures: [
        rows('Count'),
        // From when it was submitted to when nothing kept it from running.
        { name: 'waited', title: 'Waited', unit: 'ns', field: 'ready_host_time_ns', less: 'host_time_ns', how: 'sum' },
        sum('bytes', 'Bytes', 'bytes', 'payload_length'),
        sum('waits', 'Waits', 'count', 'wait_count'),
        sum('signals', 'Signals', 'count', 'signal_count'),
      ],
    },
    {
      ...{ name: 'executions', label: 'Executions', of: 'queue', types: ['host_execution_event'] },
      keys: [OPERATION, DEVICE, QUEUE],
      figures: [sum('time', 'Time', 'ns', 'duration_ns'), rows('Count'), sum('bytes', 'Bytes', 'bytes', 'payload_length')],
      without: ({ command_index: index }) => index !== NONE,
    },
    {
      ...{ name: 'device', label: 'Device Events', of: 'queue', types: ['queue_device_event'] },
      keys: [OPERATION, DEVICE, QUEUE],
      figures: [sum('time', 'Time', 'ns', 'duration_ns'), rows('Count'), sum('bytes', 'Bytes', 'bytes', 'payload_length')],
    },
    {
      ...{ name: 'submissions', label: 'Submissions', of: 'queue', types: ['queue_submission'] },
      keys: [DEVICE, QUEUE],
      figures: [
        sum('span', 'Span', 'ns', 'span_ns'),
        sum('time', 'Dispatch time', 'ns', 'total_dispatch_ns'),
        rows('Submissions'),
        sum('dispatches', 'Dispatches', 'count', 'dispatches'),
      ],
    },
  ],
  memory: [
    {
      ...{ name: 'pools', label: 'Pools', of: 'memory', types: ['memory_pool'] },
      keys: [key('kind', 'Kind', 'kind'), key('pool', 'Pool', 'pool_id'), DEVICE],
      figures: [
        most('most', 'Most', 'bytes', 'lifecycle_high_water_bytes'),
        sum('allocated', 'Allocated', 'bytes', 'lifecycle_total_open_bytes'),
        sum('allocations', 'Allocations', 'count', 'lifecycle_total_open_count'),
        sum('waits', 'Waits', 'count', 'waits'),
      ],
    },
    {
      ...{ name: 'allocations', label: 'Allocations', of: 'memory', types: ['memory_allocation'] },
      keys: [key('kind', 'Kind', 'kind'), DEVICE],
      figures: [
        rows('Count'),
        sum('allocated', 'Allocated', 'bytes', 'lifecycle_total_open_bytes'),
        most('most', 'Largest', 'bytes', 'lifecycle_high_water_bytes'),
        sum('lived', 'Lived together', 'ns', 'duration_ns'),
      ],
    },
    {
      ...{ name: 'events', label: 'Events', of: 'memory', types: ['memory_event'] },
      keys: [key('event', 'Event', 'event_type'), DEVICE],
      figures: [rows('Count'), sum('bytes', 'Bytes', 'bytes', 'length')],
    },
  ],
  counter: [
    {
      ...{ name: 'totals', label: 'Totals', of: 'counter', types: ['counter_group'] },
      keys: [
        key('counter', 'Counter', 'counter'),
        key('fn', 'Of', 'key'),
        key('scope', 'Scope', 'scope'),
        key('unit', 'Unit', 'unit'),
        DEVICE,
      ],
      figures: [
        sum('sum', 'Sum', 'number', 'sum'),
        { name: 'least', title: 'Least', unit: 'number', field: 'min', how: 'least' },
        most('most', 'Most', 'number', 'max'),
        sum('samples', 'Samples', 'count', 'samples'),
      ],
    },
  ],
};
