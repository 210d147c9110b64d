/** Captures made of others, by IREE's tools: what they accept, and what they replay. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { allCaptures } from '../captures';
import { checkout, fixture, ireereplay, keptOutputs, run, temporaryFolder, type Outcome } from '../programs';
import { iree, ireeAtOnce, ireeProgram, mustIree } from './ireeTools';

const folder = temporaryFolder();
const replays = (capture: string): void => void mustIree('iree-run-replay', ['--device=local-sync', capture]);

function made(...args: readonly string[]): string {
  const { status, stdout, stderr } = ireereplay(...args);
  assert.equal(status, 0, stderr);
  return stdout.toString();
}

test("what was repaired is accepted by IREE's dump, record by record as ours prints it", () => {
  let repaired = 0;
  for (const name of readdirSync(fixture('damaged')).filter((each) => each.endsWith('.ireereplay'))) {
    const whole = path.join(folder, name);
    if (ireereplay('repair', `--output=${whole}`, fixture(`damaged/${name}`)).status !== 0) continue;
    repaired++;
    const theirs = ireeAtOnce('iree-dump-replay', ['--format=jsonl', whole]);
    assert.equal(theirs.status, 0, `${name}: ${theirs.stderr}`);
    assert.equal(made('dump', '--format=jsonl', whole), theirs.stdout.toString(), name);
  }
  assert.ok(repaired > 10);
});

for (const files of ['ranges', 'all']) {
  test(`a capture packed with ${files} is replayed by IREE after its file is gone`, () => {
    const own = path.join(folder, files);
    mkdirSync(own);
    const weights = path.join(own, 'weights.bin');
    copyFileSync(fixture('weights.bin'), weights);
    const packed = path.join(own, 'packed.ireereplay');
    made(
      'pack',
      `--files=${files}`,
      `--replay_file_remap=/mnt/capture/params=${own}`,
      `--output=${packed}`,
      fixture('file-digest.ireereplay'),
    );
    rmSync(weights);
    replays(packed);
    made('run', packed);
  });

  test(`a capture unpacked from ${files} is replayed by IREE with its file, and not without`, () => {
    const own = path.join(folder, `unpacked-${files}`);
    const name = `file-${files}.ireereplay`;
    made('unpack', `--output=${own}`, fixture(name));
    const capture = path.join(own, name);
    replays(capture);
    const [weights = ''] = readdirSync(own).filter((each) => each !== name);
    renameSync(path.join(own, weights), path.join(own, 'elsewhere'));
    assert.notEqual(iree('iree-run-replay', ['--device=local-sync', capture]).status, 0);
    assert.match(ireereplay('run', capture).stderr, /cannot be opened/);
  });
}

test('of scopes of the same name the first is extracted, or the one whose place is asked for, and that is said', () => {
  const file = path.join(folder, 'scopes.ireereplay');
  writeFileSync(file, gunzipSync(readFileSync(fixture('models/mm256/mm256-bench20.task.ireereplay.gz'))));
  const extracted = path.join(folder, 'scope.ireereplay');
  const piece = (scope: string): string => made('extract', `--scope=${scope}`, '-o', extracted, file);
  assert.match(piece('execute'), /, execute\[0\], the first of 20: /);
  assert.match(piece('execute[12]'), /, execute\[12\], the 13th of 20: /);
  replays(extracted);
  for (const [scope, wrong] of [
    ['execute[20]', /no scope execute\[20\]: there are execute\[0\] to execute\[19\]/],
    ['init[1]', /no scope init\[1\]: there is only init\[0\]/],
    ['nowhere', /no scope nowhere: there are init, execute$/m],
  ] as const) {
    const { status, stderr } = ireereplay('extract', `--scope=${scope}`, '-o', path.join(folder, 'none.ireereplay'), file);
    assert.equal(status, 1);
    assert.match(stderr, wrong);
  }
});

test('a piece before what cannot be replayed is extracted, and one that reaches it is not', () => {
  const bytes = readFileSync(fixture('small.ireereplay'));
  const records = made('dump', '--format=jsonl', fixture('small.ireereplay')).split('\n');
  const unsupported = records.find((line) => line.includes('"sequence_ordinal":49,')) ?? '';
  const { file_offset: offset } = JSON.parse(unsupported) as { readonly file_offset: number };
  // record_type of its header: a call that could not be recorded.
  bytes.writeUInt16LE(5, offset + 60);
  const capture = path.join(folder, 'unsupported-behind.ireereplay');
  writeFileSync(capture, bytes);
  const extracted = path.join(folder, 'before-unsupported.ireereplay');
  for (const piece of ['--dispatch=elementwise_*', '--dispatch=43/39', '--records=24..43']) {
    made('extract', piece, '-o', extracted, capture);
    replays(extracted);
    rmSync(extracted);
  }
  for (const piece of ['--dispatch=47', '--dispatch=nothing', '--records=24..49', '--scope=execute']) {
    const { status, stderr } = ireereplay('extract', piece, '-o', extracted, capture);
    assert.equal(status, 1, piece);
    assert.match(stderr, /record #49 at byte \d+: replay contains unsupported captured operation device\.queue_execute/, piece);
    assert.ok(!existsSync(extracted));
  }
});

/** Runs the test of a project, by the programs that are tested here. */
const make = (project: string, ...settings: readonly string[]): Outcome =>
  run('make', ['-C', project, 'test', `IREEREPLAY=${process.execPath} ${path.join(checkout, 'bin', 'ireereplay')}`, ...settings], {
    env: { ...process.env, PATH: `${path.dirname(ireeProgram('iree-compile'))}:${process.env['PATH'] ?? ''}` },
  });

