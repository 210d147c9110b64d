/** ireereplay profile diff: replays that recorded themselves, one against the other. */
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { ProfileDiffRow } from '../../protocol/jobs/profileDiff';
import { unpacked } from '../captures';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();

/** Records a replay of a fixture, or of the file at an absolute path. */
function record(name: string, capture: string, ...flags: readonly string[]): string {
  const file = path.join(folder, name);
  const { status, stderr } = ireereplay(
    ...['run', '--device_profiling_mode=queue-events,host-execution', `--device_profiling_output=${file}`, ...flags],
    path.isAbsolute(capture) ? capture : fixture(capture),
  );
  assert.equal(status, 0, stderr);
  return file;
}

interface Summary {
  readonly type: string;
  readonly matchedBy: string;
  readonly beforeNs: number;
  readonly afterNs: number;
  readonly untimed: number;
}

function diff(...args: readonly string[]): readonly [Summary, readonly ProfileDiffRow[]] {
  const { status, stdout, stderr } = ireereplay('profile', 'diff', '--format=jsonl', ...args);
  assert.equal(status, 0, stderr);
  const [first = '', ...rows] = stdout.toString().trimEnd().split('\n');
  return [JSON.parse(first) as Summary, rows.map((row) => JSON.parse(row) as ProfileDiffRow)];
}

const block = 'models/block/block.sync.ireereplay';

test('a capture that was recorded again under its name is another one: functions are compared', () => {
  const capture = path.join(folder, 'again.ireereplay');
  copyFileSync(fixture(block), capture);
  const before = record('before.ireeprof', capture);
  assert.equal(diff(before, record('same.ireeprof', capture))[0].matchedBy, 'record');
  writeFileSync(capture, gunzipSync(readFileSync(fixture('models/block/block-bench20.task.ireereplay.gz'))));
  assert.equal(diff(before, record('after.ireeprof', capture))[0].matchedBy, 'function');
});

test('compares two replays of a capture record by record, the largest difference first', () => {
  const [a, b] = [record('a.ireeprof', block, '--device=local-sync'), record('b.ireeprof', block, '--device=local-sync')];
  const [summary, rows] = diff(a, b);
  assert.equal(summary.matchedBy, 'record');
  assert.equal(summary.untimed, 0);
  assert.equal(new Set(rows.map((row) => row.record)).size, rows.length);
  const sizes = rows.map(({ differenceNs }) => Math.abs(differenceNs));
  assert.deepEqual(
    sizes,
    [...sizes].sort((one, other) => other - one),
  );
  for (const { before, after, differenceNs, difference } of rows) {
    assert.equal(before?.executions, 1);
    assert.equal(after?.executions, 1);
    assert.equal(differenceNs, after.totalNs - before.totalNs);
    // One execution says nothing, and has no interval.
    assert.equal(difference?.verdict, 'not-known-yet');
    assert.equal(difference.interval, undefined);
  }
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  assert.equal(summary.afterNs - summary.beforeNs, sum(rows.map(({ differenceNs }) => differenceNs)));
  // The other way round, and as a flag.
  const [, back] = diff(`--before=${b}`, a);
  assert.deepEqual(
    new Map(back.map(({ record: at, differenceNs }) => [at, -differenceNs + 0])),
    new Map(rows.map(({ record: at, differenceNs }) => [at, differenceNs + 0])),
  );
  const text = ireereplay('profile', 'diff', a, b).stdout.toString();
  assert.match(text, /^matched_by=record rows=\d+ untimed_executions=0$/m);
  assert.match(text, /^not known yet:\n {2}.*Fewer than ten samples say nothing\.$/m);
});

test('compares replays of different captures, and what IREE recorded, function by function', () => {
  const ours = record('small.ireeprof', 'small.ireereplay');
  const [summary, rows] = diff(record('other.ireeprof', block), ours);
  assert.equal(summary.matchedBy, 'function');
  const only = rows.filter(({ before, after }) => before === undefined || after === undefined);
  assert.ok(only.length > 10);
  for (const { difference } of only) assert.equal(difference, undefined);
  const [theirs, same] = diff(fixture('profiles/small.run-sync.ireeprof'), ours);
  assert.equal(theirs.matchedBy, 'function');
  // Transfers are events of both in other places; kernels are the same.
  const kernel = same.find(({ key }) => key === 'elementwise_mul');
  assert.ok(kernel?.before !== undefined && kernel.after !== undefined, JSON.stringify(same));
  assert.equal(kernel.before.executions, kernel.after.executions);
});

test('never says faster or slower of many executions before it is known how far runs of the same code differ', () => {
  const capture = unpacked(folder, 'models/block/block-bench20.task.ireereplay.gz');
  const runs = Array.from({ length: 7 }, (_, i) => record(`run${String(i)}.ireeprof`, capture, '--device=local-sync'));
  const [first = '', second = '', ...more] = runs;
  const several = ([, rows]: ReturnType<typeof diff>): readonly ProfileDiffRow[] =>
    rows.filter(({ before, after }) => Math.min(before?.executions ?? 0, after?.executions ?? 0) > 1);
  const two = several(diff(first, second));
  assert.ok(two.length > 0);
  for (const { difference } of two) {
    assert.equal(difference?.verdict, 'not-known-yet');
    assert.equal(difference.noise, undefined);
    assert.ok(
      difference.interval !== undefined && difference.interval[0] <= difference.ratio && difference.ratio <= difference.interval[1],
    );
  }
  const known = several(diff(...[first, ...more].map((run) => `--before=${run}`), second));
  assert.equal(known.length, two.length);
  for (const { difference } of known) assert.ok((difference?.noise ?? -1) >= 0);
});

test('says slower of a slow kernel, but nothing of it where other work had the processors meanwhile', () => {
  const profile = (name: string): string => fixture(`profiles/compared/${name}.ireeprof`);
  const before = ['1', '2', '3', '4', 'vector'].map((name) => `--before=${profile(name)}`);
  const matmul = (name: string): ProfileDiffRow['difference'] =>
    diff(...before, profile(name))[1].find(({ key }) => key.includes('matmul'))?.difference;
  const slower = matmul('scalar');
  assert.equal(slower?.verdict, 'slower');
  // Beside busy processes it seemed five times as slow again.
  const disturbed = matmul('disturbed');
  assert.equal(disturbed?.verdict, 'not-known-yet');
  assert.match(disturbed.missing ?? '', /^Other work took processors/);
  assert.ok(disturbed.ratio < slower.ratio / 2);
});

test('refuses command lines that make no sense', () => {
  const one = fixture('profiles/small.run-sync.ireeprof');
  for (const [args, sentence] of [
    [[one], /expected two profiles/],
    [[], /expected the path of a profile/],
    [[one, one, one], /expected one profile, got 3/],
  ] as const) {
    const { status, stderr } = ireereplay('profile', 'diff', ...args);
    assert.equal(status, 2, stderr);
    assert.match(stderr, sentence);
  }
  const { status, stderr } = ireereplay('profile', 'diff', one, path.join(folder, 'none.ireeprof'));
  assert.equal(status, 1);
  assert.match(stderr, /none\.ireeprof/);
});
