/** A profile's timeline, from the lines of its export: events as they come, nothing kept but names and what is open. */
import type { DeviceClocks } from './deviceClocks';
import { exportedOf, typeOf, type Exported } from './exported';
import { HardwareCounters } from './hardwareCounters';
import { lanes, type Lanes } from './lanes';
import type { Details, Rendering, Track } from './timeline';

/** Fields that a viewer shows beside an event. */
const DETAILS = [
  ...['event_id', 'submission_id', 'command_buffer_id', 'command_index', 'executable_id', 'function_ordinal', 'allocation_id'],
  ...['payload_length', 'tile_count', 'tile_duration_sum_ns', 'length', 'wait_count', 'signal_count', 'operation_count'],
] as const;
/** No such thing. */
const NONE = 0xffff_ffffn;

const RANKS = { execution: 3000, dispatch: 2000, device: 1000, memory: 4000, allocated: 5000, metrics: 900_000 } as const;

interface Operations {
  count: number;
  dispatches: number;
  /** The first dispatch's function. */
  name: string;
}

interface Queue {
  readonly events: Track;
  readonly memory: Track;
  readonly allocated: Track;
  allocatedBytes: bigint;
  readonly dispatch: Lanes;
  readonly device: Lanes;
  readonly execution: Lanes;
}

class Timeline {
  private tracks = 0;
  private readonly devices = new Map<bigint, Track>();
  private readonly queues = new Map<string, Queue>();
  private readonly metrics = new Map<string, Track>();
  private readonly hardware = new HardwareCounters((...track) => this.track(...track));
  private threads: Track | undefined;
  private readonly workers = new Map<bigint, Lanes>();
  private readonly functions = new Map<string, string>();
  private readonly operations = new Map<bigint, Operations>();
  private readonly root: Track;

  constructor(
    private readonly rendering: Rendering,
    private readonly clocks: DeviceClocks,
  ) {
    this.root = this.track('IREE HAL profile', undefined, 'group', 0);
  }

  add(record: Exported): void {
    switch (record.type) {
      case 'queue':
        this.queueOf(record);
        break;
      case 'executable_function':
        this.functions.set(functionOf(record), record.text('name') ?? '');
        break;
      case 'command_operation':
        this.addOperation(record);
        break;
      case 'queue_event':
        this.addQueueEvent(record);
        break;
      case 'memory_event':
        this.addMemoryEvent(record);
        break;
      case 'host_execution_event':
        this.addExecution(record);
        break;
      case 'dispatch_event':
        this.addOnDevice(record, 'dispatch', record.text('key') ?? `dispatch[${String(record.whole('event_id') ?? 0n)}]`);
        break;
      case 'queue_device_event':
        this.addOnDevice(record, 'device', `queue-device:${record.text('op') ?? 'event'}`);
        break;
      case 'worker_share':
        this.addShare(record);
        break;
      case 'device_metric_sample':
        this.addMetrics(record);
        break;
      case 'counter_set':
        this.hardware.addSet(record);
        break;
      case 'counter':
        this.hardware.addCounter(record);
        break;
      case 'counter_sample':
        this.addCounted(record);
        break;
    }
  }

  private track(name: string, parent: Track | undefined, kind: Track['kind'], rank: number): Track {
    const track: Track = { id: ++this.tracks, name, parent, kind, rank };
    this.rendering.track(track);
    return track;
  }

  private deviceOf(record: Exported): Track {
    const ordinal = record.whole('physical_device_ordinal') ?? 0n;
    const known = this.devices.get(ordinal);
    if (known !== undefined) return known;
    const name = ordinal === NONE ? 'device[unknown]' : `device[${String(ordinal)}]`;
    const track = this.track(name, this.root, 'group', this.devices.size);
    this.devices.set(ordinal, track);
    return track;
  }

  private queueOf(record: Exported): Queue {
    const device = this.deviceOf(record);
    const ordinal = record.whole('queue_ordinal') ?? NONE;
    const place = `${String(device.id)}.${String(ordinal)}`;
    const known = this.queues.get(place);
    if (known !== undefined) return known;
    const name = ordinal === NONE ? 'device-scope events' : `queue[${String(ordinal)}]`;
    const track = this.track(name, device, 'group', ordinal === NONE ? 999_999 : Number(ordinal));
    const several = (what: string, rank: number): Lanes =>
      lanes((lane) => this.track(lane === 0 ? what : `${what} lane ${String(lane)}`, track, 'events', rank + lane));
    const queue: Queue = {
      events: this.track('host queue events', track, 'events', 0),
      memory: this.track('host memory events', track, 'events', RANKS.memory),
      allocated: this.track('queue allocation bytes', track, 'counter', RANKS.allocated),
      allocatedBytes: 0n,
      dispatch: several('dispatch', RANKS.dispatch),
      device: several('device queue ops', RANKS.device),
      execution: several('host execution', RANKS.execution),
    };
    this.queues.set(place, queue);
    return queue;
  }

