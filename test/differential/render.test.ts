/** The traces that we draw of profiles and those of iree-profile-render, as Perfetto's own definitions read them. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { checkout, fixture, ireereplay, run, temporaryFolder } from '../programs';
import { ireeProgram } from './ireeTools';

const folder = temporaryFolder();

function environment(name: 'PERFETTO_PYTHON' | 'PERFETTO_PACKAGES'): string {
  const value = process.env[name];
  assert.ok(value !== undefined, `${name} is not set: run this through npm run test:differential`);
  return value;
}

interface Slice {
  readonly track: readonly string[];
  readonly name: string;
  readonly start: number;
  readonly duration: number;
}

interface Counter {
  readonly track: readonly string[];
  readonly at: number;
  readonly value: number;
}

interface Trace {
  readonly slices: readonly Slice[];
  readonly instants: readonly { readonly name: string; readonly at: number }[];
  readonly counters: readonly Counter[];
  /** The names of what each connects, in the order of time. */
  readonly flows: Readonly<Record<string, readonly string[]>>;
}

/** What reads a trace: a script of ours that uses Perfetto's Python package, and what it is told beside the trace. */
type Reader = readonly [script: string, ...args: readonly string[]];

const byDefinitions: Reader = ['events.py'];

function read(trace: string, [script, ...args]: Reader): Trace {
  const file = path.join(checkout, 'test', 'differential', 'perfetto', script);
  const { status, stdout, stderr } = run(environment('PERFETTO_PYTHON'), [file, trace, ...args]);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout.toString()) as Trace;
}

function renderedByIree(profile: string, reader: Reader): Trace {
  const [exported, trace] = [path.join(folder, 'exported.jsonl'), path.join(folder, 'theirs.pftrace')];
  writeFileSync(exported, ireereplay('profile', 'export', profile).stdout);
  const { status, stderr } = run(ireeProgram('iree-profile-render'), ['--quiet', exported, '-o', trace], {
    env: { ...process.env, PYTHONPATH: environment('PERFETTO_PACKAGES') },
  });
  assert.equal(status, 0, stderr);
  return read(trace, reader);
}

function renderedByUs(profile: string, reader: Reader): Trace {
  const trace = path.join(folder, 'ours.pftrace');
  const { status, stderr } = ireereplay('profile', 'render', `--output=${trace}`, profile);
  assert.equal(status, 0, stderr);
  return read(trace, reader);
}

/** What threads did of executions: IREE's traces have no tracks for it. */
const isOfWorker = ({ track }: Slice): boolean => track[1] === 'workers';

/** Where something is: IREE's names of tracks say more of devices, queues and metrics, and what overlaps may be on other lanes. */
const placeOf = (track: readonly string[]): string =>
  track
    .join('/')
    .replace('/device metrics/', '/')
    .replace(/ lane \d+$/, '')
    .replace(/(device\[\d+\]) [0-9a-f]+/, '$1')
    .replace(/(queue\[\d+\]) stream=\d+/, '$1');

const QUEUE_EVENT = /^(queue|queue_ready|memory):/;

/** What both draw, each as a line, from the first of it on: IREE's traces begin at 0. */
function drawn(trace: Trace): readonly string[] {
  const events = [
    ...trace.slices
      .filter((slice) => !isOfWorker(slice))
      .map((slice) => ({ at: slice.start, text: `for ${String(slice.duration)} ${slice.name} on ${placeOf(slice.track)}` })),
    ...trace.instants.filter(({ name }) => QUEUE_EVENT.test(name)).map(({ at, name }) => ({ at, text: name })),
    ...trace.counters.map(({ track, at, value }) => ({ at, text: `${placeOf(track)} = ${String(value)}` })),
  ];
  const first = Math.min(...events.map(({ at }) => at));
  return events.map(({ at, text }) => `${String(at - first)} ${text}`).sort();
}

function compare(profile: string, workers: readonly number[] = [], reader = byDefinitions): Trace {
  const [theirs, ours] = [renderedByIree(profile, reader), renderedByUs(profile, reader)];
  assert.deepEqual(drawn(ours), drawn(theirs));
  const perWorker = ours.slices.filter(isOfWorker);
  for (const { track } of ours.slices.filter((slice) => !isOfWorker(slice)))
    assert.match(track.join('/'), /^IREE HAL profile\/device\[\d+\]\/(queue\[\d+\]|device-scope events)\//);
  assert.deepEqual(
    [...new Set(perWorker.map(({ track }) => track.join('/')))].sort(),
    workers.map((worker) => `IREE HAL profile/workers/worker[${String(worker)}]`),
  );
  return ours;
}

/** Records a transformer block on two threads. */
function recordBlock(device: string): string {
  const profile = path.join(folder, 'block.ireeprof');
  const recorded = ireereplay(
    ...['run', `--device=${device}`, '--task_topology_group_count=2', `--device_profiling_output=${profile}`],
    ...[
      '--device_profiling_mode=queue-events,host-execution,memory-events,executable-metadata',
      fixture('models/block/block.sync.ireereplay'),
    ],
  );
  assert.equal(recorded.status, 0, recorded.stderr);
  return profile;
}

/** The threads that did anything of what was recorded: on a busy machine one may do all before another begins. Of local-sync none is told. */
function workersOf(device: string, profile: string): readonly number[] {
  if (device === 'local-sync') return [];
  const rows = ireereplay('profile', 'graph', '--format=jsonl', profile).stdout.toString().trimEnd().split('\n');
  const parts = rows.filter((row) => row.includes('"type":"graph_part"')).map((row) => JSON.parse(row) as { readonly worker: number });
  assert.ok(parts.length > 0);
  return [...new Set(parts.map(({ worker }) => worker))].sort();
}

const profiles = readdirSync(fixture('profiles')).filter((file) => file.endsWith('.ireeprof'));

for (const name of profiles) {
  test(`draws the slices of ${name} as iree-profile-render does`, () => {
    compare(fixture(`profiles/${name}`));
  });
}

for (const device of ['local-sync', 'local-task']) {
  test(`draws what we record of a transformer block on ${device} as iree-profile-render does, and connects submissions`, () => {
    const profile = recordBlock(device);
    const { flows } = compare(profile, workersOf(device, profile));
    const connected = Object.values(flows).filter((names) => names.includes('queue:execute'));
    assert.ok(connected.length > 0);
    for (const names of connected) assert.match(names.join(' > '), /^queue:execute > execute cb#\d+ \(\d+ ops, \d+ dispatches\)$/);
  });
}

/** Perfetto's trace processor: what IR_TRACE_PROCESSOR names, or the one on PATH. */
function traceProcessor(): string | undefined {
  const named = process.env['IR_TRACE_PROCESSOR'];
  if (named !== undefined) return named;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, 'trace_processor_shell')).find((file) => existsSync(file));
}

const processor = traceProcessor();
const isAbsent =
  processor === undefined && "Perfetto's trace_processor_shell is not on PATH, and IR_TRACE_PROCESSOR does not say where it is";

test(
  "Perfetto's trace processor loads what we draw, with the slices and durations of what iree-profile-render draws",
  { skip: isAbsent },
  () => {
    const reader: Reader = ['trace_processor.py', processor ?? ''];
    for (const name of profiles) compare(fixture(`profiles/${name}`), [], reader);
    for (const device of ['local-sync', 'local-task']) {
      const profile = recordBlock(device);
      compare(profile, workersOf(device, profile), reader);
    }
  },
);
