/** A model compiled anew, whose captures do not match record by record: `verify --against_capture` matches them by function and grid. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { VerificationResult } from '../../protocol/replay/verification';
import { ireereplay, temporaryFolder } from '../programs';
import { mustIree } from './ireeTools';

const folder = temporaryFolder();

const NO_EXTRA = '%extra = linalg.fill ins(%zero : f32) outs(%line : tensor<64xf32>) -> tensor<64xf32>';
/** Columns added up, times nothing: a dispatch more, before the others, which changes no result. */
const EXTRA = `%sums = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, #rows], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<64x64xf32>) outs(%none : tensor<64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s = arith.addf %v, %o : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %extra = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%sums : tensor<64xf32>) outs(%line : tensor<64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s = arith.mulf %v, %zero : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>`;

/** The capture of a run of the model. */
function recorded(name: string, scale: string, extra: string): string {
  const stem = path.join(folder, name);
  const source = readFileSync(path.join(__dirname, 'models', 'chain.mlir'), 'utf8');
  writeFileSync(`${stem}.mlir`, source.replace('SCALE : f32', `${scale} : f32`).replace(/^ {2}EXTRA$/m, `  ${extra}`));
  mustIree('iree-compile', [
    ...['--iree-hal-target-device=local', '--iree-hal-local-target-device-backends=llvm-cpu', '--iree-llvmcpu-target-cpu=generic'],
    ...[`${stem}.mlir`, '-o', `${stem}.vmfb`],
  ]);
  mustIree('iree-run-module', [
    ...[`--module=${stem}.vmfb`, '--function=chain', '--device=local-sync', '--input=64x64xf32=0.5'],
    `--device_replay_output=${stem}.ireereplay`,
  ]);
  return `${stem}.ireereplay`;
}

function verified(expected: string, actual: string): VerificationResult {
  const { stdout, stderr } = ireereplay('verify', `--against_capture=${expected}`, '--relative=1e-5', '--format=json', actual);
  assert.notEqual(stdout.length, 0, stderr);
  return JSON.parse(stdout.toString()) as VerificationResult;
}

const base = recorded('base', '0.5', NO_EXTRA);

test('a model with one dispatch more that changes no result agrees', () => {
  const result = verified(base, recorded('longer', '0.5', EXTRA));
  assert.ok(result.agrees, result.sentence);
});

test('of a model with one dispatch more and another constant in the middle, the dispatch of that constant is found', () => {
  const result = verified(base, recorded('changed', '0.75', EXTRA));
  assert.equal(result.agrees, false);
  const { first, added, missing, sentence } = result.divergence ?? assert.fail('no divergence');
  assert.ok(first !== undefined, sentence);
  // The scaling is fused into the sums, whose dispatch has the next number in the longer model.
  assert.equal(first.function, 'chain_dispatch_3_reduction_64x64_f32', sentence);
  assert.notEqual(first.inputs, 'differ', sentence);
  assert.ok(first.other !== undefined && first.other.record !== first.record, 'records are others');
  assert.ok(added > 0, 'one has no counterpart');
  assert.equal(missing, 0);
});
