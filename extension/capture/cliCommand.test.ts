import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommandLine, shellWord } from './cliCommand';

test('quotes what a shell would take apart', () => {
  assert.equal(shellWord('/tmp/a-b_1.ireereplay'), '/tmp/a-b_1.ireereplay');
  assert.equal(shellWord("it's here"), "'it'\\''s here'");
  assert.equal(shellWord('$(x)'), "'$(x)'");
});

test('is the whole command', () => {
  assert.equal(
    runCommandLine('/x/my model.ireereplay', 'local-sync', ['/models=/data']),
    "ireereplay run --device=local-sync --replay_file_remap=/models=/data '/x/my model.ireereplay'",
  );
});
