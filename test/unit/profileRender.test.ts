/** ireereplay profile render: timelines for other programs. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { lanes } from '../../engine/rendering/lanes';
import type { Track } from '../../engine/rendering/timeline';
import { askProfile } from '../profiles';
import { checkout, fixture, ireereplay, run, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const profile = path.join(folder, 'block.ireeprof');
const recorded = ireereplay(
  ...['run', '--device=local-task', '--task_topology_group_count=2', `--device_profiling_output=${profile}`],
  ...[
    '--device_profiling_mode=queue-events,host-execution,memory-events,executable-metadata',
    fixture('models/block/block.sync.ireereplay'),
  ],
);
assert.equal(recorded.status, 0, recorded.stderr);

interface Execution {
  readonly record_type: string;
  readonly op: string;
  readonly key: string | null;
  readonly start_host_time_ns: number;
  readonly end_host_time_ns: number;
}

async function executions(): Promise<readonly Execution[]> {
  const lines = (await askProfile(['export'], profile, folder)).toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Execution).filter((record) => record.record_type === 'host_execution_event');
}

/** What threads did of executions. */
async function shares(): Promise<readonly string[]> {
  const lines = (await askProfile(['graph', '--format=jsonl'], profile, folder)).toString().trimEnd().split('\n');
  return lines.filter((line) => line.includes('"type":"graph_part"'));
}

function rendered(format: string, file = profile): string {
  const { status, stdout, stderr } = ireereplay('profile', 'render', `--format=${format}`, file);
  assert.equal(status, 0, stderr);
  return stdout.toString();
}

const nameOf = ({ key, op }: Execution): string => key ?? `host:${op}`;

test('draws trace events of Chrome, exact to the nanosecond', async () => {
  const { traceEvents } = JSON.parse(rendered('chrome')) as {
    readonly traceEvents: readonly { readonly ph: string; readonly name: string; readonly id?: string; readonly tid: number }[];
  };
  const events = await executions();
  const slices = traceEvents.filter(({ ph }) => ph === 'X');
  const ofWorkers = await shares();
  assert.ok(ofWorkers.length >= events.filter(({ op }) => op !== 'execute').length);
  assert.equal(slices.length, events.length + ofWorkers.length);
  const text = rendered('chrome');
  const microseconds = (ns: number): string => `${String(Math.floor(ns / 1000))}.${String(ns % 1000).padStart(3, '0')}`;
  for (const event of events.filter(({ op }) => op !== 'execute')) {
    const [start, end] = [event.start_host_time_ns, event.end_host_time_ns];
    const times = `"ts":${microseconds(start)},"dur":${microseconds(Math.max(end - start, 1))},`;
    assert.ok(
      text.split('\n').some((line) => line.includes(`"name":${JSON.stringify(nameOf(event))},`) && line.includes(times)),
      nameOf(event),
    );
  }
  // Flows lead from submissions to what they execute, and each ends somewhere.
  const begun = new Set(traceEvents.filter(({ ph }) => ph === 's').map(({ id }) => id));
  const ended = traceEvents.filter(({ ph }) => ph === 'f').map(({ id }) => id);
  assert.ok(ended.length > 0);
  for (const id of ended) assert.ok(begun.has(id));
  const threads = traceEvents.filter(({ name }) => name === 'thread_name').map(({ tid }) => tid);
  for (const { tid } of slices) assert.ok(threads.includes(tid));
});

test('draws a profile of speedscope for each track, whose events begin and end one after the other', async () => {
  const { shared, profiles } = JSON.parse(rendered('speedscope')) as {
    readonly shared: { readonly frames: readonly { readonly name: string }[] };
    readonly profiles: readonly {
      readonly startValue: number;
      readonly endValue: number;
      readonly events: readonly { readonly type: string; readonly frame: number; readonly at: number }[];
    }[];
  };
  const seen: string[] = [];
  for (const { events, startValue, endValue } of profiles) {
    let [last, open] = [startValue, -1];
    for (const { type, frame, at } of events) {
      assert.ok(at >= last && at <= endValue);
      assert.equal(type, open === -1 ? 'O' : 'C');
      if (open !== -1) assert.equal(frame, open);
      else seen.push(shared.frames[frame]?.name ?? '');
      open = open === -1 ? frame : -1;
      last = at;
    }
    assert.equal(open, -1);
  }
  const names = (await executions()).map((event) => (event.op === 'execute' ? undefined : nameOf(event)));
  for (const name of names) assert.ok(name === undefined || seen.includes(name), name);
  assert.equal(seen.length, names.length + (await shares()).length);
});

