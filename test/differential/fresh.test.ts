/** Captures recorded now, by IREE's published tools: dumps and results against theirs. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { arrayBytes, ireereplay, keptOutputs, temporaryFolder } from '../programs';
import { mustIree } from './ireeTools';

const folder = temporaryFolder();
const models = path.join(__dirname, 'models');

interface Model {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly outputs: number;
  readonly flags?: readonly string[];
}

const matmul: Model = { name: 'matmul', inputs: ['33x70xf32=0.5', '70x41xf32=-1.25'], outputs: 1 };

const all: readonly Model[] = [
  matmul,
  { name: 'dynamic', inputs: ['19x31xf32=0.25', '31x7xf32=2'], outputs: 1 },
  { name: 'steps', inputs: ['64xi32=3', '64xi32=-4'], outputs: 2 },
];

/** A module is compiled once for all devices that it is run on. */
function compile(model: Model): string {
  const module = path.join(folder, `${model.name}.vmfb`);
  if (existsSync(module)) return module;
  const target = [
    '--iree-hal-target-device=local',
    '--iree-hal-local-target-device-backends=llvm-cpu',
    '--iree-llvmcpu-target-cpu=generic',
  ];
  mustIree('iree-compile', [...target, path.join(models, `${model.name}.mlir`), '-o', module]);
  return module;
}

/** Records a run of `model`; resolves to the capture and the files of the application's own outputs. */
function record(
  model: Model,
  module: string,
  device: string,
  program = 'iree-run-module',
): { capture: string; outputs: readonly string[] } {
  const stem = path.join(folder, `${model.name}.${device}.${program}`);
  const outputs = Array.from({ length: model.outputs }, (_, at) => `${stem}.${at}.npy`);
  mustIree(program, [
    ...[`--module=${module}`, `--function=${model.name}`, `--device=${device}`, `--device_replay_output=${stem}.ireereplay`],
    ...model.inputs.map((input) => `--input=${input}`),
    ...(program === 'iree-run-module' ? outputs.map((file) => `--output=@${file}`) : ['--benchmark_min_time=5x']),
    ...(model.flags ?? []),
  ]);
  return { capture: `${stem}.ireereplay`, outputs };
}

function sameDump(capture: string): void {
  for (const format of ['text', 'jsonl']) {
    const ours = ireereplay('dump', `--format=${format}`, capture);
    assert.equal(ours.status, 0, ours.stderr);
    const theirs = mustIree('iree-dump-replay', [`--format=${format}`, capture]);
    if (!ours.stdout.equals(theirs)) assert.equal(ours.stdout.toString(), theirs.toString());
  }
}

for (const model of all) {
  for (const device of ['local-sync', 'local-task']) {
    test(`${model.name}, recorded on ${device}: the same dump, and the application's outputs`, () => {
      const { capture, outputs } = record(model, compile(model), device);
      sameDump(capture);
      const kept = path.join(folder, `${model.name}.${device}.outputs`);
      const { status, stderr } = ireereplay('run', '--device=local-sync', `--outputs=${kept}`, capture);
      assert.equal(status, 0, stderr);
      // The tool maps its outputs for reading in order.
      const replayed = keptOutputs(kept).map(({ bytes }) => bytes);
      assert.deepEqual(replayed, outputs.map(arrayBytes));
    });
  }
}

test('a benchmark of many iterations, recorded: the same dump, and it replays', () => {
  const { capture } = record(matmul, compile(matmul), 'local-sync', 'iree-benchmark-module');
  sameDump(capture);
  mustIree('iree-run-replay', ['--device=local-sync', capture]);
  const { status, stderr } = ireereplay('run', '--device=local-sync', capture);
  assert.equal(status, 0, stderr);
});
