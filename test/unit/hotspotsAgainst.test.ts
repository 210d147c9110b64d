/** ireereplay profile hotspots --against: a kernel of single elements, and the same of vectors. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { hotspotsComparisonRow } from '../../protocol/jobs/hotspotsComparison';
import { fixture, ireereplay, temporaryFolder } from '../programs';
import { compileKernel, SCALAR, VECTOR, writeVectorLoops } from '../vectorLoops';

const folder = temporaryFolder();
/** For what two runs are compared by: enough samples on any machine. */
const LONG = ['--sample_rate=997', '--sample_seconds=2'];
const { file, vector, chains } = writeVectorLoops(folder);

function record(name: string, kernel: string, ...flags: readonly string[]): string {
  const profile = path.join(folder, `${name}.ireeprof`);
  const { status, stderr } = ireereplay(
    ...['run', '--sample', '--device=local-sync', `--device_profiling_output=${profile}`, ...flags],
    ...[`--replay_executable_substitution=4=${kernel}`, fixture('small.ireereplay')],
  );
  assert.equal(status, 0, stderr);
  return profile;
}

function against(before: string, after: string): readonly v.InferOutput<typeof hotspotsComparisonRow>[] {
  const { status, stdout, stderr } = ireereplay('profile', 'hotspots', '--format=jsonl', `--against=${before}`, after);
  assert.equal(status, 0, stderr);
  const lines = stdout.toString().trimEnd().split('\n');
  return lines.map((line) => v.parse(hotspotsComparisonRow, JSON.parse(line)));
}

const hasVectors = /\bavx2\b/.test(readFileSync('/proc/cpuinfo', 'utf8'));
const skip = hasVectors ? false : 'this processor has no AVX2';
const before = hasVectors ? record('scalar', compileKernel(file, 'scalar.so', ...SCALAR), ...LONG) : '';
const after = hasVectors ? record('vector', compileKernel(file, 'vector.so', ...VECTOR), ...LONG) : '';

test('the loop that gained is said, with its width before and after', { skip }, () => {
  const rows = against(before, after);
  const [summary] = rows;
  assert.ok(summary?.type === 'hotspots_diff_summary');
  assert.equal(summary.matchedBy, 'capture');
  const kernel = rows.find((row) => row.type === 'hotspots_diff_kernel');
  const loops = rows.filter((row) => row.type === 'hotspots_diff_loop');
  const loop = loops.find(({ placeAfter }) => placeAfter?.firstLine === vector && placeAfter.lastLine === vector);
  assert.equal(loop?.placeBefore?.vectorBits, 0);
  assert.equal(loop.placeAfter?.vectorBits, 256);
  for (const line of chains) {
    const chain = loops.find(({ placeAfter }) => placeAfter?.firstLine === line);
    assert.ok(chain !== undefined && ['unchanged', 'not-known'].includes(chain.difference.verdict), `line ${String(line)}`);
  }
  // Where other work took processors, as it says, nothing is said to have gained.
  if (summary.doubts.length > 0) return;
  assert.equal(loop.difference.verdict, 'gained');
  assert.equal(kernel?.difference.verdict, 'gained');
  assert.match(
    kernel.sentence ?? '',
    new RegExp(
      `The loop at vector_loops\\.c:${String(vector)} made most of the difference: .*` +
        'Before, it computes on one 32-bit floating-point number at a time; ' +
        'now, it computes on 8 32-bit floating-point numbers at a time \\(vectors of 256 bits\\)\\.',
    ),
  );
  const { stdout } = ireereplay('profile', 'hotspots', `--against=${before}`, after);
  assert.ok(stdout.toString().includes(kernel.sentence ?? ''));
});

test('the same code twice neither gained nor lost, and another rate is no comparison', { skip }, () => {
  const again = against(before, record('again', path.join(folder, 'scalar.so'), ...LONG));
  const verdicts = again.flatMap((row) => ('difference' in row ? [row.difference.verdict] : []));
  assert.ok(verdicts.length > 0 && !verdicts.includes('gained') && !verdicts.includes('lost'), verdicts.join());
  const [summary, ...rows] = against(before, record('faster', path.join(folder, 'vector.so'), '--sample_rate=19997', '--sample_seconds=1'));
  assert.ok(summary?.type === 'hotspots_diff_summary');
  assert.match(summary.doubts.join('\n'), /997 times a second in one run and 19997 times/);
  assert.ok(rows.every((row) => !('difference' in row) || row.difference.verdict === 'not-known'));
});

test('a profile without samples is nothing to compare with', { skip }, () => {
  const plain = path.join(folder, 'plain.ireeprof');
  const run = ireereplay(
    'run',
    '--device_profiling_mode=host-execution',
    `--device_profiling_output=${plain}`,
    fixture('small.ireereplay'),
  );
  assert.equal(run.status, 0, run.stderr);
  const { status, stderr } = ireereplay('profile', 'hotspots', `--against=${plain}`, after);
  assert.equal(status, 1);
  assert.match(stderr, /has no samples/);
});
