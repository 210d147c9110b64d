/** Scripts written for iree-benchmark-replay run unchanged on ours, and Google Benchmark's own script reads what both write. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { unpacked } from '../captures';
import { fixture, ireereplay, run, temporaryFolder } from '../programs';
import { iree } from './ireeTools';

const folder = temporaryFolder();

interface GoogleBenchmark {
  readonly context: Record<string, unknown>;
  readonly benchmarks: readonly Record<string, unknown>[];
}

const small = fixture('small.ireereplay');
const bench20 = unpacked(folder, 'models/mm256/mm256-bench20.task.ireereplay.gz');

/** Runs both tools with the same flags; what each writes to --benchmark_out. */
function both(
  flags: readonly string[],
  capture: string,
): { readonly ours: GoogleBenchmark; readonly theirs: GoogleBenchmark; readonly files: readonly string[] } {
  const files = ['theirs', 'ours'].map((who) => path.join(folder, `${who}.${String(flags.length)}.${path.basename(capture)}.json`));
  const args = (file: string | undefined): readonly string[] => [
    ...flags,
    `--benchmark_out=${file ?? ''}`,
    '--benchmark_out_format=json',
    capture,
  ];
  const theirs = iree('iree-benchmark-replay', args(files[0]));
  assert.equal(theirs.status, 0, theirs.stderr);
  const ours = ireereplay('benchmark', ...args(files[1]));
  assert.equal(ours.status, 0, ours.stderr);
  const read = (file: string | undefined): GoogleBenchmark => JSON.parse(readFileSync(file ?? '', 'utf8')) as GoogleBenchmark;
  return { theirs: read(files[0]), ours: read(files[1]), files };
}

/** What two measurements have in common: every field, and that measured ones are numbers. */
const kind = (benchmark: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(benchmark).map(([key, value]) => [
      key,
      ['real_time', 'cpu_time', 'items_per_second'].includes(key) ? typeof value : value,
    ]),
  );

const cases: readonly { readonly name: string; readonly flags: readonly string[]; readonly capture: string }[] = [
  { name: 'the whole capture', flags: ['--device=local-sync', '--benchmark_min_time=20x'], capture: small },
  {
    name: 'a scope that occurs twenty times',
    flags: ['--device=local-task', '--benchmark_min_time=5x', '--replay_scope=execute'],
    capture: bench20,
  },
  {
    name: 'repetitions, with their aggregates',
    flags: ['--device=local-sync', '--benchmark_min_time=10x', '--benchmark_repetitions=3', '--replay_scope=execute'],
    capture: small,
  },
];

for (const { name, flags, capture } of cases) {
  test(`measures ${name} under the names, iterations and fields of iree-benchmark-replay`, () => {
    const { ours, theirs, files } = both(flags, capture);
    assert.deepEqual(ours.benchmarks.map(kind), theirs.benchmarks.map(kind));
    const missing = Object.keys(theirs.context).filter((key) => !(key in ours.context));
    assert.deepEqual(missing, []);
    const { status, stdout, stderr } = run(process.env['COMPARE_PYTHON'] ?? '', [
      process.env['COMPARE_SCRIPT'] ?? '',
      'benchmarks',
      ...files,
    ]);
    assert.equal(status, 0, stderr);
    assert.match(stdout.toString(), /BM_replay/);
  });
}

test('lists the names that match a filter', () => {
  const { status, stdout } = ireereplay('benchmark', '--benchmark_list_tests=true', '--replay_scope=execute', small);
  assert.equal(status, 0);
  assert.equal(stdout.toString(), 'BM_replay/scope:execute/process_time/manual_time\n');
});

test('lists the scopes that exist where IREE aborts', () => {
  const theirs = iree('iree-benchmark-replay', ['--device=local-sync', '--benchmark_min_time=1x', '--replay_scope=nope', small]);
  assert.notEqual(theirs.status, 0);
  const ours = ireereplay('benchmark', '--benchmark_min_time=1x', '--replay_scope=nope', small);
  assert.equal(ours.status, 1);
  assert.match(ours.stderr, /no scope nope that ends; there are: init, execute, deinit/);
});