  private addOperation(record: Exported): void {
    const id = record.whole('command_buffer_id') ?? 0n;
    const operations = this.operations.get(id) ?? { count: 0, dispatches: 0, name: '' };
    operations.count++;
    if (record.text('op') === 'dispatch' && operations.dispatches++ === 0)
      operations.name = this.functions.get(functionOf(record)) ?? record.text('key') ?? 'dispatch';
    this.operations.set(id, operations);
  }

  private addQueueEvent(record: Exported): void {
    const queue = this.queueOf(record);
    const at = record.whole('host_time_ns');
    if (at === undefined) return;
    const op = record.text('op') ?? 'event';
    const event = { track: queue.events, flow: flowOf(record), details: detailsOf(record) };
    this.rendering.instant({ ...event, name: `queue:${op}`, at });
    const ready = record.whole('ready_host_time_ns') ?? 0n;
    // The flow is that of the submission: one begin is enough.
    if (ready > 0n && ready !== at) this.rendering.instant({ ...event, name: `queue_ready:${op}`, at: ready, flow: undefined });
  }

  private addMemoryEvent(record: Exported): void {
    const queue = this.queueOf(record);
    const at = record.whole('host_time_ns');
    if (at === undefined) return;
    const type = record.text('event_type') ?? 'event';
    this.rendering.instant({ track: queue.memory, name: `memory:${type}`, at, flow: undefined, details: detailsOf(record) });
    if (type !== 'queue_alloca' && type !== 'queue_dealloca') return;
    const length = record.whole('length') ?? 0n;
    const bytes = type === 'queue_alloca' ? queue.allocatedBytes + length : queue.allocatedBytes - length;
    // What was allocated before the recording began may be given back in it.
    queue.allocatedBytes = bytes > 0n ? bytes : 0n;
    this.rendering.counter(queue.allocated, at, queue.allocatedBytes);
  }

  private addExecution(record: Exported): void {
    const [start, end] = [record.whole('start_host_time_ns'), record.whole('end_host_time_ns')];
    this.addSlice(record, 'execution', this.nameOf(record), start, end);
  }

  private nameOf(record: Exported): string {
    const key = record.text('key');
    if (key !== undefined) return key;
    const op = record.text('op') ?? 'event';
    const id = record.whole('command_buffer_id') ?? 0n;
    const operations = op === 'execute' && id !== 0n ? this.operations.get(id) : undefined;
    if (operations === undefined) return `host:${op}`;
    const { count, dispatches, name } = operations;
    if (dispatches === 1) return `execute cb#${String(id)}: ${name}`;
    return `execute cb#${String(id)} (${String(count)} ops, ${String(dispatches)} dispatches)`;
  }

  private addOnDevice(record: Exported, lane: 'dispatch' | 'device', name: string): void {
    if (!record.is('valid')) return;
    this.addSlice(record, lane, name, this.timeOf(record, 'start_tick'), this.timeOf(record, 'end_tick'));
  }

  private timeOf(record: Exported, field: 'start_tick' | 'end_tick'): bigint | undefined {
    const tick = record.whole(field);
    return tick === undefined ? undefined : this.clocks.timeOf(record.whole('physical_device_ordinal') ?? 0n, tick);
  }

  /** What hardware counted in a time, in the middle of it. */
  private addCounted(record: Exported): void {
    const [start, end] = [this.timeOf(record, 'start_tick'), this.timeOf(record, 'end_tick')];
    if (!record.is('device_tick_range_valid') || start === undefined || end === undefined || end < start) return;
    for (const { track, value } of this.hardware.countedIn(record, this.deviceOf(record)))
      this.rendering.counter(track, (start + end) / 2n, value);
  }