test("a project's test fails with a kernel that leaves something else, and the project of another is not overwritten", () => {
  const extract = ['extract', '--dispatch=27', '--as=project', '-o', path.join(folder, 'kernel.ireereplay'), fixture('small.ireereplay')];
  made(...extract);
  const project = path.join(folder, 'kernel-project');
  assert.equal(make(project).status, 0);
  // It returns at once.
  const library = readFileSync(path.join(project, 'executable-4.so'));
  library.write('31c0c3', 0x1020, 'hex');
  writeFileSync(path.join(project, 'idle.so'), library);
  const idle = make(project, 'KERNEL=idle.so');
  assert.notEqual(idle.status, 0);
  assert.match(idle.stdout.toString(), /differ/);
  const again = ireereplay(...extract);
  assert.equal(again.status, 1);
  assert.match(again.stderr, /kernel-project already exists/);
});

test('a project has the source that its executable embeds, which is built and tested', () => {
  const capture = fixture('models/mm256/mm256.sync.ireereplay');
  const extract = ['extract', '--dispatch=*', '--as=project', '-o', path.join(folder, 'embedded.ireereplay'), capture];
  made(...extract);
  const project = path.join(folder, 'embedded-project');
  assert.match(readFileSync(path.join(project, 'Makefile'), 'utf8'), /^KERNEL \?= .*\.mlir$/m);
  const { status, stdout, stderr } = make(project);
  assert.equal(status, 0, stderr);
  assert.match(stdout.toString(), /agree/);
});

interface Dispatched {
  readonly operation: string;
  readonly sequence_ordinal: number;
}

/** A dispatch in the middle of what a capture records. */
function middleDispatch(capture: string): number | undefined {
  const rows = made('dump', '--format=jsonl', capture).trimEnd().split('\n');
  const dispatches = rows
    .map((row) => JSON.parse(row) as Dispatched)
    .filter(({ operation }) => /\bdispatch$|queue_dispatch$/.test(operation));
  return dispatches[Math.floor(dispatches.length / 2)]?.sequence_ordinal;
}

// What leaves the native engine's hands is replayed by IREE's, and holds what a replay of the whole capture held.
for (const { name, file, devices } of allCaptures(folder).filter(({ name: each }) => each.startsWith('models/'))) {
  const on = Array.from({ length: devices }, () => '--device=local-sync');
  // One was recorded of an application that failed before it executed anything.
  if (ireereplay('preflight', ...on, file).status !== 0 || !made('info', file).includes('execute')) continue;
  const dispatch = middleDispatch(file);
  for (const piece of ['--scope=execute', ...(dispatch === undefined ? [] : [`--dispatch=${String(dispatch)}`])]) {
    test(`${name}: ${piece} extracted is replayed by IREE, and leaves the same`, () => {
      const stem = path.join(folder, `${name.replaceAll('/', '-')}${piece}`);
      const extracted = `${stem}.ireereplay`;
      const as = piece === '--scope=execute' ? [] : ['--as=project'];
      const found = JSON.parse(made('extract', piece, ...as, ...on, '--format=json', '-o', extracted, file)) as {
        results: string;
        comparedBytes: number;
        project?: string;
      };
      assert.deepEqual([found.results, found.comparedBytes > 0], ['same', true]);
      if (found.project !== undefined) {
        const { status, stdout, stderr } = make(found.project);
        assert.equal(status, 0, stderr);
        assert.match(stdout.toString(), /outputs agree with the expected ones/);
        assert.ok(existsSync(path.join(found.project, 'inputs', 'binding-0.npy')));
      }
      mustIree('iree-run-replay', [...on, extracted]);
      made('run', ...on, `--outputs=${stem}`, extracted);
      const ours = keptOutputs(stem);
      assert.ok(ours.length > 0);
      if (piece !== '--scope=execute') return;
      // What the application read back is there too, under the same ids. Benchmarks read back nothing.
      made('run', ...on, `--outputs=${stem}.whole`, file);
      for (const { buffer, offset, length, bytes } of keptOutputs(`${stem}.whole`)) {
        const same = ours.find((each) => each.buffer === buffer && each.offset <= offset && each.offset + each.length >= offset + length);
        const at = offset - (same?.offset ?? 0);
        assert.deepEqual(same?.bytes.subarray(at, at + length), bytes);
      }
    });
  }
}
