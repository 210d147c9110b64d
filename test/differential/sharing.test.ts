/** Captures made of others, by IREE's tools: what they accept, and what they replay. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { fixture, ireereplay, temporaryFolder } from '../programs';
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
