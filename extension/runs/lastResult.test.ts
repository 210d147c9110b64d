import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SETTINGS } from '../../protocol/replay/replay';
import type { RunOf } from '../../protocol/results/results';
import type { EndedReplay } from './runs';
import { lastResult } from './lastResult';

const AT_NOON = '2026-08-21T12:00:00.000Z';
const noon = Date.parse(AT_NOON);

function verified(capture: string, started: string, state: RunOf<'verify'>['state']): RunOf<'verify'> {
  const run = { capture, devices: ['local-sync'], fileRemaps: [] };
  return {
    ...{ job: 'verify', id: started, capture, subject: 'run to run', started, settings: DEFAULT_SETTINGS },
    ...{ options: { run }, commandLine: '', state },
  };
}

function replayed(capture: string, started: string): EndedReplay {
  const nothing = {
    operations: 3,
    dispatches: '1',
    workgroups: '1',
    bytesTransferred: '0',
    addedEdges: '0',
    assumedSignals: '0',
    skipped: 0,
  };
  const times = { prepareNs: '0', executeNs: '1250000', fileReadNs: '0', peakBytes: '0' };
  const result = { ...nothing, ...times, devices: ['local-sync'], workers: 1, functions: [], scopes: [], outputs: [], warnings: [] };
  return { capture, started, replay: { target: { kind: 'capture' }, settings: DEFAULT_SETTINGS, state: { state: 'done', result } } };
}

test('the last run of the capture is told, in words of its outcome', () => {
  const runs = [
    verified('/a', '2026-08-21T10:00:00.000Z', { state: 'cancelled' }),
    verified('/a', AT_NOON, { state: 'failed', problem: { severity: 'error', code: 'INTERNAL', message: 'no' } }),
    verified('/b', '2026-08-21T13:00:00.000Z', { state: 'cancelled' }),
  ];
  const found = lastResult('/a', noon - 1, runs, undefined);
  assert.deepEqual([found?.sentence, found?.what, found?.older], ['failed', 'Verify run to run', false]);
  assert.equal(lastResult('/c', noon, runs, undefined), undefined);
});

test('a result is marked where something was done to the file after it', () => {
  const runs = [verified('/a', AT_NOON, { state: 'cancelled' })];
  assert.equal(lastResult('/a', noon + 1, runs, undefined)?.older, true);
  assert.equal(lastResult('/a', noon, runs, undefined)?.older, false);
  // What goes on is of the file that is there.
  assert.equal(lastResult('/a', noon + 1, [verified('/a', AT_NOON, { state: 'idle' })], undefined)?.older, false);
});

test('a replay counts where no run began after it', () => {
  const runs = [verified('/a', AT_NOON, { state: 'cancelled' })];
  const later = replayed('/a', '2026-08-21T12:00:01.000Z');
  assert.equal(lastResult('/a', 0, runs, later)?.sentence, 'replayed in 1.250 ms');
  assert.equal(lastResult('/a', 0, runs, replayed('/a', '2026-08-21T11:59:59.000Z'))?.sentence, 'cancelled');
  assert.equal(lastResult('/a', 0, [], later)?.older, false);
  assert.equal(lastResult('/a', 0, [verified('/a', AT_NOON, { state: 'idle' })], later)?.sentence, 'waits');
});
