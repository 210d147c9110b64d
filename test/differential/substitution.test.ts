/** Substitutes: IREE and we accept and reject the same ones, for the same reason. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { SubstituteResult } from '../../protocol/replay/substitution';
import { unpacked } from '../captures';
import { fixture, ireereplay, run, temporaryFolder } from '../programs';
import { iree } from './ireeTools';

const folder = temporaryFolder();
const capture = unpacked(folder, 'models/mm256/mm256.task.ireereplay.gz');
const kernel = (name: string): string => fixture(`models/mm256/kernels/${name}.so`);
const text = fixture('README.md');

/** An executable after a sed-like change of its bytes. */
function changed(name: string, from: string, to: string): string {
  const bytes = Buffer.from(readFileSync(kernel('tile')));
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at, 'latin1');
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

const renamed = changed('renamed.so', 'matmul_dispatch_0_matmul_256x256x256_f32', 'matmul_dispatch_1_matmul_256x256x256_f32');

/** Values of the flag, and what of IREE's reason ours must give too; undefined where both accept. */
const cases: readonly (readonly [readonly string[], RegExp | undefined])[] = [
  [[`4=${kernel('captured')}`], undefined],
  [[`4=${kernel('tile')}`], undefined],
  [[`all=${kernel('tile')}`], undefined],
  [[`4@embedded-elf-x86_64=${kernel('scalar')}`], undefined],
  [[`all@embedded-elf-x86_64=${kernel('scalar')}`], undefined],
  [[`4@system-elf-x86_64=${kernel('system')}`], undefined],
  [[`4=${kernel('wrong')}`], undefined],
  [[`4=${kernel('tile')}`, `4=${kernel('scalar')}`], /repeats executable id 4/],
  [[`4=${kernel('tile')}`, `all=${kernel('scalar')}`], /all selector cannot be combined/],
  [['4'], /values must be EXECUTABLE_ID=PATH/],
  [[`x=${kernel('tile')}`], /non-zero integer id or all/],
  [[`0=${kernel('tile')}`], /non-zero integer id or all/],
  [[`4@=${kernel('tile')}`], /selector must be EXECUTABLE_ID/],
  [['4=/no/such/file.so'], /no\/such\/file/],
  [[`4=${text}`], /preparing substitute for captured executable 4/],
  [[`4@vulkan-spirv-fb=${kernel('tile')}`], /vulkan-spirv-fb/],
  [[`4=${renamed}`], /matmul_dispatch_0_matmul_256x256x256_f32/],
];

for (const [values, reason] of cases) {
  test(`${reason === undefined ? 'accepts' : 'rejects'} ${values.map((value) => value.replaceAll(folder, '').replaceAll(fixture(''), '')).join(' and ')}`, () => {
    const flags = values.map((value) => `--replay_executable_substitution=${value}`);
    const theirs = iree('iree-run-replay', ['--device=local-sync', ...flags, capture]);
    const ours = ireereplay('run', '--device=local-sync', ...flags, capture);
    assert.equal(theirs.status === 0, reason === undefined, theirs.stderr);
    assert.equal(ours.status === 0, reason === undefined, ours.stderr);
    if (reason === undefined) return;
    assert.match(theirs.stderr, reason);
    assert.match(ours.stderr, reason);
  });
}

test('refuses a selector that matches nothing, which IREE silently accepts', () => {
  const flag = `--replay_executable_substitution=7=${kernel('tile')}`;
  assert.equal(iree('iree-run-replay', ['--device=local-sync', flag, capture]).status, 0);
  const ours = ireereplay('run', flag, capture);
  assert.equal(ours.status, 1);
  assert.match(ours.stderr, /matches no executable/);
});

test('finds the wrong kernel, which IREE replays successfully, with its first mismatch', () => {
  const { status, stdout } = ireereplay('verify', `--replay_executable_substitution=4=${kernel('wrong')}`, capture);
  assert.equal(status, 1);
  assert.match(stdout.toString(), /65536 of 65536 f32 differ.*the first at index 0 \(byte 0\): expected 5\.125, got 6\.125/);
});

test('finds kernels that are tiled for another grid, on which IREE succeeds or dies', () => {
  const half = ireereplay('verify', `--replay_executable_substitution=4=${kernel('grid-of-32')}`, capture);
  assert.equal(half.status, 1);
  assert.match(half.stdout.toString(), /Try --replay_workgroup_count=matmul\S*=32,1,1/);
  const beyond = ireereplay('verify', `--replay_executable_substitution=4=${kernel('grid-of-8')}`, capture);
  assert.equal(beyond.status, 1);
  assert.match(beyond.stdout.toString(), /SIGSEGV.*workgroup \[8,0,0\][^]*Try --replay_workgroup_count=matmul\S*=8,1,1/);
});

test('gives each of several candidates its verdict, even the one that kills IREE', () => {
  const flags = ['grid-of-8', 'tile'].map((name) => `--replay_executable_substitution=4=${kernel(name)}`);
  const { status, stdout } = ireereplay('substitute', '--each', '--format=json', '--pairs=10', '--seconds=5', ...flags, capture);
  assert.equal(status, 1);
  const { candidates } = JSON.parse(stdout.toString()) as SubstituteResult;
  const [beyond, good] = candidates;
  assert.equal(beyond?.verdict, 'crashed');
  assert.equal(beyond.crash?.signal, 'SIGSEGV');
  assert.deepEqual(beyond.crash.workgroup, [8, 0, 0]);
  assert.equal(good?.verification?.agrees, true);
  assert.equal(good.rows[0]?.original.length, 10);
});

