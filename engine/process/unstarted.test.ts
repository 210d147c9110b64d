/** A machine without descriptors or processes left: each job ends and says why, and the queue goes on. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { EngineState } from '../../protocol/processes/engine';
import { checkout, run, temporaryFolder } from '../../test/programs';

const folder = temporaryFolder();
chmodSync(folder, 0o755);

/** Ends each job in a way that no failure does. */
const script = path.join(folder, 'engine.cjs');
writeFileSync(script, `process.on('message', () => process.send({ type: 'state', state: { state: 'refused', problems: [] } }));`);

/** How the jobs of a queue end whose process lacks what `without` names, and what it leaves in its temporary folder. */
function starved(without: 'descriptors' | 'processes'): { readonly ends: readonly EngineState<'run'>[]; readonly left: readonly string[] } {
  const temporary = path.join(folder, without);
  mkdirSync(temporary);
  chmodSync(temporary, 0o777);
  const program = [process.execPath, '--import', 'tsx', path.join(checkout, 'test', 'starvedQueue.ts'), without, script];
  // So few that they soon run out, but enough for Node itself.
  const limited = ['-c', 'ulimit -n 100 && exec "$@"', 'sh', ...program];
  const outcome = run('sh', limited, { cwd: checkout, env: { ...process.env, TMPDIR: temporary } });
  assert.equal(outcome.status, 0, outcome.stderr);
  // The loader keeps what it compiled in a folder there.
  const left = readdirSync(temporary).filter((name) => name.startsWith('iree-replay-'));
  return { ends: JSON.parse(outcome.stdout.toString()) as readonly EngineState<'run'>[], left };
}

function assertUnstarted(end: EngineState<'run'>, why: string): void {
  assert.ok(end.state === 'failed', JSON.stringify(end));
  assert.equal(end.problem.code, 'UNAVAILABLE');
  assert.match(end.problem.message, new RegExp(`^The engine process could not be started: .*${why}`));
}

test('without descriptors each job fails, however far its start got, and the first that can be started is done', () => {
  const { ends, left } = starved('descriptors');
  const failed = ends.slice(0, -1);
  assert.ok(failed.length >= 3, JSON.stringify(ends));
  for (const end of failed) assertUnstarted(end, 'EMFILE');
  assert.deepEqual(ends.at(-1), { state: 'refused', problems: [] });
  assert.deepEqual(left, []);
});

test(
  'without processes each job fails, and the next one is tried',
  { skip: process.platform !== 'linux' && 'limits are set as on Linux' },
  () => {
    const { ends, left } = starved('processes');
    assert.equal(ends.length, 2);
    for (const end of ends) assertUnstarted(end, 'EAGAIN');
    assert.deepEqual(left, []);
  },
);
