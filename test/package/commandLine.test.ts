/** The command line of each package. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { fixture, run, type Outcome } from '../programs';
import { addons, kernelFor, nodeOf, universal, unpacked } from './packages';

function ireereplay(target: string, ...args: readonly string[]): Outcome {
  const [node = '', ...before] = nodeOf(target);
  return run(node, [...before, path.join(unpacked(target), 'bin', 'ireereplay'), ...args]);
}

for (const target of addons.filter((one) => nodeOf(one).length > 0)) {
  test(`that for ${target} prints a capture as iree-dump-replay does`, () => {
    const { status, stdout, stderr } = ireereplay(target, 'dump', '--format=jsonl', fixture('command-buffers-1k.ireereplay'));
    assert.equal(status, 0, stderr);
    assert.ok(stdout.equals(gunzipSync(readFileSync(fixture('golden/command-buffers-1k.dump.jsonl.gz')))));
  });

  test(`that for ${target} replays, and gives what the application read`, () => {
    const kernel = kernelFor(target);
    const substitution = kernel === undefined ? [] : [`--replay_executable_substitution=4=${kernel}`];
    const outputs = mkdtempSync(path.join(tmpdir(), 'iree-replay-'));
    try {
      const asked = ['--device=local-sync', `--outputs=${outputs}`, ...substitution, fixture('small.ireereplay')];
      const { status, stderr } = ireereplay(target, 'run', ...asked);
      assert.equal(status, 0, stderr);
      const read = readFileSync(path.join(outputs, '0054-buffer8-0-16.bin'));
      assert.deepEqual(new Float32Array(Uint8Array.from(read).buffer), Float32Array.of(1, 4, 9, 16));
    } finally {
      rmSync(outputs, { recursive: true });
    }
  });
}

test('the universal package says in a line what it lacks', () => {
  const { status, stderr } = ireereplay(universal, 'info', fixture('small.ireereplay'));
  assert.equal(status, 1);
  assert.match(stderr, /^ireereplay: The native core of IREE Replay, .*, is missing: this package has none for \S+\. .*\n$/);
});
