/** The engine process as the editor uses it: the built program, real captures. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { startEngine } from '../../engine/process/engineProcess';
import type { EngineJobs, EngineState, ProcessJob } from '../../protocol/processes/engine';
import type { RunOptions } from '../../protocol/replay/run';

const root = path.join(__dirname, '../..');
const engine = startEngine(path.join(root, 'dist/engine.js'), (line) => console.log(line));
after(() => engine.dispose());

const run: RunOptions = {
  capture: path.join(root, 'test/fixtures/models/mm256/mm256.sync.ireereplay'),
  devices: ['local-sync'],
  fileRemaps: [],
};

const start = <Job extends ProcessJob>(job: Job, options: EngineJobs[Job]['options']): Promise<EngineState<Job>> =>
  engine.start(job, options, () => undefined, new AbortController().signal);

/** The capture's dispatch, a command in a command buffer. */
const DISPATCH = 17;

test('shows what a dispatch finds and leaves, as numbers of a type', async () => {
  const inspected = await start('inspect', { run, record: DISPATCH });
  assert.ok(inspected.state === 'done', JSON.stringify(inspected));
  const { ranges, function: name } = inspected.result;
  assert.equal(name, 'matmul_dispatch_0_matmul_256x256x256_f32');
  assert.deepEqual(
    ranges.map(({ role, ordinal, length, type, changed }) => [role, ordinal, length, type, changed === '0']),
    [
      ['binding', 0, '262144', 'f32', true],
      ['binding', 1, '262144', 'f32', true],
      ['binding', 2, '262144', 'f32', false],
    ],
  );
  const view = { range: 2, moment: 'before', type: 'f32', offset: 0, shape: [256, 256], strides: [256, 1] } as const;
  const before = await start('elements', { view, from: 0, count: 3 });
  assert.ok(before.state === 'done');
  assert.deepEqual(before.result.values, new TextEncoder().encode('0\n0\n0\n'));
  assert.equal(before.result.statistics.zero, '65536');
  const after = await start('elements', { view: { ...view, moment: 'after' }, from: 65535, count: 3 });
  assert.ok(after.state === 'done');
  assert.equal(after.result.total, '65536');
  assert.match(new TextDecoder().decode(after.result.values), /^-?\d+\.\d+\n$/);
  assert.equal(after.result.statistics.nan, '0');
  assert.equal(
    after.result.statistics.histogram.reduce((sum, count) => sum + count, 0),
    65536,
  );
});

test('ends a kernel that does not return when it is tried on other bytes', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-endless-'));
  const kernel = path.join(folder, 'endless.c');
  const source = readFileSync(path.join(root, 'test/fixtures/kernels/elementwise.c'), 'utf8');
  // The capture multiplies what is at least 1; what it is tried on is less.
  const endless = 'for (volatile int wait = 1; lhs[0] < 1 && wait;) {}';
  writeFileSync(kernel, source.replace('const uint32_t base', `${endless}\n  const uint32_t base`));
  const capture = path.join(root, 'test/fixtures/small.ireereplay');
  const options = { run: { ...run, capture, substitutions: [`4=${kernel}`], timeoutMs: 500 }, record: 27 };
  const another = startEngine(path.join(root, 'dist/engine.js'), (line) => console.log(line));
  const traced = await another.start('inspect', { ...options, traced: true }, () => undefined, AbortSignal.timeout(60_000));
  another.dispose();
  const plain = await start('inspect', { ...options, traced: false });
  rmSync(folder, { recursive: true });
  assert.equal(traced.state, 'crashed', JSON.stringify(traced));
  assert.equal(plain.state, 'done', JSON.stringify(plain));
});

test('reports that a record is not an operation on buffers', async () => {
  const inspected = await start('inspect', { run, record: 0 });
  assert.ok(inspected.state === 'failed');
  assert.equal(inspected.problem.code, 'NOT_FOUND');
});

test('replays up to a record', async () => {
  const ended = await start('run', { ...run, stopBeforeRecord: 35 });
  assert.ok(ended.state === 'done' && 'dispatches' in ended.result);
  assert.equal(ended.result.dispatches, '0');
  assert.equal(ended.result.outputs.length, 0);
});

const kernels = path.join(root, 'test/fixtures/models/mm256/kernels');
const substituting = (kernel: string): RunOptions => ({ ...run, substitutions: [`fn:*matmul*=${path.join(kernels, kernel)}`] });

