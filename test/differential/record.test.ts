/** Modules recorded through IREE's own tools: what is run, with which inputs, and that replays compute the same. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { record } from '../../protocol/jobs/record';
import type { RecordResult } from '../../protocol/sharing/recording';
import { arrayBytes, fixture, ireereplay, keptOutputs, temporaryFolder } from '../programs';
import { iree, mustIree } from './ireeTools';

const folder = temporaryFolder();
const tools = `--iree_tools=${process.env['IREE_TOOLS'] ?? ''}`;
const place = (name: string): string => path.join(folder, name);

const CPU = ['--iree-hal-target-device=local', '--iree-hal-local-target-device-backends=llvm-cpu', '--iree-llvmcpu-target-cpu=generic'];

/** A module compiled from a model of the fixtures, or from a text. */
function compiled(name: string, source = fixture(`models/${name}/${name}.mlir`), flags: readonly string[] = CPU): string {
  const module = place(`${name}.vmfb`);
  mustIree('iree-compile', [...flags, source, '-o', module]);
  return module;
}

/** What is recorded, in the form that the description gives. */
function recorded(output: string, ...args: readonly string[]): RecordResult {
  const { status, stdout, stderr } = ireereplay('record', '--format=json', tools, '-o', output, ...args);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout.toString()) as RecordResult;
}

/** The bytes that a replay by our engine reads back. */
function readBack(capture: string, ...flags: readonly string[]): readonly Buffer[] {
  const kept = place(`read-${path.basename(capture)}`);
  const { status, stderr } = ireereplay('run', ...flags, `--outputs=${kept}`, capture);
  assert.equal(status, 0, stderr);
  return keptOutputs(kept).map(({ bytes }) => bytes);
}

const matmul = compiled('mm256');

test('a function is recorded with inputs from a seed, and both engines replay it', async () => {
  const capture = place('seeded.ireereplay');
  const result = recorded(capture, matmul);
  assert.ok(v.is(await record.result(), result));
  assert.deepEqual(
    [result.function, result.inputs, result.devices],
    ['matmul', ['256x256xf32=random', '256x256xf32=random'], ['local-sync']],
  );
  assert.equal(iree('iree-run-replay', ['--device=local-sync', capture]).status, 0);
  const again = place('again.ireereplay');
  recorded(again, matmul);
  const other = place('other.ireereplay');
  recorded(other, '--seed=1', matmul);
  const [first, second, third] = [capture, again, other].map((file) => readBack(file));
  assert.equal(first?.length, 1);
  assert.ok(first.some((bytes) => bytes.some((byte) => byte !== 0)));
  assert.deepEqual(first, second);
  assert.notDeepEqual(first, third);
  // Nothing is left beside it.
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('recording')),
    [],
  );
});

test('inputs are taken from files: the results are those that the application of the fixture got', () => {
  const capture = place('files.ireereplay');
  const raw = place('b.bin');
  writeFileSync(raw, arrayBytes(fixture('models/mm256/b.npy')));
  recorded(capture, `--input=@${fixture('models/mm256/a.npy')}`, `--input=@${raw}`, '--device=local-task', matmul);
  assert.deepEqual(readBack(capture), [arrayBytes(fixture('models/mm256/c.npy'))]);
});

test('types of all kinds are made, and sizes that are open are asked for', () => {
  const mixed = recorded(place('mixed.ireereplay'), compiled('mixed'));
  assert.deepEqual(mixed.inputs, ['48x72xi8=random', '72x40xi8=random', '32x100xf16=random', '24x64xbf16=random']);
  assert.equal(readBack(place('mixed.ireereplay')).length, 5);
  const dynamic = compiled('dynamic');
  const refused = ireereplay('record', tools, '-o', place('dynamic.ireereplay'), dynamic);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /input0 \(tensor<\?x\?xf32>\) is of any size: give one, as in --input=4x4xf32=random/);
  const sized = recorded(place('dynamic.ireereplay'), '--input=3x5xf32=random', '--input=5x2xf32=random', dynamic);
  assert.deepEqual(sized.inputs, ['3x5xf32=random', '5x2xf32=random']);
});

test('a function for two devices is recorded on two, one that is run often has a scope for each time', () => {
  const two = ['device_a=local[0]', 'device_b=local[1]'].map((device) => `--iree-hal-target-device=${device}`);
  const capture = place('two.ireereplay');
  assert.deepEqual(recorded(capture, compiled('two', undefined, [...two, ...CPU.slice(1)])).devices, ['local-sync', 'local-sync']);
  assert.equal(readBack(capture, '--device=local-sync', '--device=local-sync').length, 2);
  const often = place('often.ireereplay');
  assert.match(recorded(often, '--iterations=3', matmul).program, /iree-benchmark-module$/);
  assert.match(ireereplay('info', often).stdout.toString(), /^scopes: .*execute x 3/m);
});

test('parameters are in the capture where that is asked, and a profile beside it', () => {
  const mlp = compiled('mlp');
  const capture = place('mlp.ireereplay');
  const profile = place('mlp.ireeprof');
  const parameters = [`--parameters=model=${fixture('models/mlp/weights.irpa')}`, '--device_replay_file_policy=capture-all'];
  const profiled = ['--device_profiling_mode=queue-events,host-execution', `--device_profiling_output=${profile}`];
  assert.equal(recorded(capture, ...parameters, ...profiled, mlp).profile, profile);
  assert.match(ireereplay('info', capture).stdout.toString(), /hermetic/);
  assert.ok(existsSync(profile));
});