  private addSlice(
    record: Exported,
    lane: 'dispatch' | 'device' | 'execution',
    name: string,
    start: bigint | undefined,
    end: bigint | undefined,
  ): void {
    if (start === undefined || end === undefined || end < start) return;
    // A slice of nothing is not drawn.
    const last = end === start ? end + 1n : end;
    const track = this.queueOf(record)[lane].trackOf(start, last);
    const isRepeated = record.text('op') === 'execute';
    // Of a command buffer the execution is connected with what submitted it, not each command of it.
    const isOfSubmission = isRepeated || (record.whole('command_buffer_id') ?? 0n) === 0n;
    const flow = isOfSubmission ? flowOf(record) : undefined;
    this.rendering.slice({ track, name, start, end: last, flow, details: detailsOf(record), isRepeated });
  }

  /** What a thread did of an execution. */
  private addShare(record: Exported): void {
    const worker = record.whole('worker') ?? 0n;
    const [start, end] = [record.whole('start_host_time_ns'), record.whole('end_host_time_ns')];
    if (start === undefined || end === undefined || end < start) return;
    const last = end === start ? end + 1n : end;
    this.threads ??= this.track('workers', this.root, 'group', RANKS.metrics);
    const threads = this.threads;
    const name = (lane: number): string => `worker[${String(worker)}]${lane === 0 ? '' : ` lane ${String(lane)}`}`;
    const own = this.workers.get(worker) ?? lanes((lane) => this.track(name(lane), threads, 'events', 100 * Number(worker) + lane));
    this.workers.set(worker, own);
    const details = { ...detailsOf(record), ...tilesOf(record) };
    const slice = { track: own.trackOf(start, last), name: this.nameOf(record), start, end: last, details };
    this.rendering.slice({ ...slice, flow: undefined, isRepeated: true });
  }

  private addMetrics(record: Exported): void {
    const [begin, end] = [record.whole('host_time_begin_ns'), record.whole('host_time_end_ns')];
    if (begin === undefined || end === undefined) return;
    for (const { name, value } of record.list('values')) {
      if (typeof name !== 'string' || typeof value !== 'number') continue;
      const device = this.deviceOf(record);
      const place = `${String(device.id)}.${String(record.whole('source_id') ?? 0n)}.${name}`;
      const track = this.metrics.get(place) ?? this.track(name, device, 'counter', RANKS.metrics + this.metrics.size);
      this.metrics.set(place, track);
      this.rendering.counter(track, (begin + end) / 2n, value);
    }
  }
}

const functionOf = (record: Exported): string =>
  `${String(record.whole('executable_id') ?? 0n)}.${String(record.whole('function_ordinal') ?? NONE)}`;

/** A number for a submission on its queue. */
function flowOf(record: Exported): bigint | undefined {
  const submission = record.whole('submission_id') ?? 0n;
  if (submission === 0n) return undefined;
  const [device, queue] = [record.whole('physical_device_ordinal') ?? 0n, record.whole('queue_ordinal') ?? 0n];
  return BigInt.asUintN(64, (device << 56n) | (queue << 48n) | submission);
}

function detailsOf(record: Exported): Details {
  const details: Record<string, string | bigint> = {};
  for (const field of DETAILS) {
    const value = record.whole(field);
    if (value !== undefined && value !== NONE && value !== 0n) details[field] = value;
  }
  return details;
}

/** Runs of tiles in a text, at most. */
const MOST_TILE_RUNS = 16;

/** "0-15, 32-47": the tiles of a share, where others did the rest. */
function tilesOf(record: Exported): Details {
  const runs = record
    .pairs('tiles')
    .map(([first, count]) => (count === 1 ? String(first) : `${String(first)}-${String(first + count - 1)}`));
  if (runs.length === 0) return {};
  const rest = runs.length - MOST_TILE_RUNS;
  return { tiles: [...runs.slice(0, MOST_TILE_RUNS), ...(rest > 0 ? [`and ${String(rest)} more runs`] : [])].join(', ') };
}

const DRAWN: ReadonlySet<string> = new Set([
  ...['queue', 'executable_function', 'command_operation', 'queue_event', 'memory_event', 'host_execution_event'],
  ...['dispatch_event', 'queue_device_event', 'device_metric_sample', 'worker_share'],
  ...['counter_set', 'counter', 'counter_sample'],
]);

/** Draws the timeline of a profile. Also of one that ends early: what came before is drawn, and why it ends is thrown. */
export async function drawProfile(lines: AsyncIterable<string>, clocks: DeviceClocks, rendering: Rendering): Promise<void> {
  const timeline = new Timeline(rendering, clocks);
  try {
    for await (const line of lines) if (DRAWN.has(typeOf(line))) timeline.add(exportedOf(line));
  } finally {
    rendering.end();
  }
}
