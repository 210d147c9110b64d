import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SETTINGS } from '../../protocol/replay';
import { runCommandLine, shellWord } from './cliCommand';

test('quotes what a shell would take apart', () => {
  assert.equal(shellWord('/tmp/a-b_1.ireereplay'), '/tmp/a-b_1.ireereplay');
  assert.equal(shellWord("it's here"), "'it'\\''s here'");
  assert.equal(shellWord('$(x)'), "'$(x)'");
});

test('is the whole command', () => {
  assert.equal(
    runCommandLine('/x/my model.ireereplay', { ...DEFAULT_SETTINGS, fileRemaps: ['/models=/data'] }),
    "ireereplay run --device=local-sync --replay_file_remap=/models=/data '/x/my model.ireereplay'",
  );
});

test('says what was chosen beside the device', () => {
  assert.equal(
    runCommandLine('x.ireereplay', { ...DEFAULT_SETTINGS, device: 'local-task', workers: 2, assumeHostSignals: true, guardBuffers: true }),
    'ireereplay run --device=local-task --task_topology_group_count=2 --assume_host_signals --guard_buffers x.ireereplay',
  );
});
