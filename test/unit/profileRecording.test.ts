/** ireereplay run with --device_profiling_*: the profile that a replay records of itself. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { askProfile } from '../profiles';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const small = fixture('small.ireereplay');
const ALL = 'queue-events,host-execution,memory-events,command-region-events,executable-metadata';

interface Recorded {
  readonly dispatches: string;
  readonly workgroups: string;
  readonly profile: { readonly file: string; readonly events: string; readonly absentMetrics?: readonly string[] };
}

/** Records a replay of a capture; what the run says, and where the profile is. */
function record(capture: string, name: string, mode: string, ...flags: readonly string[]): Recorded {
  const file = path.join(folder, name);
  const { status, stdout, stderr } = ireereplay(
    ...['run', '--format=json', `--device_profiling_mode=${mode}`, `--device_profiling_output=${file}`],
    ...[...flags, capture],
  );
  assert.equal(status, 0, stderr);
  const recorded = JSON.parse(stdout.toString()) as Recorded;
  assert.equal(recorded.profile.file, file);
  return recorded;
}

/** The row of one type in an answer about a profile. */
async function row(file: string, type: string, ...question: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const lines = (await askProfile([...question, '--format=jsonl'], file, folder)).toString().trim().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const found = rows.find((one) => one['type'] === type);
  assert.ok(found !== undefined, `no row of type ${type}: ${lines.map((line) => line.slice(0, 60)).join('\n')}`);
  return found;
}

for (const device of ['local-sync', 'local-task']) {
  test(`records every dispatch of a replay on ${device}`, async () => {
    const { dispatches, profile } = record(fixture('models/block/block.sync.ireereplay'), `${device}.ireeprof`, ALL, `--device=${device}`);
    const summary = await row(profile.file, 'summary', 'summary');
    assert.equal(summary['truncated_chunks'], 0);
    const counted = ['queue_event', 'host_execution_event', 'memory_event', 'command_region_event'].map((kind) => {
      const count = Number(summary[`${kind}_records`]);
      assert.ok(count > 0, kind);
      return count;
    });
    assert.equal(String(counted.reduce((sum, count) => sum + count)), profile.events);
    const counts = await row(profile.file, 'dispatch_summary', 'dispatch');
    assert.equal(String(counts['total_host_dispatches']), dispatches);
    assert.equal(String(counts['valid_host_dispatches']), dispatches);
  });
}

test('samples what the processor does beside the replay, and says what this machine does not give', async () => {
  const { profile } = record(fixture('models/block/block.sync.ireereplay'), 'metrics.ireeprof', 'device-metrics');
  const lines = (await askProfile(['export'], profile.file, folder)).toString().trim().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  const of = (type: string): readonly Readonly<Record<string, unknown>>[] => rows.filter((one) => one['record_type'] === type);
  const samples = of('device_metric_sample');
  assert.equal(String(samples.length), profile.events);
  assert.ok(samples.length >= 2, 'one before, one after');
  const names = of('device_metric_descriptor').map(({ name }) => name);
  const all = [
    ...['clock.compute.current', 'activity.compute', 'memory.local.used', 'memory.local.total'],
    ...['process.time.user', 'process.time.system', 'process.memory.resident'],
    ...['cycles', 'instructions', 'cache_references', 'cache_misses', 'branches', 'branch_misses'].map((name) => `process.counter.${name}`),
  ];
  assert.deepEqual([...names, ...(profile.absentMetrics ?? [])].sort(), [...all].sort());
  // The kernel always gives these.
  for (const name of all.slice(2, 7)) assert.ok(names.includes(name), name);
});

