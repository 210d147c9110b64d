import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { checkout } from '../test/programs';
import { besideBusyLoops } from './busy.mjs';

/** The loops that this process has started. */
function loopsOf(pid: number): readonly number[] {
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return running.filter((name) => commandLine(name).at(-1) === String(pid) && commandLine(name).includes('--eval')).map(Number);
}

function commandLine(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

async function allToEnd(pid: number): Promise<void> {
  const end = Date.now() + 20_000;
  while (loopsOf(pid).length > 0) {
    assert.ok(Date.now() < end, 'loops still run');
    await sleep(50);
  }
}

test('keeps processors busy until the work is done', async () => {
  const during = await besideBusyLoops(2, () => Promise.resolve(loopsOf(process.pid).length));
  assert.equal(during, 2);
  await allToEnd(process.pid);
});

test('the loops end when the work fails', async () => {
  await assert.rejects(
    besideBusyLoops(1, () => Promise.reject(new Error('no answer'))),
    /no answer/,
  );
  await allToEnd(process.pid);
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
  test(`the loops end when ${signal} ends who started them`, async () => {
    const script = `import { besideBusyLoops } from '${pathToFileURL(path.join(checkout, 'scripts', 'busy.mjs')).href}';
      await besideBusyLoops(2, () => new Promise(() => { console.log('busy'); setInterval(() => {}, 1000); }));`;
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = starter.pid ?? assert.fail('it does not start');
    await once(starter.stdout, 'data');
    assert.equal(loopsOf(pid).length, 2);
    starter.kill(signal);
    await once(starter, 'exit');
    await allToEnd(pid);
  });
}
