/** Samples of kernels, as the command line records and tells them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Profile } from 'pprof-format';
import { unpacked } from '../captures';
import { withEnoughSamples } from '../enoughSamples';
import { writeHotLoops } from '../hotLoops';
import { checkout, fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const small = fixture('small.ireereplay');
/** Whatever it costs: so that there are enough samples on any machine. */
const RATE_HZ = 997;
const RATE = `--sample_rate=${String(RATE_HZ)}`;

interface Row {
  readonly type: string;
  readonly path?: string;
  readonly line?: number;
  readonly name?: string;
  readonly kernel?: string;
  readonly samples: number;
  readonly share: number;
  readonly share_low: number;
  readonly share_high: number;
  readonly is_hot: boolean;
  readonly frames?: readonly string[];
  readonly in_kernels?: number;
  readonly elsewhere?: number;
  readonly sampling?: string;
  readonly replay?: string;
  readonly text?: string;
}

/** What the profile says of its samples, by the type of row. */
function hotspots(profile: string): (type: string) => readonly Row[] {
  const { status, stdout, stderr } = ireereplay('profile', 'hotspots', '--format=jsonl', profile);
  assert.equal(status, 0, stderr);
  const rows = stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  return (type) => rows.filter((row) => row.type === type);
}

function record(name: string, ...args: readonly string[]): string {
  const profile = path.join(folder, name);
  const { status, stderr } = ireereplay('run', '--sample', `--device_profiling_output=${profile}`, ...args);
  assert.equal(status, 0, stderr);
  return profile;
}

for (const device of ['local-sync', 'local-task']) {
  test(`the lines of hot loops come in order and with their shares, on ${device}`, async () => {
    const { file, loops } = writeHotLoops(folder);
    const substitution = `--replay_executable_substitution=4=${file}`;
    const rows = await withEnoughSamples(
      1500,
      (flags) => hotspots(record(`${device}.ireeprof`, `--device=${device}`, ...flags, substitution, small)),
      (of) => of('hotspots_summary')[0]?.in_kernels ?? 0,
    );
    const [summary] = rows('hotspots_summary');
    assert.ok((summary?.in_kernels ?? 0) > 300, `${String(summary?.in_kernels)} samples in kernels`);
    const lines = rows('hotspot_line').filter(({ path: of }) => of?.endsWith('hot_loops.c'));
    const inLoops = loops.map(({ line }) => lines.find((row) => row.line === line));
    const sum = inLoops.reduce((all, row) => all + (row?.samples ?? 0), 0);
    for (const [at, { line, share }] of loops.entries()) {
      const row = inLoops[at];
      assert.ok(row?.is_hot, `line ${String(line)} is hot`);
      assert.ok(Math.abs(row.samples / sum - share) < 0.05, `line ${String(line)} has ${String(row.samples)} of ${String(sum)}`);
      assert.ok(row.share_low < row.share && row.share < row.share_high);
    }
    const ofLoops = lines.filter(({ line }) => loops.some((loop) => loop.line === line));
    assert.deepEqual(
      ofLoops.map(({ line }) => line),
      loops.map(({ line }) => line),
    );
    assert.equal(rows('hotspot_kernel')[0]?.kernel, 'elementwise_mul');
    // A processor tells of the instruction that it waits at or of the one behind it: either is in the loop.
    const [hottest] = rows('hotspot_instruction').toSorted((one, other) => other.samples - one.samples);
    assert.ok(hottest?.is_hot === true && hottest.line === loops[0]?.line && (hottest.text ?? '') !== '', JSON.stringify(hottest));
  });
}

test('what a kernel calls counts at the line that calls it, though nothing names it', async () => {
  const block = unpacked(folder, 'models/block/block-bench20.task.ireereplay.gz');
  const softmaxIn = (of: ReturnType<typeof hotspots>): Row | undefined =>
    of('hotspot_kernel').find(({ kernel }) => kernel?.includes('softmax'));
  const rows = await withEnoughSamples(
    200,
    (flags) => hotspots(record('block.ireeprof', '--device=local-sync', ...flags, block)),
    (of) => softmaxIn(of)?.samples ?? 0,
  );
  const softmax = softmaxIn(rows);
  // Its one operation is written in line 41; half of its time is in an exponential function without lines.
  const line = rows('hotspot_line').find(({ path: of, line: at }) => of === 'block.mlir' && at === 41);
  assert.ok(softmax !== undefined && line !== undefined);
  assert.ok(softmax.samples > 100 && line.samples > 0.95 * softmax.samples, `${String(line.samples)} of ${String(softmax.samples)}`);
  const stacks = rows('hotspot_stack').filter(({ kernel, frames }) => kernel === softmax.kernel && frames?.length === 2);
  assert.match(stacks[0]?.frames?.[1] ?? '', /^function at 0x[0-9a-f]+$/);
  assert.ok((stacks[0]?.samples ?? 0) > 0.2 * softmax.samples);
});