test('prints what was recorded, added up, in place of a profile', async () => {
  const capture = fixture('models/block/block.sync.ireereplay');
  const { profile } = record(capture, 'added.ireeprof', 'queue-events,host-execution');
  const figures = (text: string): string => text.replaceAll(/[\d.]+ (?:ns|us|ms|s)\b/g, 'T');
  const expected = figures((await askProfile(['statistics'], profile.file, folder)).toString());
  assert.match(expected, /host_execute block\$async_dispatch_2_batch_matmul_1x64x128x128_f32 {2}count=3 total=T avg=T tiles=48/);
  const before = readdirSync(folder);
  for (const flags of [[], ['--device_profiling_flush_interval_ms=5'], ['--device_profiling_mode=queue-events,host-execution']]) {
    const { status, stdout, stderr } = ireereplay('run', '--format=json', '--print_device_statistics', ...flags, capture);
    assert.equal(status, 0, stderr);
    assert.ok(figures(stderr).endsWith(expected), stderr);
    const result = JSON.parse(stdout.toString()) as { readonly profile?: unknown; readonly deviceStatistics?: string };
    assert.equal(result.profile, undefined);
    assert.ok(stderr.endsWith(result.deviceStatistics ?? '?'));
  }
  const measured = ireereplay('benchmark', '--benchmark_min_time=2x', '--print_device_statistics', capture);
  assert.equal(measured.status, 0, measured.stderr);
  assert.ok(figures(measured.stderr).endsWith(expected), measured.stderr);
  assert.deepEqual(readdirSync(folder), before);
});

test('records only what is asked for', async () => {
  const { profile } = record(small, 'queue.ireeprof', 'queue-events');
  const summary = await row(profile.file, 'summary', 'summary');
  assert.equal(String(summary['queue_event_records']), profile.events);
  assert.equal(summary['host_execution_event_records'], 0);
  const metadata = record(small, 'metadata.ireeprof', 'executable-metadata');
  assert.equal(metadata.profile.events, '0');
  assert.equal((await row(metadata.profile.file, 'summary', 'summary'))['executable_records'], 1);
});

test('describes the operations of command buffers where that is asked for, or a region refers to them', async () => {
  const capture = fixture('models/block/block.sync.ireereplay');
  const described = async (mode: string): Promise<unknown> => {
    const { profile } = record(capture, 'operations.ireeprof', mode);
    const summary = await row(profile.file, 'summary', 'summary');
    assert.ok(Number(summary['command_buffer_records']) > 0, mode);
    return summary['command_operation_records'];
  };
  const all = await described('executable-metadata');
  assert.ok(Number(all) > 0);
  assert.equal(await described('queue-events,host-execution'), 0);
  assert.equal(await described('queue-events,host-execution,executable-metadata'), all);
  assert.equal(await described('command-region-events'), all);
});

test('keeps the functions that a filter names, under both names of the flag', () => {
  const capture = fixture('models/block/block.sync.ireereplay');
  const [all, function_, exported, none] = [
    record(capture, 'all.ireeprof', 'host-execution'),
    ...['function=*softmax*', 'export=*softmax*', 'function=nothing*'].map((filter, i) =>
      record(capture, `filtered${String(i)}.ireeprof`, 'host-execution', `--device_profiling_filter_${filter}`),
    ),
  ].map(({ profile }) => Number(profile.events));
  assert.equal(none, 0);
  assert.equal(function_, exported);
  assert.ok(Number(function_) > 0 && Number(function_) < Number(all), `${String(function_)} of ${String(all)}`);
});

test('refuses what a processor does not have, and command lines that make no sense', () => {
  const output = `--device_profiling_output=${path.join(folder, 'refused.ireeprof')}`;
  const mode = '--device_profiling_mode=';
  for (const [flags, said] of [
    [[`${mode}dispatch-events`, output], /dispatch-events: a processor has no clock .* host-execution has the times/],
    [[`${mode}queue-events,device-queue-events`, output], /device-queue-events: a processor has no clock/],
    [[`${mode}counters`, output], /counters: a processor does not count dispatch by dispatch: device-metrics has the hardware counters/],
    [[`${mode}counter-ranges`, output, '--device_profiling_counter=waves'], /counter-ranges: a processor does not count/],
    [[`${mode}pmc-ranges`, output], /pmc-ranges: a processor does not count/],
    [
      [`${mode}queue-events`, output, '--device_profiling_counter=waves'],
      /--device_profiling_counter requires --device_profiling_mode=counters/,
    ],
    [[`${mode}executable-traces`, output], /executable-traces: processors do not trace/],
    [[`${mode}queue-events,,host-execution`, output], /contains an empty data family/],
    [[`${mode}everything`, output], /unsupported profiling data family 'everything'/],
    [['--print_device_statistics', output], /--print_device_statistics cannot be combined with --device_profiling_output/],
    [['--device_profiling_flush_interval_ms=5'], /needs --device_profiling_mode/],
    [[`${mode}queue-events`], /needs --device_profiling_output/],
    [[output], /needs --device_profiling_mode/],
    [[`${mode}queue-events`, output, ...['function', 'export'].map((name) => `--device_profiling_filter_${name}=a`)], /give one of them/],
    [[`${mode}queue-events`, output, '--device_profiling_filter_queue=-1'], /is not a whole number/],
  ] as const) {
    const { status, stderr } = ireereplay('run', ...flags, small);
    assert.equal(status, 2, flags.join(' '));
    assert.match(stderr, said);
  }
  assert.ok(!existsSync(path.join(folder, 'refused.ireeprof')));
  const off = ireereplay('run', mode, small);
  assert.equal(off.status, 0, off.stderr);
});

