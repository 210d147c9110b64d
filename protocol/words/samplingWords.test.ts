import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hotspots } from '../code/hotspots';
import { samplingSentence, samplingWarnings } from './samplingWords';

const hotspots: Hotspots = { samples: 2755, inKernels: 2750, inLibraries: 1, elsewhere: 4, notes: [], kernels: [], frames: [] };
const taken = { event: 'clock', rateHz: 997, method: 'perf_events', runs: 100, lost: '0' };

test('one sentence says how samples were taken and where they are', () => {
  assert.equal(
    samplingSentence({ ...hotspots, ...taken }),
    '2,755 samples, 997 a second by perf events over 100 runs: 2,750 in kernels, 1 in libraries that they call, 4 elsewhere in the engine, none lost.',
  );
  assert.equal(
    samplingSentence({ ...hotspots, ...taken, inLibraries: 0, event: 'cycles', runs: 1, lost: '1200' }),
    '2,755 samples, 997 a second of cycles by perf events in one run: 2,750 in kernels, 4 elsewhere in the engine, 1,200 lost.',
  );
});

test('what samples cost is said with how sure that is', () => {
  const cost = { ratio: 1.0262, low: 1.0219, high: 1.0338, runs: 25 };
  assert.match(
    samplingSentence({ ...hotspots, ...taken, cost }),
    /none lost\. Sampled runs take 1\.026x \[1\.022, 1\.034\] the time of 25 in between that were not\.$/,
  );
});

test('what the profile does not say is not said', () => {
  assert.equal(
    samplingSentence({ ...hotspots, samples: 1, inKernels: 1, inLibraries: 0, elsewhere: 0 }),
    '1 sample: 1 in kernels, 0 elsewhere in the engine.',
  );
  assert.deepEqual(samplingWarnings(hotspots), []);
});

test('lost samples, timers and unknown code are explained', () => {
  const [lost, timers, note, ...rest] = samplingWarnings({
    ...hotspots,
    lost: '3',
    method: 'timers',
    notes: ['the machine code of executable 4 is not in the profile'],
  });
  assert.match(lost ?? '', /lost samples: shares are of those that were kept/);
  assert.match(timers ?? '', /tick/);
  assert.equal(note, 'The machine code of executable 4 is not in the profile.');
  assert.deepEqual(rest, []);
});