/** The sources of those two, built by iree-compile. */
const source = (name: string): string => fixture(`models/mm256/kernels/${name}.configured.mlir`);
const compiler = `--iree_compile=${path.join(process.env['IREE_TOOLS'] ?? '', 'iree-compile')}`;
const substituted = (file: string): readonly string[] => [compiler, `--replay_executable_substitution=4=${file}`];

for (const [name, count] of [
  ['grid-of-32', '32,1,1'],
  ['grid-of-8', '8,1,1'],
] as const) {
  test(`knows from the build of ${name} which grid it needs, and uses it`, () => {
    const told = new RegExp(`compiled for ${count} workgroups, and gets 16,1,1\\. Try (--replay_workgroup_count=matmul\\S*=${count})`);
    const { status, stdout, stderr } = ireereplay('verify', ...substituted(source(name)), capture);
    assert.equal(status, 1, stderr);
    const flag = told.exec(stdout.toString())?.[1];
    assert.ok(flag !== undefined, stdout.toString());
    assert.match(ireereplay('run', ...substituted(source(name)), capture).stderr, told);
    const fitting = ireereplay('verify', ...substituted(source(name)), flag, capture);
    assert.equal(fitting.status, 0, fitting.stdout.toString() + fitting.stderr);
    assert.doesNotMatch(fitting.stdout.toString(), /Try/);
  });
}

test('offers a crashed candidate the grid that it needs', () => {
  const { stdout } = ireereplay('substitute', '--format=json', ...substituted(source('grid-of-8')), capture);
  const { candidates } = JSON.parse(stdout.toString()) as SubstituteResult;
  assert.equal(candidates[0]?.verdict, 'crashed');
  assert.equal(candidates[0].hints?.[0]?.workgroupCount, 'matmul_dispatch_0_matmul_256x256x256_f32=8,1,1');
});

test('exports sources that can be built and put back', () => {
  const to = path.join(folder, 'exported');
  const exported = ireereplay('info', `--export=${to}`, capture);
  assert.equal(exported.status, 0, exported.stderr);
  for (const stage of ['0.source', '1.configured']) {
    const { status, stdout, stderr } = ireereplay(
      'verify',
      '--runs=1',
      ...substituted(path.join(to, `executable-4.${stage}.mlir`)),
      capture,
    );
    assert.equal(status, 0, stdout.toString() + stderr);
  }
});

test("gives the verdict as JSON, and never a wrong kernel's speed", () => {
  const { status, stdout } = ireereplay(
    'substitute',
    '--format=json',
    '--pairs=10',
    '--seconds=5',
    `--replay_executable_substitution=4=${kernel('wrong')}`,
    capture,
  );
  assert.equal(status, 1);
  const { candidates } = JSON.parse(stdout.toString()) as SubstituteResult;
  assert.equal(candidates[0]?.verdict, 'results-differ');
  assert.deepEqual(candidates[0].rows, []);
});

test('exports the sources of an executable with several functions as one for each stage, which can be built and put back', () => {
  const tools = process.env['IREE_TOOLS'] ?? '';
  const work = path.join(folder, 'several');
  mkdirSync(work);
  const must = (program: string, args: readonly string[]): void => {
    const { status, stderr } = run(path.join(tools, program), args, { cwd: work });
    assert.equal(status, 0, stderr);
  };
  // As test/fixtures/record/record.sh compiles the matrix product: with its sources inside.
  const target = [
    '--iree-hal-target-device=local',
    '--iree-hal-local-target-device-backends=llvm-cpu',
    '--iree-llvmcpu-target-cpu=generic',
  ];
  const locations = '--mlir-print-debuginfo';
  must('iree-compile', [...target, '--compile-to=stream', fixture('models/mlp/mlp.mlir'), '-o', 'stream.mlir', locations]);
  const pipeline = ['--iree-hal-configuration-pipeline', '--iree-hal-transformation-pipeline=serialize-executables=true'];
  must('iree-opt', ['--iree-hal-executable-debug-level=3', ...pipeline, 'stream.mlir', '-o', 'hal.mlir', locations]);
  must('iree-compile', [...target, '--compile-from=hal', 'hal.mlir', '-o', 'mlp.vmfb']);
  const captured = path.join(work, 'mlp.ireereplay');
  must('iree-run-module', [
    ...['--module=mlp.vmfb', '--device=local-sync', '--function=mlp', `--parameters=model=${fixture('models/mlp/weights.irpa')}`],
    ...[`--input=@${fixture('models/mlp/x.npy')}`, '--output=@y.npy', '--device_replay_file_policy=capture-all'],
    `--device_replay_output=${captured}`,
  ]);
  const exported = ireereplay('info', `--export=${work}`, captured);
  assert.equal(exported.status, 0, exported.stderr);
  for (const stage of ['0.source', '1.configured', '2.translated']) {
    const source = path.join(work, `executable-4.${stage}.mlir`);
    assert.equal(readFileSync(source, 'utf8').match(/hal\.executable\.export public @mlp_dispatch_[02]_/g)?.length, 2);
    const { status, stdout, stderr } = ireereplay('verify', '--runs=1', ...substituted(source), captured);
    assert.equal(status, 0, stdout.toString() + stderr);
  }
});
