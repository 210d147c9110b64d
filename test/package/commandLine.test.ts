/** The command line of each package. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { fixture, run, type Outcome } from '../programs';
import { here, universal, unpacked } from './packages';

const ireereplay = (target: string, ...args: readonly string[]): Outcome =>
  run(process.execPath, [path.join(unpacked(target), 'bin', 'ireereplay'), ...args]);

test('prints a capture as iree-dump-replay does', () => {
  const { status, stdout, stderr } = ireereplay(here, 'dump', '--format=jsonl', fixture('command-buffers-1k.ireereplay'));
  assert.equal(status, 0, stderr);
  assert.ok(stdout.equals(gunzipSync(readFileSync(fixture('golden/command-buffers-1k.dump.jsonl.gz')))));
});

test('replays', () => {
  const { status, stderr } = ireereplay(here, 'run', '--device=local-sync', fixture('queue-alloca-1k.ireereplay'));
  assert.equal(status, 0, stderr);
});

test('the universal package says in a line what it lacks', () => {
  const { status, stderr } = ireereplay(universal, 'info', fixture('small.ireereplay'));
  assert.equal(status, 1);
  assert.match(stderr, /^ireereplay: The native core of IREE Replay, .*, is missing: this package has none for \S+\. .*\n$/);
});
