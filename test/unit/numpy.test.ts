/** What the engine computes of networks is what numpy computes of them, in double precision and apart from IREE. */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { openCapture } from '../../engine/addon/capture';
import { inspect } from '../../engine/addon/inspection';
import { unpacked } from '../captures';
import { arrayBytes, fixture, ireereplay, keptOutputs, temporaryFolder } from '../programs';

const folder = temporaryFolder();

/** Bytes as floats; a copy, for these may lie anywhere. */
const floats = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
const kept = (name: string): Float32Array => floats(arrayBytes(fixture(`models/${name}.numpy.npy`)));

/** The largest difference, as a share of the largest magnitude that is expected; infinite where another element is not a number. */
function difference(actual: Float32Array, expected: Float32Array): number {
  let most = 0;
  let scale = 0;
  for (const [index, wanted] of expected.entries()) {
    const found = actual[index] ?? NaN;
    if (Object.is(found, wanted)) continue;
    if (!Number.isFinite(found) || !Number.isFinite(wanted)) return Infinity;
    most = Math.max(most, Math.abs(found - wanted));
    scale = Math.max(scale, Math.abs(wanted));
  }
  return scale === 0 ? most : most / scale;
}

/** Where in `bytes` an array stands that is as `expected`, in bytes; buffers hold many tensors, each aligned. */
function placesOf(expected: Float32Array, bytes: Uint8Array): readonly number[] {
  const all = floats(bytes);
  // One element that is further off is enough.
  const most = 1e-5 * expected.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const stands = (at: number): boolean => expected.every((value, index) => !(Math.abs((all[at + index] ?? NaN) - value) > most));
  const places: number[] = [];
  for (let at = 0; at + expected.length <= all.length; at += 16) {
    if (stands(at) && difference(all.subarray(at, at + expected.length), expected) < 1e-5) places.push(4 * at);
  }
  return places;
}

for (const [name, outputs] of [
  ['resnet152', ['y']],
  ['mobilenet_v2', ['y']],
  ['decoder', ['logits', 'tokens']],
] as const)
  test(`the outputs of ${name} are numpy's`, () => {
    const target = path.join(folder, name);
    const capture = unpacked(folder, `models/${name}/${name}.task.ireereplay.gz`);
    const { status, stderr } = ireereplay('run', '--device=local-task', `--outputs=${target}`, capture);
    assert.equal(status, 0, stderr);
    const replayed = keptOutputs(target);
    assert.equal(replayed.length, outputs.length);
    for (const [index, output] of outputs.entries()) {
      const bytes = replayed[index]?.bytes ?? Buffer.of();
      if (output === 'tokens') assert.deepEqual(bytes, arrayBytes(fixture(`models/${name}/tokens.numpy.npy`)));
      else {
        const expected = kept(`${name}/${output}`);
        assert.equal(bytes.length, expected.byteLength);
        assert.ok(difference(floats(bytes), expected) < 1e-5, `${name}/${output}`);
      }
    }
  });

/** Every softmax of a capture as it is executed, in that order: the keys of its rows. */
async function softmaxes(file: string): Promise<readonly string[]> {
  const capture = await openCapture(file);
  await capture.index();
  const view = capture.createView();
  await view.search('fn:*softmax*', false, () => undefined);
  // Of a command that is recorded there is a row, and one wherever it is executed. Behind the last match comes the first.
  const keys = new Set<string>();
  for (let { key } = await view.nextMatch('0', 1); !keys.has(key); { key } = await view.nextMatch(key, 1)) keys.add(key);
  capture.close();
  return [...keys].filter((key) => key.includes('@'));
}

/** Checks that a softmax finds `scores` in its buffers, and leaves `shares` there. */
async function checkSoftmax(capture: string, key: string, scores: Float32Array, shares: Float32Array): Promise<void> {
  const [record = NaN, via] = key.split('@').map(Number);
  const inspected = await inspect({
    run: { capture, devices: ['local-sync'], fileRemaps: [] },
    record,
    ...(via === undefined ? {} : { via }),
  });
  const { inspection } = inspected;
  assert.match(inspection.function ?? '', /softmax/);
  const found = (moment: 'before' | 'after', expected: Float32Array): readonly number[] =>
    inspection.ranges.flatMap((_, range) => placesOf(expected, inspected.bytes(range, moment)));
  assert.ok(found('before', scores).length > 0, `what the softmax #${key} is of`);
  assert.ok(found('after', shares).length > 0, `what the softmax #${key} gives`);
}

/** Checks that inspecting a softmax shows, in place of buffers, the tensors `scores` and `shares`, of this shape. */
async function checkOperands(
  capture: string,
  key: string,
  shape: readonly number[],
  scores: Float32Array,
  shares: Float32Array,
): Promise<void> {
  const [record = NaN, via] = key.split('@').map(Number);
  const inspected = await inspect({
    run: { capture, devices: ['local-sync'], fileRemaps: [] },
    traced: true,
    record,
    ...(via === undefined ? {} : { via }),
  });
  const { inspection } = inspected;
  for (const [use, moment, expected] of [
    ['reads', 'before', scores],
    ['writes', 'after', shares],
  ] as const) {
    const [operand, ...more] = inspection.operands.filter((one) => one.use === use);
    assert.ok(operand !== undefined && more.length === 0, `the softmax #${key} ${use} one tensor`);
    assert.deepEqual([operand.type, operand.shape, operand.strides], ['f32', shape, undefined], `what the softmax #${key} ${use}`);
    const begin = Number(operand.offset) - Number(inspection.ranges[operand.range]?.offset);
    const found = floats(inspected.bytes(operand.range, moment).subarray(begin, begin + expected.byteLength));
    assert.ok(difference(found, expected) < 1e-5, `what the softmax #${key} ${use}`);
  }
}

test("the softmax of the transformer block is numpy's", async () => {
  const capture = fixture('models/block/block.sync.ireereplay');
  const [key = '', ...more] = await softmaxes(capture);
  assert.deepEqual(more, []);
  await checkSoftmax(capture, key, kept('block/scores'), kept('block/shares'));
  await checkOperands(capture, key, [4, 64, 64], kept('block/scores'), kept('block/shares'));
});

test("every softmax of the decoder is numpy's, of the prompt and of each step", async () => {
  const capture = unpacked(folder, 'models/decoder/decoder.task.ireereplay.gz');
  const keys = await softmaxes(capture);
  const layers = 4;
  assert.equal(keys.length, layers * 6);
  const of = (name: 'scores' | 'shares', index: number): Float32Array => {
    const all = kept(`decoder/${name}.${index < layers ? 'prompt' : 'steps'}`);
    const [at, count] = index < layers ? [index, all.length / layers] : [index - layers, all.length / (layers * 5)];
    return all.subarray(at * count, (at + 1) * count);
  };
  for (const [index, key] of keys.entries()) {
    await checkSoftmax(capture, key, of('scores', index), of('shares', index));
    await checkOperands(capture, key, [4, index < layers ? 8 : 1, 32], of('scores', index), of('shares', index));
  }
});
