/** Our answers about profiles and iree-profile's: of profiles that IREE records here, and of one that our writer made. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { test } from 'node:test';
import { askProfile } from '../profiles';
import { fixture, temporaryFolder } from '../programs';
import { iree, ireeAtOnce } from './ireeTools';

const folder = temporaryFolder();

const QUESTIONS = ['summary', 'statistics', 'explain', 'executable', 'dispatch', 'command', 'counter', 'memory', 'queue', 'cat'] as const;

/** Flags beside the form, of which iree-profile refuses some. */
const MORE: readonly (readonly string[])[] = [[], ['--dispatch_events'], ['--counter_samples'], ['--id=1'], ['--id=21'], ['--filter=*a*']];

/** Asks everything of both; how often both answered. */
async function compare(file: string): Promise<number> {
  let answered = 0;
  const ask = async (args: readonly string[]): Promise<void> => {
    const theirs = ireeAtOnce('iree-profile', [...args, file]);
    if (theirs.status !== 0) return;
    const ours = await askProfile(args, file, folder);
    if (!ours.equals(theirs.stdout)) assert.equal(ours.toString(), theirs.stdout.toString(), args.join(' '));
    answered++;
  };
  for (const question of QUESTIONS) {
    for (const format of ['text', 'jsonl']) for (const more of MORE) await ask([question, `--format=${format}`, ...more]);
  }
  await ask(['export', '--format=ireeperf-jsonl']);
  return answered;
}

test('iree-profile reads every kind of chunk that our writer makes, with the same values', async () => {
  const made = path.join(folder, 'made.ireeprof');
  const program = process.env['MADE_PROFILE'];
  assert.ok(program !== undefined, 'MADE_PROFILE is not set: run this through npm run test:differential');
  assert.equal(spawnSync(program, [made]).status, 0);
  assert.equal(await compare(made), 68);
});

for (const [device, ...modes] of [
  ['local-task', 'all'],
  ['local-task', 'queue-events', 'host-execution', 'command-region-events', 'memory-events', 'executable-metadata'],
  ['local-sync', 'all'],
  ['local-sync', 'queue-events', 'host-execution', 'memory-events', 'executable-metadata'],
] as const) {
  for (const mode of modes) {
    test(`answers about what IREE records of a replay on ${device}, ${mode}`, async () => {
      const capture = device === 'local-task' ? 'queue-alloca-1k' : 'command-buffers-1k';
      const all = ['queue-events', 'host-execution', 'memory-events', 'executable-metadata'];
      const file = path.join(folder, `${device}.${mode}.ireeprof`);
      const recorded = iree('iree-run-replay', [
        `--device=${device}`,
        `--device_profiling_mode=${mode === 'all' ? all.join(',') : mode}`,
        `--device_profiling_output=${file}`,
        fixture(`${capture}.ireereplay`),
      ]);
      assert.equal(recorded.status, 0, recorded.stderr);
      assert.ok((await compare(file)) >= 56);
    });
  }
}
