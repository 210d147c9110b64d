/** Our answers about profiles and iree-profile's: of profiles that IREE records here, and of one that our writer made. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { test } from 'node:test';
import { askProfile } from '../profiles';
import { fixture, ireereplay, temporaryFolder } from '../programs';
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

for (const name of ['one-dispatch', 'one-dispatch-by-host']) {
  test(`answers about ${name}, which the tests of questions ask about, as iree-profile does`, async () => {
    assert.equal(await compare(fixture(`profiles/${name}.ireeprof`)), 68);
  });
}

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

const EVENTS = ['queue-events', 'host-execution', 'memory-events', 'command-region-events', 'device-metrics'] as const;

for (const device of ['local-sync', 'local-task']) {
  for (const capture of ['small', 'command-buffers-1k', 'queue-mixed-1k', 'models/block/block.sync', 'models/dynamic/dynamic.task']) {
    test(`iree-profile reads what we record of a replay of ${capture} on ${device}, and counts what we count`, async () => {
      const file = path.join(folder, 'ours.ireeprof');
      const recorded = ireereplay(
        ...['run', `--device=${device}`, '--format=json', '--task_topology_group_count=2'],
        ...[`--device_profiling_mode=${EVENTS.join(',')}`, `--device_profiling_output=${file}`],
        fixture(`${capture}.ireereplay`),
      );
      assert.equal(recorded.status, 0, recorded.stderr);
      const { dispatches, profile } = JSON.parse(recorded.stdout.toString()) as {
        readonly dispatches: string;
        readonly profile: { readonly events: string };
      };
      const [first = ''] = iree('iree-profile', ['summary', '--format=jsonl', file]).stdout.toString().split('\n');
      const summary = JSON.parse(first) as Readonly<Record<string, unknown>>;
      const kinds = ['queue_event', 'host_execution_event', 'memory_event', 'command_region_event', 'device_metric_sample'];
      const counts = kinds.map((kind) => Number(summary[`${kind}_records`]));
      assert.equal(String(counts.reduce((sum, count) => sum + count)), profile.events);
      for (const kind of ['host_execution_event', 'command_region_event']) assert.equal(summary[`invalid_${kind}_records`], 0);
      const [second = ''] = iree('iree-profile', ['dispatch', '--format=jsonl', file]).stdout.toString().split('\n');
      const { total_host_dispatches: total } = JSON.parse(second) as { readonly total_host_dispatches: number };
      assert.equal(String(total), dispatches);
      // And both answer alike, whatever is asked.
      assert.ok((await compare(file)) >= 60);
    });
  }
}