/** The capture's executable with its kernel's code replaced. */
function withCode(name: string, code: readonly number[]): string {
  const executable = Buffer.from(readFileSync(small).subarray(925, 925 + 14432));
  executable.set(code, 0x1020);
  const file = path.join(folder, name);
  writeFileSync(file, executable);
  return `--replay_executable_substitution=4=${file}`;
}

/** Counts down for a tenth of a second or so, then executes what no processor does. */
const CRASHES_LATE = [0xb9, 0x00, 0xa3, 0xe1, 0x11, 0xff, 0xc9, 0x75, 0xfc, 0x0f, 0x0b];

for (const device of ['local-sync', 'local-task']) {
  test(`samples of a kernel that crashes are kept up to there, on ${device}`, () => {
    const profile = path.join(folder, `crash-${device}.ireeprof`);
    const sampled = ['run', '--sample', RATE, `--device=${device}`, `--device_profiling_output=${profile}`];
    const { status, stderr } = ireereplay(...sampled, withCode('late.so', CRASHES_LATE), small);
    assert.equal(status, 1);
    assert.match(stderr, /died of SIGILL/);
    assert.ok(stderr.includes(`What had run up to that point is in ${profile}`), stderr);
    const rows = hotspots(profile);
    assert.ok((rows('hotspots_summary')[0]?.in_kernels ?? 0) > 20);
    assert.match(rows('hotspots_summary')[0]?.replay ?? '', /SIGILL/);
    // The page fault of what is executed first may be sampled, too.
    const [hottest] = rows('hotspot_instruction').toSorted((one, other) => other.samples - one.samples);
    assert.match(hottest?.text ?? '', /^(dec|jnz)/);
  });

  test(`samples of a kernel that does not return are kept, on ${device}`, () => {
    const profile = path.join(folder, `hang-${device}.ireeprof`);
    const sampled = ['run', '--sample', RATE, '--timeout=0.2', `--device=${device}`, `--device_profiling_output=${profile}`];
    const { status, stderr } = ireereplay(...sampled, withCode('loop.so', [0xeb, 0xfe]), small);
    assert.equal(status, 1);
    assert.match(stderr, /did not return in time/);
    assert.ok(stderr.includes(`What had run up to that point is in ${profile}`), stderr);
    const rows = hotspots(profile);
    assert.ok((rows('hotspots_summary')[0]?.in_kernels ?? 0) > 100);
    assert.match(rows('hotspot_instruction')[0]?.text ?? '', /^jmp/);
  });
}

