/** Where the time of a benchmark goes, from the command line: each scope opens into functions, launches and records. */
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createRunHistory } from '../../engine/history/runHistory';
import type { BenchmarkResult, Breakdown } from '../../protocol/measurement/benchmark';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const block = fixture('models/block/block.sync.ireereplay');

interface Entry extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly real_time: number;
}

/** What the command line prints and keeps of twelve iterations. */
async function brokenDown(...flags: readonly string[]): Promise<{ console: string; entries: readonly Entry[]; result: BenchmarkResult }> {
  const [out, history] = ['out.json', 'runs.jsonl'].map((name) => path.join(folder, `${String(flags.length)}.${name}`)) as [string, string];
  const { status, stdout, stderr } = ireereplay(
    'benchmark',
    ...['--breakdown', '--benchmark_min_time=12x', `--benchmark_out=${out}`, `--history=${history}`, ...flags],
  );
  assert.equal(status, 0, stderr);
  const [run] = await createRunHistory(history).load((leftOut) => assert.fail(leftOut));
  assert.ok(run?.job === 'benchmark' && run.state.state === 'done');
  const { benchmarks } = JSON.parse(readFileSync(out, 'utf8')) as { readonly benchmarks: readonly Entry[] };
  return { console: stdout.toString(), entries: benchmarks, result: run.state.result };
}

const breakdownOf = ({ rows: [row] }: BenchmarkResult): Breakdown => row?.breakdown ?? assert.fail('nothing was broken down');

test('a scope opens into functions, each of them into launches, and those into records', async () => {
  const { console: text, entries, result } = await brokenDown('--replay_scope=execute', block);
  const breakdown = breakdownOf(result);
  assert.equal(breakdown.samples, 12);
  assert.equal(breakdown.leftOut, 0);
  const functions = breakdown.parts.filter(({ kind }) => kind === 'function');
  assert.equal(functions.length, 11);
  for (const [place, { kind, parent, executions, workgroupCount, bindings, record }] of breakdown.parts.entries()) {
    const above = parent === undefined ? undefined : breakdown.parts[parent];
    assert.ok(parent === undefined || parent < place);
    assert.equal(above?.kind, kind === 'launch' ? 'function' : kind === 'record' ? (above?.kind ?? 'none') : undefined);
    assert.equal(workgroupCount !== undefined && bindings !== undefined, kind === 'launch');
    assert.equal(record !== undefined, kind === 'record');
    const parts = breakdown.parts.filter((other) => other.parent === place);
    if (parts.length > 0)
      assert.equal(
        parts.reduce((sum, part) => sum + part.executions, 0),
        executions,
      );
  }
  for (const { medianNs, interval, share, statistics, samples, belowResolution = false } of breakdown.parts) {
    // Either it can be told, with its interval, or nothing is told.
    assert.equal(medianNs === undefined, belowResolution);
    assert.equal(interval === undefined, belowResolution);
    assert.equal(share === undefined, belowResolution);
    if (medianNs === undefined || interval === undefined || share === undefined) continue;
    assert.ok(interval[0] <= medianNs && medianNs <= interval[1]);
    assert.equal(share, medianNs / breakdown.medianNs);
    assert.deepEqual([statistics?.count, statistics?.median, statistics?.interval], [12, medianNs, interval]);
    assert.ok(samples instanceof Float64Array && Math.min(...samples) === statistics?.minimum && samples.length === 12);
  }
  const { ratio, interval } = breakdown.unrecorded;
  assert.ok(interval[0] <= ratio && ratio <= interval[1]);
  // The table has what it has without, and below it each function; no line is too long for a terminal.
  assert.match(text, /^BM_replay\/scope:execute\/process_time\/manual_time /m);
  for (const { label } of functions) assert.ok(text.includes(label) || text.includes(label.slice(0, 20)), label);
  const below = text.slice(text.indexOf('\nscope execute: '));
  for (const line of below.split('\n').slice(1)) assert.ok(line.length <= 100 || /^(Recorded iterations|A share) /.test(line), line);
  // In Google Benchmark's words each part has a name of its own.
  assert.equal(entries.length, 1 + breakdown.parts.length);
  assert.equal(new Set(entries.map(({ name }) => name)).size, entries.length);
  assert.equal(entries[0]?.['recorded_ratio'], ratio);
  for (const { label } of functions)
    assert.ok(
      entries.some(({ name }) => name === `BM_replay/scope:execute/executable:4/function:${label}/manual_time`),
      label,
    );
  for (const entry of entries.slice(1)) assert.equal(entry['error_occurred'] === true, entry['share'] === undefined, entry.name);
});

test('the whole capture opens, too, and what is no dispatch is in it', async () => {
  const { result } = await brokenDown('--device=local-task', '--task_topology_group_count=2', block);
  const breakdown = breakdownOf(result);
  assert.equal(result.rows[0]?.kind, 'capture');
  assert.deepEqual(
    breakdown.parts.filter(({ kind }) => kind === 'operation').map(({ label }) => label),
    ['copy', 'read back'],
  );
});

