import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CaptureOverview, FunctionUse } from '../../protocol/capture/overview';
import { DEFAULT_SETTINGS, type Replay } from '../../protocol/replay/replay';
import type { RunResult } from '../../protocol/replay/run';
import { functionColours } from './functionColours';
import { sharesOf, timesOf } from './functionShares';

const use = (ordinal: number, workgroups: string): FunctionUse => ({
  ...{ executable: '4', ordinal, name: `f${String(ordinal)}`, dispatches: '1', launches: '1', workgroups, bytes: '0' },
  ...{ workgroupsUnknown: false, bytesUnknown: false, record: ordinal },
});
const overview: CaptureOverview = {
  ...{ functionCount: 2, launches: '2', workgroups: '40', functions: [use(0, '30'), use(1, '10')] },
  ...{ touchedBuffers: 0, touched: [], others: [], lasting: { count: '0', bytes: '0' }, transient: { count: '0', peak: '0' }, unread: '0' },
};
const result: RunResult = {
  ...{ devices: ['local-sync'], operations: 2, dispatches: '2', workgroups: '40', bytesTransferred: '0', addedEdges: '0' },
  ...{ assumedSignals: '0', workers: 1, skipped: 0, prepareNs: '0', executeNs: '100', fileReadNs: '0', peakBytes: '0' },
  ...{ scopes: [], outputs: [], warnings: [] },
  functions: [
    { executable: '4', ordinal: 0, ns: '20' },
    { executable: '4', ordinal: 1, ns: '60' },
  ],
};
const replay = (target: Replay['target']): Replay => ({ target, settings: DEFAULT_SETTINGS, state: { state: 'done', result } });

test('before a run functions are ranked by their workgroups', () => {
  const shares = sharesOf(overview, undefined);
  assert.deepEqual([shares.by, shares.whole, shares.list.map(({ use: { name } }) => name)], ['workgroups', 40, ['f0', 'f1']]);
});

test('after a run they are ranked by its times, and so are their colours', () => {
  const shares = sharesOf(overview, timesOf(replay({ kind: 'capture' })));
  assert.deepEqual(
    shares.list.map(({ use: { name }, amount }) => [name, amount]),
    [
      ['f1', 60],
      ['f0', 20],
    ],
  );
  assert.deepEqual([shares.by, shares.whole], ['time', 80]);
  assert.deepEqual([...functionColours(shares).keys()], ['f1', 'f0']);
});

test('a run that ended before the whole capture says nothing about shares', () => {
  assert.equal(timesOf(replay({ kind: 'upTo', record: 3 })), undefined);
  assert.equal(timesOf({ ...replay({ kind: 'capture' }), state: { state: 'cancelled' } }), undefined);
});
