/** Replays give the results that the recorded applications wrote. */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { allCaptures, applicationOutputs, checkApplicationOutputs } from '../captures';
import { fixture, ireereplay, keptOutputs, temporaryFolder } from '../programs';

const folder = temporaryFolder();

test('a replay of small gives the floats that its application read', () => {
  const target = path.join(folder, 'small');
  const { status, stderr } = ireereplay('run', '--device=local-sync', `--outputs=${target}`, fixture('small.ireereplay'));
  assert.equal(status, 0, stderr);
  const squares = Buffer.from(new Float32Array([1, 4, 9, 16]).buffer);
  const kept = keptOutputs(target);
  assert.deepEqual(
    kept.map(({ record, buffer, offset, length }) => ({ record, buffer, offset, length })),
    [
      { record: 54, buffer: 8, offset: 0, length: 16 },
      { record: 56, buffer: 8, offset: 32, length: 16 },
    ],
  );
  for (const { bytes } of kept) assert.deepEqual(bytes, squares);
});

// Tested elsewhere: what needs a file that has moved, another machine, or another engine.
const elsewhere = /mlp-(identity|digest)|-vmvx|-v3|-vulkan/;
const replayed = allCaptures(folder).filter(
  (capture) => applicationOutputs(capture).length > 0 && !elsewhere.test(path.basename(capture.name)),
);

test('the fixtures hold what their applications wrote', () => {
  const names = replayed.filter(({ set }) => set === fixture('')).map(({ name }) => path.basename(name));
  assert.deepEqual(names.sort(), [
    'block-mmap.task',
    'block.sync',
    'decoder.task',
    'dynamic.task',
    'mixed.task',
    'mlp-all.task',
    'mlp-ranges.sync',
    'mm256-profiled.task',
    'mm256-system.task',
    'mm256.sync',
    'mm256.task',
    'mobilenet_v2.task',
    'resnet152.task',
    'shufflenet-light.task',
    'squeezenet-light.task',
    'tiled.task',
    'two-async.task-task',
    'two.sync-task',
    'two.task-sync',
  ]);
});

for (const capture of replayed) {
  const name = path.basename(capture.name);
  test(`a replay of ${name} gives its application's outputs, byte for byte`, () => {
    const target = path.join(folder, `${name}.outputs`);
    const devices = Array<string>(capture.devices).fill('--device=local-sync');
    const { status, stderr } = ireereplay('run', ...devices, `--outputs=${target}`, capture.file);
    assert.equal(status, 0, stderr);
    checkApplicationOutputs(capture, keptOutputs(target));
  });
}
