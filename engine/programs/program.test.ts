import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from './program';

test('says how a program ended, and what it printed', async () => {
  const end = await runProgram('sh', ['-c', 'echo out; echo err >&2; exit 3']);
  assert.deepEqual(end, { status: 3, signal: undefined, stdout: 'out\n', stderr: 'err\n' });
});

test('tells what a program prints while it runs', async () => {
  const controller = new AbortController();
  const told: string[] = [];
  const running = runProgram('sh', ['-c', 'echo out; exec sleep 600'], {
    signal: controller.signal,
    print: (text) => {
      told.push(text);
      controller.abort(new Error('told'));
    },
  });
  await assert.rejects(running, /told/);
  assert.deepEqual(told, ['out\n']);
});

test('ends what takes too long, with everything it has started', async () => {
  // The output is open as long as any of them runs.
  const { status, signal } = await runProgram('sh', ['-c', 'sleep 600 & sleep 600'], { timeoutMs: 200 });
  assert.deepEqual([status, signal], [undefined, 'SIGKILL']);
});

test('rejects with why it was ended, or could not be started', async () => {
  const controller = new AbortController();
  const running = runProgram('sh', ['-c', 'sleep 600 & sleep 600'], { signal: controller.signal });
  controller.abort(new Error('enough'));
  await assert.rejects(running, /enough/);
  await assert.rejects(runProgram('sh', [], { signal: controller.signal }), /enough/);
  await assert.rejects(runProgram('/no/such/program', []), { code: 'ENOENT' });
});
