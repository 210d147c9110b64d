/** Captures made of others, by IREE's tools: what they accept, and what they replay. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { allCaptures } from '../captures';
import { fixture, ireereplay, keptOutputs, temporaryFolder } from '../programs';
import { iree, mustIree } from './ireeTools';

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
    const theirs = iree('iree-dump-replay', ['--format=jsonl', whole]);
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
      const found = JSON.parse(made('extract', piece, ...on, '--format=json', '-o', extracted, file)) as {
        results: string;
        comparedBytes: number;
      };
      assert.deepEqual([found.results, found.comparedBytes > 0], ['same', true]);
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
