/** Replays give the results that the recorded applications wrote. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { arrayBytes, fixture, ireereplay, keptOutputs, temporaryFolder } from '../programs';

const folder = temporaryFolder();

test('a replay of small leaves the floats that its application read', () => {
  const outputs = path.join(folder, 'small');
  const { status, stderr } = ireereplay('run', '--device=local-sync', `--outputs=${outputs}`, fixture('small.ireereplay'));
  assert.equal(status, 0, stderr);
  const squares = Buffer.from(new Float32Array([1, 4, 9, 16]).buffer);
  const kept = keptOutputs(outputs);
  assert.deepEqual(
    kept.map(({ record, buffer, offset, length }) => ({ record, buffer, offset, length })),
    [
      { record: 54, buffer: 8, offset: 0, length: 16 },
      { record: 56, buffer: 8, offset: 32, length: 16 },
    ],
  );
  for (const { bytes } of kept) assert.deepEqual(bytes, squares);
});

interface ModelOutput {
  readonly capture: string;
  /** Below test/fixtures/models. */
  readonly file: string;
  readonly buffer: number;
}

const rows: readonly ModelOutput[] = readFileSync(fixture('models/outputs.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([capture = '', file = '', buffer]) => ({ capture, file, buffer: Number(buffer) }));

for (const capture of new Set(rows.map((row) => row.capture))) {
  const expected = rows.filter((row) => row.capture === capture);
  const file = fixture(path.join('models', path.dirname(expected[0]?.file ?? ''), `${capture}.ireereplay`));
  const devices = capture.startsWith('two.') ? ['--device=local-sync', '--device=local-sync'] : ['--device=local-sync'];
  test(`a replay of ${capture} gives its application's outputs, byte for byte`, () => {
    assert.ok(existsSync(file));
    const outputs = path.join(folder, capture);
    const { status, stderr } = ireereplay('run', ...devices, `--outputs=${outputs}`, file);
    assert.equal(status, 0, stderr);
    const kept = keptOutputs(outputs);
    for (const { file: array, buffer } of expected) {
      const output = kept.find((candidate) => candidate.buffer === buffer);
      assert.ok(output, `buffer ${buffer} is among the outputs`);
      assert.ok(output.bytes.equals(arrayBytes(fixture(path.join('models', array)))), `buffer ${buffer} equals ${array}`);
    }
  });
}