test('MLIR is compiled first, and what its compiler says of it is passed on', () => {
  const source = place('source.mlir');
  cpSync(fixture('models/mm256/mm256.mlir'), source);
  const capture = place('source.ireereplay');
  assert.equal(recorded(capture, source).function, 'matmul');
  assert.equal(readBack(capture).length, 1);
  // With another target it is another module.
  const vmvx = ['--iree-hal-target-device=local', '--iree-hal-local-target-device-backends=vmvx'];
  recorded(capture, ...vmvx.map((flag) => `--iree_compile_flag=${flag}`), source);
  assert.match(ireereplay('info', capture).stdout.toString(), /vmvx-bytecode-fb/);
  writeFileSync(source, 'func.func @broken() { return %x }\n');
  const { status, stderr } = ireereplay('record', tools, '-o', capture, source);
  assert.equal(status, 1);
  assert.match(stderr, /source\.mlir:1:\d+: error: /);
});

/** What exporters of PyTorch and ONNX write, whose modules do not say the types of their functions. */
const IMPORTED = {
  product: ['24x32xf32=random', '32x16xf32=random'],
  convolution: ['1x3x8x8xf32=random', '4x3x3x3xf32=random', '4xf32=random'],
  softmax: ['4x16xf32=random'],
  layer_norm: ['4x32xf32=random'],
  onnx_product: ['2x3xf32=random', '3x4xf32=random'],
} as const;

for (const [model, inputs] of Object.entries(IMPORTED)) {
  const source = fixture(`imported/${model}.mlir`);
  const name = model.startsWith('onnx') ? 'main_graph' : 'main';

  test(`${model} is recorded from what its exporter wrote, without a word about inputs`, () => {
    const capture = place(`${model}.ireereplay`);
    const { status, stdout, stderr } = ireereplay('record', '--format=json', tools, '-o', capture, source);
    assert.deepEqual([status, stderr], [0, '']);
    const { function: ran, inputs: made } = JSON.parse(stdout.toString()) as RecordResult;
    assert.deepEqual([ran, made], [name, inputs]);
    const [result] = readBack(capture);
    assert.ok(result?.some((byte) => byte !== 0));
    assert.equal(iree('iree-run-replay', ['--device=local-sync', capture]).status, 0);
  });

  test(`${model} compiled asks for its inputs in one sentence, and is recorded with them`, () => {
    const module = compiled(model, source);
    const capture = place(`${model}-vmfb.ireereplay`);
    const asked = ireereplay('record', tools, '-o', capture, module);
    const [takes, give] =
      inputs.length === 1 ? ['1 input', 'its type: give it'] : [`${String(inputs.length)} inputs`, 'their types: give each'];
    const sentence = `${name} takes ${takes}, and the module does not say ${give}, as in --input=2x3xf32=random or --input=@file.npy`;
    assert.deepEqual([asked.status, asked.stderr], [1, `ireereplay: ${sentence}\n`]);
    assert.ok(!existsSync(capture));
    recorded(capture, ...inputs.map((input) => `--input=${input}`), module);
    // For the same processor, so that it computes the same.
    const beside = place(`${model}-mlir.ireereplay`);
    recorded(beside, ...CPU.map((flag) => `--iree_compile_flag=${flag}`), source);
    assert.deepEqual(readBack(capture), readBack(beside));
  });
}

test('of a function that fails, what was recorded until then is kept beside an earlier capture', () => {
  const capture = place('kept.ireereplay');
  recorded(capture, matmul);
  const before = readFileSync(capture);
  const failed = ireereplay('record', tools, '-o', capture, '--input=25x256xf32=random', matmul);
  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /INVALID_ARGUMENT; input0 shape dimension 0 mismatch/);
  assert.match(failed.stderr, /what was recorded up to that point is in .*kept-failed\.ireereplay/);
  assert.deepEqual(readFileSync(capture), before);
  assert.match(ireereplay('info', place('kept-failed.ireereplay')).stdout.toString(), /matmul_dispatch_0/);
});

test('what cannot be recorded is said in a sentence, and leaves nothing', () => {
  const several = place('several.mlir');
  writeFileSync(several, 'func.func @one() -> i32 { %c = arith.constant 1 : i32 return %c : i32 }\nfunc.func @two() { return }\n');
  const text = place('text.vmfb');
  writeFileSync(text, 'no module');
  for (const [args, why] of [
    [[compiled('several', several)], /several functions: choose one with --function=NAME, of one, two/],
    [['--function=none', matmul], /the module exports no function none: it has matmul/],
    [[place('missing.vmfb')], /missing\.vmfb cannot be read: ENOENT/],
    [[text], /text\.vmfb cannot be read as a module: /],
    [['--device=nothing', matmul], /no driver 'nothing' registered|NOT_FOUND/],
  ] as const) {
    const { status, stderr } = ireereplay('record', tools, '-o', place('nothing.ireereplay'), ...args);
    assert.notEqual(status, 0);
    assert.match(stderr, why);
  }
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('nothing')),
    [],
  );
});
