/** ireereplay profile roof: dispatches against a roof whose numbers are planted, so that what is said of them is known. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { describeMachine } from '../../engine/addon/roof';
import { profileRoof, type ProfileRoofRow } from '../../protocol/jobs/profileRoof';
import type { Roof } from '../../protocol/measurement/roof';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();
process.env['XDG_CACHE_HOME'] = folder;

const moved = (level: number, kind: string, rate: number) => ({
  ...{ level, kind, bytesOfOne: 1, bytesOfAll: 1 },
  ...{ oneThread: rate, allThreads: 2 * rate },
});

const machine = describeMachine();
const roof: Roof = {
  machine,
  ...{ measured: '2026-01-02T03:04:05.000Z', threads: machine.processors, tookNs: 1, notes: [] },
  peaks: [{ type: 'f32', bits: 128, by: 'FMA', oneThread: 1e11, allThreads: 2e11 }],
  bandwidths: [...machine.caches.map(({ level }) => moved(level, 'read', 1e12)), moved(0, 'read', 2e10), moved(0, 'copy', 1e10)],
};
mkdirSync(path.join(folder, 'iree-replay'));
writeFileSync(path.join(folder, 'iree-replay', 'roof.json'), JSON.stringify({ version: 1, roofs: [roof] }));

const capture = fixture('models/mm256/mm256.sync.ireereplay');
/** Three matrices of 256 x 256 values of 4 bytes. */
const BYTES = 3 * 256 * 256 * 4;

const profile = path.join(folder, 'run.ireeprof');
const recorded = ireereplay(
  ...['run', '--device=local-sync', '--device_profiling_mode=queue-events,host-execution', `--device_profiling_output=${profile}`, capture],
);

/** What is printed as JSON; every line is as its schema says, and has nothing else. */
async function rowsOf(file: string, ...flags: readonly string[]) {
  const { status, stdout, stderr } = ireereplay('profile', 'roof', '--format=jsonl', ...flags, file);
  assert.equal(status, 0, stderr);
  const schema = await profileRoof.result();
  const lines = stdout
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => {
      const printed: unknown = JSON.parse(line);
      assert.deepEqual(v.parse(schema, printed), printed);
      return printed as { readonly type: string };
    });
  const [summary, ...rows] = lines;
  return {
    summary: summary as unknown as { readonly threads: number; readonly notes: readonly string[] },
    rows: rows as unknown as readonly ProfileRoofRow[],
  };
}

const near = (actual: number | undefined, expected: number): void => {
  assert.ok(actual !== undefined && Math.abs(actual / expected - 1) < 1e-9, `${String(actual)} is not ${String(expected)}`);
};

test('a dispatch moves what is bound to it in its time, which is a share of the roof of the threads that replayed', async () => {
  assert.equal(recorded.status, 0, recorded.stderr);
  const { summary, rows } = await rowsOf(profile);
  assert.equal(summary.threads, 1);
  const [row, ...others] = rows;
  assert.ok(row !== undefined && others.length === 0);
  assert.match(row.function, /matmul/);
  assert.deepEqual([row.bindings, row.bytes, row.dispatches], [3, BYTES, 1]);
  near(row.bytesASecond, (BYTES * 1e9) / (row.medianNs ?? NaN));
  near(row.memory?.share, (row.bytesASecond ?? NaN) / 2e10);
  near(row.copying?.share, (row.bytesASecond ?? NaN) / 1e10);
  assert.equal(row.memory?.kind, 'read');
  const holds = machine.caches.find(({ bytes }) => bytes >= BYTES);
  assert.equal(row.fitsIn, holds?.level ?? 0);
  assert.equal(row.cache?.level, holds?.level);
  assert.deepEqual(row.unknown, ['operations not known: --operations says them']);
  assert.equal(row.arithmetic, undefined);
});

