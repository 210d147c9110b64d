import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { wrapped } from './commandLine';

const words = (line: string): readonly string[] =>
  execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' }).split('\0');

test('a flag and the capture stand in a line of their own, and a shell reads the same', () => {
  const line = "ireereplay run --device=local-sync '--replay_file_remap=/a b=/c --d' '/x y/it'\\''s --mine z.ireereplay'";
  assert.equal(
    wrapped(line),
    ['ireereplay run', '--device=local-sync', "'--replay_file_remap=/a b=/c --d'", "'/x y/it'\\''s --mine z.ireereplay'"].join(' \\\n  '),
  );
  assert.deepEqual(words(wrapped(line)), words(line));
});