test('verifies a substitute, and says where a wrong one differs first', async () => {
  const good = await start('verify', { run: substituting('tile.so'), runs: 1 });
  assert.ok(good.state === 'done', JSON.stringify(good));
  assert.equal(good.result.agrees, true);
  assert.equal(good.result.against, 'original');
  const wrong = await start('verify', { run: substituting('wrong.so'), runs: 1, level: 'dispatch' });
  assert.ok(wrong.state === 'done');
  assert.equal(wrong.result.agrees, false);
  const [output, written] = wrong.result.ranges;
  assert.equal(output?.type, 'f32');
  assert.equal(output.outOfTolerance, '65536');
  assert.equal(output.maxAbsolute, 1);
  assert.deepEqual(output.first, { index: '0', byteOffset: '0', expected: '5.125', actual: '6.125' });
  assert.equal(written?.record, DISPATCH);
});

test('accepts one more in every element with a tolerance of one', async () => {
  const verified = await start('verify', { run: substituting('wrong.so'), runs: 1, tolerance: { absolute: 1 } });
  assert.ok(verified.state === 'done');
  assert.equal(verified.result.agrees, true);
});

test('maps where a result differs, with the elements around the first difference, and finds the dispatch that wrote it', async () => {
  const half = await start('verify', { run: substituting('grid-of-32.so'), runs: 1, level: 'cause' });
  assert.ok(half.state === 'done', JSON.stringify(half));
  const [output, written, ...more] = half.result.ranges;
  assert.equal(written?.record, DISPATCH);
  assert.equal(written.agrees, false);
  assert.deepEqual(more, []);
  const { mismatch } = output ?? {};
  assert.ok(mismatch !== undefined && written.mismatch !== undefined);
  // The lower half of the matrix: elements from 32768 on.
  assert.deepEqual([mismatch.rows, mismatch.columns, mismatch.cell], [256, 256, [8, 4]]);
  assert.equal(mismatch.parts.length, 32 * 64);
  assert.ok(mismatch.parts.every((part, i) => (i < 16 * 64 ? part === 0 : part > 0)));
  const wrong = mismatch.parts.reduce((sum, part) => sum + part * 32, 0);
  assert.equal(Math.round(wrong), Number(output?.outOfTolerance));
  assert.deepEqual(
    mismatch.around.map(({ index, agrees }) => [Number(index), agrees]),
    Array.from({ length: 13 }, (_, i) => [32762 + i, i < 6]),
  );
  const first = mismatch.around[6];
  // Nothing wrote it: it holds what fresh memory does while results are compared.
  assert.deepEqual([first?.expected, first?.actual, first?.absolute], ['-4.015625', '-2.8735182e-16', 4.015625]);
  const before = mismatch.around[5];
  assert.ok(before !== undefined && before.expected === before.actual && before.expected !== '');
  const good = await start('verify', { run: substituting('tile.so'), runs: 1, level: 'cause' });
  assert.ok(good.state === 'done');
  assert.equal(good.result.ranges.length, 1, 'nothing else is compared when the outputs agree');
});

test('recognizes that a substitute is tiled for another grid, and which grid would fit', async () => {
  const half = await start('verify', { run: substituting('grid-of-32.so'), runs: 1 });
  assert.ok(half.state === 'done');
  assert.equal(half.result.agrees, false);
  assert.match(half.result.hints[0]?.message ?? '', /leaves 50 % of binding 2 unwritten .* Try --replay_workgroup_count=matmul\S*=32,1,1/);
  const whole = await start('verify', { run: { ...substituting('grid-of-32.so'), workgroupCounts: ['*matmul*=32,1,1'] }, runs: 1 });
  assert.ok(whole.state === 'done');
  assert.equal(whole.result.agrees, true);
});

test('names the kernel that runs outside its buffers', async () => {
  const own = startEngine(path.join(root, 'dist/engine.js'), () => undefined);
  const ended = await own.start('verify', { run: substituting('grid-of-8.so') }, () => undefined, new AbortController().signal);
  assert.ok(ended.state === 'crashed', JSON.stringify(ended));
  assert.equal(ended.crash.signal, 'SIGSEGV');
  assert.equal(ended.crash.record, DISPATCH);
  assert.deepEqual(ended.crash.workgroup, [8, 0, 0]);
  assert.deepEqual(ended.crash.workgroupCount, [16, 1, 1]);
  own.dispose();
});

test('benchmarks scopes, occurrences and dispatches, and keeps what was measured when cancelled', async () => {
  const measured = await start('benchmark', { run, scopes: ['execute'], dispatches: ['*matmul*'], minTime: { iterations: 5 } });
  assert.ok(measured.state === 'done', JSON.stringify(measured));
  assert.deepEqual(
    measured.result.rows.map(({ kind, iterations, samples }) => [kind, iterations, samples instanceof Float64Array && samples.length]),
    [
      ['scope', 5, 5],
      ['dispatch', 5, 5],
    ],
  );
  for (const { statistics } of measured.result.rows) {
    assert.ok(statistics.minimum > 0 && statistics.interval[0] <= statistics.median && statistics.median <= statistics.interval[1]);
  }
  const controller = new AbortController();
  const cancelled = await engine.start(
    'benchmark',
    { run, minTime: { seconds: 600 } },
    (state) => state.state === 'running' && state.progress.rows.length > 0 && controller.abort(),
    controller.signal,
  );
  assert.ok(cancelled.state === 'cancelled', JSON.stringify(cancelled));
  assert.ok((cancelled.result?.rows[0]?.iterations ?? 0) > 0);
});