test('samples of a kernel that does not return are kept when the replay is cancelled', async () => {
  const profile = path.join(folder, 'cancelled.ireeprof');
  const sampled = ['run', '--sample', RATE, `--device_profiling_output=${profile}`, withCode('loop.so', [0xeb, 0xfe]), small];
  const child = spawn(process.execPath, [path.join(checkout, 'bin', 'ireereplay'), ...sampled], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // It never ends by itself.
  const interrupt = setInterval(() => child.kill('SIGINT'), 2000);
  const [status] = (await once(child, 'close')) as [number | null];
  clearInterval(interrupt);
  assert.equal(status, 1, stderr);
  assert.match(stderr, /the replay was cancelled in record #27/);
  assert.ok(stderr.includes(`What had run up to that point is in ${profile}`), stderr);
  const rows = hotspots(profile);
  assert.ok((rows('hotspots_summary')[0]?.in_kernels ?? 0) > 100);
  assert.match(rows('hotspots_summary')[0]?.replay ?? '', /CANCELLED/);
  assert.match(rows('hotspot_instruction')[0]?.text ?? '', /^jmp/);
});

test('samples that there was no room for are counted, each once', () => {
  // Counts down for some tenths of a second in one workgroup, in which 20,000 samples a second find no room.
  const counts = [0xb9, 0x00, 0x8c, 0x86, 0x47, 0xff, 0xc9, 0x75, 0xfc, 0x31, 0xc0, 0xc3];
  const rows = hotspots(record('lost.ireeprof', '--device=local-sync', '--sample_rate=20000', withCode('long.so', counts), small));
  const [summary] = rows('hotspots_summary');
  const { lost, method } = JSON.parse(summary?.sampling ?? '{}') as { readonly lost?: string; readonly method?: string };
  const { ran_ns: ran } = JSON.parse(summary?.replay ?? '{}') as { readonly ran_ns?: string };
  const most = (20_000 * Number(ran)) / 1e9;
  const all = (summary?.samples ?? 0) + Number(lost);
  assert.ok(all < 1.2 * most, `${String(all)} samples where there cannot be more than ${String(most)}`);
  if (method === 'perf_events') assert.ok(Number(lost) > 0, 'none was lost');
});

test('a profile without samples says how to have some, and options without --sample are refused', () => {
  const profile = path.join(folder, 'plain.ireeprof');
  const run = ireereplay('run', '--device_profiling_mode=host-execution', `--device_profiling_output=${profile}`, small);
  assert.equal(run.status, 0, run.stderr);
  const asked = ireereplay('profile', 'hotspots', profile);
  assert.equal(asked.status, 1);
  assert.match(asked.stderr, /has no samples: record a profile with --sample/);
  const refused = ireereplay('run', '--sample_rate=100', small);
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /need --sample/);
  const twice = ireereplay('run', '--sample', '--sample_rate=100', '--sample_overhead=1', '--device_profiling_output=none.ireeprof', small);
  assert.equal(twice.status, 2);
  assert.match(twice.stderr, /give one of them/);
  const nowhere = ireereplay('run', '--sample', small);
  assert.equal(nowhere.status, 2);
  assert.match(nowhere.stderr, /--sample needs --device_profiling_output/);
  assert.ok(!existsSync('undefined'));
});

type Numeric = number | bigint;

interface SpeedscopeFile {
  readonly profiles: readonly {
    readonly samples: readonly (readonly number[])[];
    readonly weights: readonly number[];
    readonly unit: string;
  }[];
  readonly shared: { readonly frames: readonly { readonly name: string; readonly file?: string; readonly line?: number }[] };
}

test('pprof and speedscope are given what the profile says of each line', () => {
  const { file } = writeHotLoops(folder);
  const profile = record('exported.ireeprof', RATE, '--sample_seconds=1', `--replay_executable_substitution=4=${file}`, small);
  const rows = hotspots(profile);
  const expected = new Map(rows('hotspot_line').map(({ line, samples }) => [line, samples]));
  const total = rows('hotspots_summary')[0]?.samples;
  assert.ok(expected.size > 2);
  const written = (format: string): Buffer => {
    const { status, stdout, stderr } = ireereplay('profile', 'render', `--format=${format}`, profile);
    assert.equal(status, 0, stderr);
    return stdout;
  };
  // A line that calls what is inlined counts for both, once.
  const lines = new Map<number, number>();
  const add = (stack: readonly number[], weight: number): void => {
    for (const line of new Set(stack.filter((one) => one > 0))) lines.set(line, (lines.get(line) ?? 0) + weight);
  };

  const decoded = Profile.decode(gunzipSync(written('pprof')));
  const says = (index: Numeric): string => decoded.stringTable.strings[Number(index)] ?? '';
  const located = new Map(decoded.location.map(({ id, line }) => [Number(id), line.map((one) => Number(one.line))]));
  for (const { locationId, value } of decoded.sample)
    add(
      locationId.flatMap((id) => located.get(Number(id)) ?? []),
      Number(value[0]),
    );
  assert.deepEqual(lines, expected);
  assert.deepEqual(
    decoded.sampleType.map(({ type, unit }) => `${says(type)} ${says(unit)}`),
    ['samples count', 'cpu nanoseconds'],
  );
  assert.equal(
    decoded.sample.reduce((sum, { value }) => sum + Number(value[0]), 0),
    total,
  );
  const labels = new Set(decoded.sample.flatMap(({ label }) => label.map(({ key }) => says(key))));
  assert.deepEqual([...labels].sort(), ['dispatch', 'execute_record', 'record', 'worker', 'workgroup']);
  assert.ok(decoded.function.some(({ name, filename }) => says(name) === 'hot' && says(filename).endsWith('hot_loops.c')));

  lines.clear();
  const { profiles, shared } = JSON.parse(written('speedscope-samples').toString()) as SpeedscopeFile;
  const period = Math.round(1e9 / RATE_HZ);
  for (const { samples, weights, unit } of profiles) {
    assert.equal(unit, 'nanoseconds');
    samples.forEach((stack, at) =>
      add(
        stack.map((frame) => shared.frames[frame]?.line ?? 0),
        (weights[at] ?? 0) / period,
      ),
    );
  }
  assert.deepEqual(lines, expected);
});

interface Sampled {
  readonly taken: number;
  readonly rateHz: number;
  readonly allowedOverhead?: number;
  readonly interruptNs?: number;
  readonly mostOverhead?: number;
  readonly shareWithin: number;
}

/** What a replay of the hot loops says of its samples as JSON, and as text with the first lines about the profile. */
function sampledWith(
  name: string,
  ...flags: readonly string[]
): { readonly samples: Sampled; readonly text: string; readonly head: string } {
  const profile = path.join(folder, name);
  const { file } = writeHotLoops(folder);
  const run = ['run', '--sample', `--device_profiling_output=${profile}`, ...flags, `--replay_executable_substitution=4=${file}`];
  const json = ireereplay(...run, '--format=json', small);
  assert.equal(json.status, 0, json.stderr);
  const { profile: recorded } = JSON.parse(json.stdout.toString()) as { readonly profile: { readonly samples: Sampled } };
  const text = ireereplay(...run, small);
  assert.equal(text.status, 0, text.stderr);
  const head = ireereplay('profile', 'hotspots', profile).stdout.toString().split('\n').slice(0, 2).join('\n');
  return { samples: recorded.samples, text: text.stdout.toString() + text.stderr, head };
}

test('the rate follows from what a sample takes and what is allowed, and all that is said', () => {
  const { samples, text, head } = sampledWith('chosen.ireeprof', '--sample_overhead=0.5', '--sample_seconds=1');
  assert.equal(samples.allowedOverhead, 0.005);
  // On a machine that is too busy what a sample takes is not known.
  if (samples.interruptNs !== undefined && samples.mostOverhead !== undefined) {
    assert.ok(samples.rateHz === 23 || samples.mostOverhead <= 0.005, JSON.stringify(samples));
    assert.match(
      text,
      /samples?, [\d,]+ a second .* A sample takes [\d.]+ us, so that runs are at most [\d.]+ % longer \(allowed: 0\.5 %\)\./,
    );
    assert.match(head, /Sampled \d+ times a second per thread: a sample takes [\d.]+ us, .* \(allowed: 0\.5 %\)\./);
  }
  const half = 1.96 / 2 / Math.sqrt(samples.taken + 1.96 ** 2);
  assert.ok(Math.abs(samples.shareWithin - half) < 1e-3);
});

test('a rate that is given is taken, and what it costs is said', () => {
  const { samples, text, head } = sampledWith('given.ireeprof', '--sample_rate=1999');
  assert.equal(samples.rateHz, 1999);
  assert.equal(samples.allowedOverhead, undefined);
  assert.match(text, /1,999 a second/);
  assert.doesNotMatch(text, /allowed/);
  assert.match(head, /Sampled 1999 times a second/);
});

test('a benchmark samples until shares are known well enough, or says that they are not', () => {
  const { file } = writeHotLoops(folder);
  const profile = path.join(folder, 'benchmark.ireeprof');
  const benchmark = ['benchmark', '--benchmark_min_time=1x', '--sample', `--device_profiling_output=${profile}`];
  const run = (...flags: readonly string[]): string => {
    const { status, stderr } = ireereplay(...benchmark, ...flags, `--replay_executable_substitution=4=${file}`, small);
    assert.equal(status, 0, stderr);
    return stderr;
  };
  // Enough of them on a machine that has time, ten seconds of them on one that has not.
  const [, within = '', only] = /each share is known to within ([\d.]+) points( only: more seconds would tell)?\./.exec(run(RATE)) ?? [];
  assert.ok(only === undefined ? Number(within) <= 3 : Number(within) >= 3, `${within} points${only ?? ''}`);
  assert.match(run('--sample_rate=23', '--sample_seconds=1'), /points only: more seconds would tell\./);
});

test('a profile without samples is not written for pprof', () => {
  const { status, stdout, stderr } = ireereplay('profile', 'render', '--format=pprof', fixture('profiles/block.run-task.all.ireeprof'));
  assert.deepEqual([status, stdout.length], [1, 0]);
  assert.match(stderr, /has no samples: record a profile with --sample/);
});
