/** Executions of records, as a recorded profile has them. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { readRecordTimes } from '../../engine/addon/recordTimes';
import { NO_VIA } from '../../protocol/capture/recordTimes';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const capture = fixture('models/block/block.sync.ireereplay');

function record(...flags: readonly string[]): string {
  const file = path.join(folder, 'block.ireeprof');
  const { status, stderr } = ireereplay(
    ...['run', '--device_profiling_mode=queue-events,host-execution', `--device_profiling_output=${file}`, ...flags],
    capture,
  );
  assert.equal(status, 0, stderr);
  return file;
}

test('each command has the time of its submission, and adds up to what the profile says of its record', async () => {
  const file = record('--device=local-task', '--task_topology_group_count=2');
  const times = await readRecordTimes(file);
  assert.equal(times.leftOut, 0);
  const { stdout } = ireereplay('profile', 'diff', '--format=jsonl', file, file);
  const rows = stdout
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(
      (line) =>
        JSON.parse(line) as { readonly record?: number; readonly after?: { readonly executions: number; readonly totalNs: number } },
    );
  const byRecord = new Map<number, number>();
  times.records.forEach((of, i) => byRecord.set(of, (byRecord.get(of) ?? 0) + Number(times.durations[i])));
  assert.ok(rows.length > 10);
  for (const { record: of = -1, after } of rows) assert.equal(byRecord.get(of), after?.totalNs, String(of));
  // Commands are executed by two submissions, which are none themselves.
  const commands = times.vias.filter((via) => via !== NO_VIA);
  assert.deepEqual([...new Set(commands)], [82, 93]);
  const submission = times.records.findIndex((of, i) => of === 82 && times.vias[i] === NO_VIA);
  assert.ok((times.durations[submission] ?? 0n) > 0n);
  // A small replay may be over before the second thread comes.
  assert.ok(times.workers.some((threads) => threads > 0) && times.workers.every((threads) => threads <= 2));
  assert.ok(times.durations.every((duration) => duration <= times.longest));
  assert.equal(
    times.starts.reduce((least, start) => (start < least ? start : least)),
    0n,
  );
});

test('the profile says which capture it is of', async () => {
  const { replay } = await readRecordTimes(record());
  const description = JSON.parse(replay) as Readonly<Record<string, unknown>>;
  const { size, mtimeNs } = statSync(capture, { bigint: true });
  assert.equal(description['capture_bytes'], String(size));
  assert.equal(description['capture_modified_ns'], String(mtimeNs));
});

test('nothing is known of what another engine recorded, and a damaged profile is refused with its place', async () => {
  const foreign = await readRecordTimes(fixture('profiles/small.run-task.ireeprof'));
  assert.deepEqual([foreign.records.length, foreign.replay], [0, '']);
  assert.ok(foreign.leftOut > 0);
  await assert.rejects(readRecordTimes(capture), /profile/);
});

test('reading is cancelled', async () => {
  const controller = new AbortController();
  controller.abort();
  await assert.rejects(readRecordTimes(record(), controller.signal), { name: 'AbortError' });
});