test('a dispatch that is shorter than fifty readings of the clock has no share', async () => {
  const { console: text, result } = await brokenDown('--device=local-sync', '--replay_scope=execute', fixture('small.ireereplay'));
  const { parts } = breakdownOf(result);
  assert.ok(parts.length > 0 && parts.some(({ belowResolution }) => belowResolution === true));
  for (const part of parts.filter(({ belowResolution }) => belowResolution === true))
    assert.ok(part.medianNs === undefined && part.share === undefined && part.bytesPerSecond === undefined);
  assert.match(text, /too short/);
});

test('without --breakdown nothing is recorded', async () => {
  const history = path.join(folder, 'without.jsonl');
  const { status, stderr } = ireereplay('benchmark', '--benchmark_min_time=3x', '--replay_scope=execute', `--history=${history}`, block);
  assert.equal(status, 0, stderr);
  const [run] = await createRunHistory(history).load();
  assert.ok(run?.job === 'benchmark' && run.state.state === 'done');
  assert.ok(run.state.result.rows.every(({ breakdown }) => breakdown === undefined));
});

test('says what cannot be broken down', () => {
  const alone = ireereplay('benchmark', '--breakdown', '--replay_dispatch=*matmul*', block);
  assert.equal(alone.status, 2);
  assert.match(alone.stderr, /a dispatch alone has no parts/);
  const byIree = ireereplay('benchmark', '--breakdown', '--engine=iree', block);
  assert.equal(byIree.status, 2);
  assert.match(byIree.stderr, /--breakdown needs the native engine/);
});

interface RunBefore {
  readonly same_capture: boolean;
  readonly executables: readonly {
    readonly content: string;
    readonly matched_by?: string;
    readonly functions: readonly { readonly name: string; readonly content: string }[];
  }[];
  readonly gone: readonly unknown[];
}

/** What one more run of `capture` says against those before it, which `history` keeps. */
function again(
  history: string,
  capture: string,
  ...flags: readonly string[]
): { text: string; before?: RunBefore; parts: readonly Entry[] } {
  const out = path.join(folder, 'again.json');
  const { status, stdout, stderr } = ireereplay(
    'benchmark',
    ...['--breakdown', '--device=local-sync', '--benchmark_min_time=2x', '--benchmark_filter=all'],
    ...[`--benchmark_out=${out}`, `--history=${history}`, ...flags, capture],
  );
  assert.equal(status, 0, stderr);
  const { context, benchmarks } = JSON.parse(readFileSync(out, 'utf8')) as {
    readonly context: { readonly run_before?: RunBefore };
    readonly benchmarks: readonly Entry[];
  };
  const { run_before: before } = context;
  const parts = benchmarks.filter(({ name }) => /\/function:[^/]*\/manual_time$/.test(name));
  return { text: stdout.toString(), parts, ...(before === undefined ? {} : { before }) };
}

test('says which executables and functions changed against the run before', () => {
  const history = path.join(folder, 'changes.jsonl');
  const small = fixture('small.ireereplay');
  const [add, mul] = ['add', 'mul'].map((name) => `--replay_executable_substitution=4=${fixture(`kernels/elementwise_${name}.so`)}`) as [
    string,
    string,
  ];
  const first = again(history, small, add);
  assert.equal(first.before, undefined);
  assert.doesNotMatch(first.text, /Compared with the run/);
  const same = again(history, small, add);
  assert.equal(same.before?.same_capture, true);
  assert.deepEqual(
    same.before.executables.map(({ content, matched_by: by }) => [content, by]),
    [['same', 'id']],
  );
  assert.match(same.text, /Compared with the run of .*, of the same capture:\n {2}executable 4 .*is the same to the byte\n/);
  const changed = again(history, small, mul);
  assert.deepEqual(
    changed.before?.executables.map(({ content, functions }) => [content, functions[0]?.content]),
    [['changed', 'changed']],
  );
  assert.equal(changed.parts[0]?.['content'], 'changed');
  assert.match(changed.text, /executable 4 .*changed: the code of elementwise_mul changed/);
});

test('a capture that was recorded again is compared by contents and names', () => {
  const history = path.join(folder, 'recorded again.jsonl');
  const capture = path.join(folder, 'recorded again.ireereplay');
  copyFileSync(block, capture);
  again(history, capture);
  // Another recording of the same program.
  writeFileSync(capture, gunzipSync(readFileSync(fixture('models/block/block-bench20.task.ireereplay.gz'))));
  const { before, text } = again(history, capture);
  assert.equal(before?.same_capture, false);
  assert.deepEqual(
    before.executables.map(({ content, matched_by: by }) => [content, by]),
    [['same', 'content']],
  );
  assert.match(text, /of another capture, or of this one before it was recorded again:\n.*is the same to the byte, matched by content/);
  // Another program: what it has is new, and what was there is gone.
  copyFileSync(fixture('small.ireereplay'), capture);
  const other = again(history, capture);
  assert.deepEqual(
    other.before?.executables.map(({ content }) => content),
    ['new'],
  );
  assert.equal(other.before.gone.length, 1);
});