test('gives the time of file reads separately, if there are any', async () => {
  const folder = path.join(root, 'test/fixtures');
  const reading = {
    capture: path.join(folder, 'file-digest.ireereplay'),
    devices: ['local-sync'],
    fileRemaps: [`/mnt/capture/params=${folder}`],
  };
  const measured = await start('benchmark', { run: reading, minTime: { iterations: 5 } });
  assert.ok(measured.state === 'done', JSON.stringify(measured));
  const [row] = measured.result.rows;
  assert.ok(row?.fileReadNs !== undefined && row.fileReadNs > 0 && row.fileReadNs < row.realNs, JSON.stringify(row));
  const without = await start('benchmark', { run, minTime: { iterations: 5 }, scopes: ['*'] });
  assert.ok(without.state === 'done');
  assert.ok(without.result.rows.every(({ fileReadNs }) => fileReadNs === undefined));
});

test('lists the scopes when one is unknown', async () => {
  const ended = await start('benchmark', { run, scopes: ['nope'] });
  assert.ok(ended.state === 'failed');
  assert.match(ended.problem.message, /no scope nope.*there are: init, execute, deinit/);
});

test('verifies before it measures: a wrong kernel has no times, and a slow one is slower', async () => {
  const candidates = ['wrong.so', 'scalar.so'].map((name) => ({ name, substitutions: substituting(name).substitutions ?? [] }));
  // The pairs end it: a busy machine takes its time for them.
  const ended = await start('substitute', { run, candidates, pairs: 30, seconds: 240 });
  assert.ok(ended.state === 'done', JSON.stringify(ended).slice(0, 500));
  const [wrong, slow] = ended.result.candidates;
  assert.equal(wrong?.verdict, 'results-differ');
  assert.deepEqual(wrong.rows, []);
  assert.equal(slow?.verdict, 'slower');
  assert.ok((slow.rows[0]?.ratio ?? 1) < 0.5);
  assert.equal(slow.rows[0]?.original.length, 30);
  assert.ok((slow.rows[0].preparations?.length ?? 0) >= 3);
});

test("builds a source, and gives the compiler's messages about a bad one as places", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-source-'));
  const source = path.join(folder, 'kernel.c');
  writeFileSync(source, 'int f(void) {\n  return nothing;\n}\n');
  const ended = await start('verify', { run: { ...run, substitutions: [`4=${source}`] } });
  rmSync(folder, { recursive: true });
  assert.ok(ended.state === 'failed');
  assert.deepEqual(ended.diagnostics?.[0], {
    severity: 'error',
    file: source,
    line: 2,
    column: 10,
    message: "use of undeclared identifier 'nothing'",
  });
});

test('ends at once, with what was tried, when a source cannot be built at all', async () => {
  const source = path.join(root, 'test/fixtures/kernels/elementwise.c');
  const compilers = { clang: '/no/such/clang' };
  const candidates = [{ name: 'elementwise.c', substitutions: [`4=${source}`] }];
  for (const ended of [
    await start('substitute', { run: { ...run, compilers }, candidates }),
    await start('verify', { run: { ...run, compilers, substitutions: candidates[0]?.substitutions ?? [] } }),
  ]) {
    assert.ok(ended.state === 'failed', JSON.stringify(ended).slice(0, 500));
    assert.match(
      ended.problem.message,
      /^No compiler here can build \S+elementwise\.c: \/no\/such\/clang is not a program\. Install clang/,
    );
  }
});

test('times the dispatched functions of an executable, and names the others', async () => {
  const small = { ...run, capture: path.join(root, 'test/fixtures/small.ireereplay') };
  const timed = await start('benchmark', { run: small, dispatches: ['executable:4'], minTime: { iterations: 3 } });
  assert.ok(timed.state === 'done', JSON.stringify(timed));
  assert.ok(timed.result.rows.length > 0);
  assert.deepEqual([...new Set(timed.result.rows.map(({ label }) => label))], ['elementwise_mul']);
  assert.ok(timed.result.environment.notes.includes('Function spin of executable 4 is never dispatched.'));
  assert.match(timed.result.environment.capture ?? '', /^sha256:/);
  const none = await start('benchmark', { run: small, dispatches: ['executable:5'], minTime: { iterations: 3 } });
  assert.ok(none.state === 'failed');
  assert.match(none.problem.message, /^no dispatch matches executable:5/);
});