test('operations that are said stand against the peak of their type', async () => {
  const name = (await rowsOf(profile)).rows[0]?.function ?? '';
  const operations = 2 * 256 ** 3;
  const [row] = (await rowsOf(profile, `--operations=${name}=${String(operations)}`)).rows;
  assert.ok(row !== undefined);
  near(row.operationsASecond, (operations * 1e9) / (row.medianNs ?? NaN));
  near(row.arithmetic?.share, (row.operationsASecond ?? NaN) / 1e11);
  near(row.intensity, operations / BYTES);
  assert.equal(row.binds, 'arithmetic');
  assert.deepEqual(row.unknown, []);
  const [other] = (await rowsOf(profile, `--operations=${name}=${String(operations)}`, '--type=i8')).rows;
  assert.equal(other?.arithmetic, undefined);
  assert.match(other?.unknown.join() ?? '', /peak of i8 not known/);
});

test('operations of a function that the profile does not have are refused with those that it has', () => {
  const { status, stderr } = ireereplay('profile', 'roof', '--operations=none=1', profile);
  assert.equal(status, 1);
  assert.match(stderr, /the profile has no dispatch of none; it has: \S*matmul/);
  assert.equal(ireereplay('profile', 'roof', '--operations=none', profile).status, 2);
});

test('of several threads the roof is that of all', async () => {
  const file = path.join(folder, 'task.ireeprof');
  const flags = ['--device_profiling_mode=queue-events,host-execution', `--device_profiling_output=${file}`];
  assert.equal(ireereplay('run', '--device=local-task', '--task_topology_group_count=2', ...flags, capture).status, 0);
  const { summary, rows } = await rowsOf(file);
  assert.equal(summary.threads, machine.processors);
  near(rows[0]?.memory?.roof, 4e10);
});

test('of a profile with samples the code of the hottest loop says how many operations it has for each byte, or why that is not known', async () => {
  const file = path.join(folder, 'sampled.ireeprof');
  const flags = ['--device=local-sync', '--sample', '--sample_rate=997', '--sample_seconds=1', `--device_profiling_output=${file}`];
  assert.equal(ireereplay('run', ...flags, capture).status, 0);
  const { rows } = await rowsOf(file);
  const loop = rows[0]?.loop;
  assert.ok(loop !== undefined && loop.share > 0.1 && loop.share <= 1, JSON.stringify(loop));
  assert.ok((loop.intensity ?? 0) > 0 !== (loop.unknown !== undefined), JSON.stringify(loop));
  assert.deepEqual(rows[0]?.operations, undefined);
  assert.match(ireereplay('profile', 'roof', file).stdout.toString(), / hottest loop, at \S+ with [\d.]+ % of the samples: /);
});

test('of a profile that does not say what is bound the bytes are not known', async () => {
  const { summary, rows } = await rowsOf(fixture('profiles/one-dispatch-by-host.ireeprof'));
  assert.match(summary.notes.join(' '), /How many threads replayed is not known/);
  assert.equal(rows.length, 1);
  assert.equal(rows[0]?.bytes, undefined);
  assert.equal(rows[0]?.bytesASecond, undefined);
  assert.match(rows[0]?.unknown.join() ?? '', /bytes not known/);
});

test('of dispatches that a device timed itself nothing is said', async () => {
  const { summary, rows } = await rowsOf(fixture('profiles/one-dispatch.ireeprof'));
  assert.deepEqual(rows, []);
  assert.match(summary.notes.join(' '), /Nothing is said of what a device timed itself \(dispatches: 1\)/);
});

test('the text says that bytes are all that is bound, and what is not known', () => {
  const { status, stdout } = ireereplay('profile', 'roof', profile);
  assert.equal(status, 0);
  const text = stdout.toString();
  assert.match(text, /with one thread, measured 2026-01-02T03:04:05\.000Z/);
  assert.match(text, /Bytes are all that is bound to a dispatch: it may touch less/);
  assert.match(text, /768\.0 KiB in 3 bindings/);
  assert.match(text, /% of copying from memory \(10\.0 GB\/s\)/);
  assert.match(text, /operations not known: --operations says them/);
});