test('folds stacks that add up to what was executed', async () => {
  const sums = new Map<string, number>();
  for (const event of (await executions()).filter(({ op }) => op !== 'execute')) {
    const ns = Math.max(event.end_host_time_ns - event.start_host_time_ns, 1);
    sums.set(nameOf(event), (sums.get(nameOf(event)) ?? 0) + ns);
  }
  const lines = rendered('folded').trimEnd().split('\n');
  assert.deepEqual(lines.sort(), [...sums].map(([name, ns]) => `device[0];queue[0];host execution;${name} ${String(ns)}`).sort());
});

test('draws as much of a damaged profile as is whole, and says why it ends', () => {
  const torn = path.join(folder, 'torn.ireeprof');
  writeFileSync(torn, readFileSync(fixture('profiles/small.run-task.ireeprof')).subarray(0, 6000));
  for (const format of ['perfetto', 'chrome', 'speedscope', 'folded', 'html']) {
    const { status, stdout, stderr } = ireereplay('profile', 'render', `--format=${format}`, torn);
    assert.equal(status, 1);
    assert.match(stderr, /DATA_LOSS; .*profile file length extends past file contents/);
    if (format === 'html') assert.match(stdout.toString(), /Ends early: [\s\S]*Dispatches by function[\s\S]*<\/html>\n$/);
    else if (format !== 'perfetto' && format !== 'folded') assert.ok(typeof JSON.parse(stdout.toString()) === 'object');
  }
  const { status, stderr } = ireereplay('profile', 'render', '--format=svg', profile);
  assert.equal(status, 2);
  assert.match(stderr, /unsupported --format=svg; expected perfetto or chrome or speedscope or folded/);
});

test('puts what overlaps on tracks of its own, in whatever order it comes', () => {
  let made = 0;
  const tracks = lanes((lane): Track => {
    made++;
    return { id: lane, name: '', parent: undefined, kind: 'events', rank: lane };
  });
  const slices: readonly (readonly [bigint, bigint])[] = [
    ...[...Array(100).keys()].map((i) => [BigInt(10 * i), BigInt(10 * i + 15)] as const),
    ...[...Array(5).keys()].map((i) => [BigInt(5000 - 10 * i), BigInt(5005 - 10 * i)] as const),
  ];
  const ends = new Map<Track, bigint>();
  for (const [index, [start, end]] of slices.entries()) {
    const track = tracks.trackOf(start, end);
    assert.ok((ends.get(track) ?? 0n) <= start);
    ends.set(track, end);
    if (index === 99) assert.equal(made, 2);
  }
});

test('needs two tracks where each command buffer comes after its commands', () => {
  let made = 0;
  const tracks = lanes((lane): Track => {
    made++;
    return { id: lane, name: '', parent: undefined, kind: 'events', rank: lane };
  });
  for (let buffer = 0; buffer < 100; buffer++) {
    const start = BigInt(1000 * buffer);
    for (let command = 1n; command <= 16n; command++) assert.equal(tracks.trackOf(start + 10n * command, start + 10n * command + 5n).id, 0);
    assert.equal(tracks.trackOf(start, start + 200n).id, 1);
  }
  assert.equal(made, 2);
});

/** Starts a program whose stdout is a pipe of 4 KiB, and closes it when something has come. */
const UNINTERESTED = `
import fcntl, os, subprocess, sys
there, here = os.pipe()
fcntl.fcntl(here, 1031, 4096)  # F_SETPIPE_SZ
program = subprocess.Popen(sys.argv[1:], stdout=here)
os.close(here)
os.read(there, 1)
os.close(there)
sys.exit(program.wait())
`;

test('a pipe that is closed ends the drawing, and is not a failure', () => {
  for (const format of ['perfetto', 'chrome', 'speedscope']) {
    const command = [process.execPath, path.join(checkout, 'bin', 'ireereplay'), 'profile', 'render', `--format=${format}`, profile];
    const { status, stderr } = run('python3', ['-c', UNINTERESTED, ...command]);
    assert.deepEqual([status, stderr], [0, ''], format);
  }
});