test('never replaces a capture, nor anything by half a profile', () => {
  const capture = path.join(folder, 'copy.ireereplay');
  copyFileSync(small, capture);
  const itself = ireereplay('run', '--device_profiling_mode=queue-events', `--device_profiling_output=${capture}`, capture);
  assert.equal(itself.status, 1);
  assert.match(itself.stderr, /would replace the capture/);
  assert.ok(readFileSync(capture).equals(readFileSync(small)));

  // A kernel that the processor refuses ends the process: what had run is a whole profile, which says so.
  const executable = Buffer.from(readFileSync(small).subarray(925, 925 + 14432));
  executable.set([0x0f, 0x0b], 0x1020);
  const crashing = path.join(folder, 'ud2.so');
  writeFileSync(crashing, executable);
  const kept = path.join(folder, 'kept.ireeprof');
  writeFileSync(kept, 'kept');
  const crashed = ireereplay(
    ...['run', `--replay_executable_substitution=4=${crashing}`],
    ...['--device_profiling_mode=queue-events', `--device_profiling_output=${kept}`, small],
  );
  assert.equal(crashed.status, 1);
  assert.match(crashed.stderr, /died of SIGILL/);
  assert.ok(crashed.stderr.includes(`What had run up to that point is in ${kept}`), crashed.stderr);
  assert.match(
    readFileSync(kept, 'latin1'),
    /^IRPF.*"status":"ABORTED","message":"the kernel terminated the process: SIGILL","record":27/s,
  );
  const summary = ireereplay('profile', 'summary', kept);
  assert.equal(summary.status, 0, summary.stderr);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('partial')),
    [],
  );
});

test('leaves a whole profile of a replay that failed, which says where', async () => {
  // mov eax,3; ret
  const executable = Buffer.from(readFileSync(small).subarray(925, 925 + 14432));
  executable.set([0xb8, 3, 0, 0, 0, 0xc3], 0x1020);
  const failing = path.join(folder, 'failing.so');
  writeFileSync(failing, executable);
  const file = path.join(folder, 'failed.ireeprof');
  const { status, stderr } = ireereplay(
    ...['run', `--replay_executable_substitution=4=${failing}`],
    ...[`--device_profiling_mode=${ALL}`, `--device_profiling_output=${file}`, small],
  );
  assert.equal(status, 1);
  assert.ok(stderr.includes(file), stderr);
  const summary = await row(file, 'summary', 'summary');
  assert.equal(summary['non_ok_session_end_records'], 1);
  assert.equal(summary['truncated_chunks'], 0);
});

test('benchmark records one more replay than it measures', async () => {
  const file = path.join(folder, 'benchmark.ireeprof');
  const flags = ['--device_profiling_mode=host-execution', `--device_profiling_output=${file}`];
  const { status, stderr } = ireereplay('benchmark', '--benchmark_min_time=3x', ...flags, small);
  assert.equal(status, 0, stderr);
  const { dispatches } = JSON.parse(ireereplay('run', '--format=json', small).stdout.toString()) as Recorded;
  const counts = await row(file, 'dispatch_summary', 'dispatch');
  assert.equal(String(counts['total_host_dispatches']), dispatches);
  const summary = await row(file, 'summary', 'summary');
  assert.match(stderr, new RegExp(`^profile: .*benchmark.ireeprof, ${String(summary['host_execution_event_records'])} events$`, 'm'));
  const wrong = ireereplay('benchmark', '--device_profiling_mode=counters', flags[1] ?? '', small);
  assert.equal(wrong.status, 2);
  const byIree = ireereplay('benchmark', '--engine=iree', ...flags, small);
  assert.equal(byIree.status, 2);
  assert.match(byIree.stderr, /run does/);
});
