/** What a profile that lies somewhere says of the kernels of a capture, and when it says nothing. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { profiledReplay } from '../../engine/jobs/profiledReplay';

const root = path.resolve(import.meta.dirname, '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-profiled-'));
const capture = path.join(folder, 'block.ireereplay');

const fixtures = path.join(root, 'test', 'fixtures');
const recorded = (name: string, ...flags: readonly string[]): string => recordedOf(capture, name, ...flags);
const recordedOf = (of: string, name: string, ...flags: readonly string[]): string => {
  const file = path.join(folder, name);
  const profiling = ['--device_profiling_mode=queue-events,host-execution', `--device_profiling_output=${file}`];
  execFileSync(process.execPath, [path.join(root, 'bin', 'ireereplay'), 'run', ...profiling, ...flags, of]);
  return file;
};

before(() => copyFileSync(path.join(fixtures, 'models', 'block', 'block.sync.ireereplay'), capture));
after(() => rmSync(folder, { recursive: true }));

test('a profile of all that a replay executes says what each function took', async () => {
  const replay = await profiledReplay(recorded('whole.ireeprof', '--device=local-task', '--task_topology_group_count=2'));
  assert.ok(replay);
  assert.deepEqual([replay.capture, replay.device, replay.workers, replay.functions.length], [capture, 'local-task', 2, 11]);
  assert.deepEqual(
    replay.functions.map(({ executable, ordinal }) => [executable, ordinal]),
    Array.from({ length: 11 }, (_, ordinal) => ['4', ordinal]),
  );
  for (const { ns } of replay.functions) assert.ok(BigInt(ns) > 0n);
});

test('a capture that was named from the folder of the profile is found there', async () => {
  const profiling = ['--device_profiling_mode=queue-events,host-execution', '--device_profiling_output=beside.ireeprof'];
  const command = [path.join(root, 'bin', 'ireereplay'), 'run', ...profiling, path.basename(capture)];
  execFileSync(process.execPath, command, { cwd: folder });
  assert.equal((await profiledReplay(path.join(folder, 'beside.ireeprof')))?.capture, capture);
});

test('one of a part, or of other kernels, says nothing', async () => {
  assert.equal(await profiledReplay(recorded('filtered.ireeprof', '--device_profiling_filter_function=*softmax*')), undefined);
  assert.equal(await profiledReplay(recorded('stopped.ireeprof', '--replay_stop_before=90')), undefined);
  assert.equal(await profiledReplay(recorded('grid.ireeprof', '--replay_workgroup_count=*softmax*=1,1,1')), undefined);
  const small = path.join(fixtures, 'small.ireereplay');
  assert.ok(await profiledReplay(recordedOf(small, 'small.ireeprof')));
  const other = `--replay_executable_substitution=4=${path.join(fixtures, 'kernels', 'elementwise_mul.so')}`;
  assert.equal(await profiledReplay(recordedOf(small, 'substituted.ireeprof', other)), undefined);
});

test('nor does one of a capture that was recorded again, or one that no replay of ours has recorded', async () => {
  const file = recorded('before.ireeprof');
  assert.ok(await profiledReplay(file));
  const later = new Date(Date.now() + 10_000);
  utimesSync(capture, later, later);
  assert.equal(await profiledReplay(file), undefined);
  assert.equal(await profiledReplay(path.join(fixtures, 'profiles', 'block.run-task.all.ireeprof')), undefined);
});
