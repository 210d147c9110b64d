import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportedOf, type Exported } from './exported';
import { HardwareCounters } from './hardwareCounters';
import type { Track } from './timeline';

const device: Track = { id: 1, name: 'device[0]', parent: undefined, kind: 'group', rank: 0 };

const pathOf = (track: Track): string => (track.parent === undefined ? '' : `${pathOf(track.parent)}/`) + track.name;

/** A record as an export has it: `values` as text, since they are exact. */
const record = (fields: Readonly<Record<string, string | number>>, values = '[]'): Exported =>
  exportedOf(`${JSON.stringify({ record_type: 'any', counter_set_id: 51, ...fields }).slice(0, -1)},"values":${values}}`);

function hardware(): HardwareCounters {
  let made = 1;
  const counters = new HardwareCounters((name, parent, kind, rank) => ({ id: ++made, name, parent, kind, rank }));
  counters.addSet(record({ name: 'caches', sample_value_count: 3 }));
  counters.addCounter(record({ counter_ordinal: 0, block: 'GRBM', name: 'GUI_ACTIVE', sample_value_offset: 0, sample_value_count: 2 }));
  counters.addCounter(record({ counter_ordinal: 1, block: 'TCC', name: 'TCC_HIT', sample_value_offset: 2, sample_value_count: 1 }));
  return counters;
}

const told = (counters: HardwareCounters, sample: Exported): readonly string[] =>
  counters.countedIn(sample, device).map(({ track, value }) => `${pathOf(track)} ${String(value)}`);

test('adds what the units of a counter counted, exactly, on a track for each counter', () => {
  const counters = hardware();
  const ofRange = told(counters, record({ scope: 'device_time_range' }, '[18446744073709551615,9007199254740993,7]'));
  assert.deepEqual(ofRange, [
    'device[0]/range counters/caches/GRBM.GUI_ACTIVE 18455751272964292608',
    'device[0]/range counters/caches/TCC_HIT 7',
  ]);
  const ofDispatch = record({ scope: 'dispatch' }, '[1,2,3]');
  assert.deepEqual(told(counters, ofDispatch), [
    'device[0]/dispatch-scoped counters/caches/GRBM.GUI_ACTIVE 3',
    'device[0]/dispatch-scoped counters/caches/TCC_HIT 3',
  ]);
  const [again, before] = [counters.countedIn(ofDispatch, device), counters.countedIn(ofDispatch, device)];
  assert.deepEqual(again, before);
});

test('draws nothing of a sample that its set does not describe', () => {
  assert.deepEqual(told(hardware(), record({ scope: 'dispatch' }, '[1,2]')), []);
  assert.deepEqual(told(hardware(), record({ scope: 'dispatch', counter_set_id: 52 }, '[1,2,3]')), []);
});
