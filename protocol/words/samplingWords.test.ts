import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hotspots, SampledKernel } from '../code/hotspots';
import { samplingSentence, samplingWarnings, takenSentence } from './samplingWords';

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
    /none lost\. Sampled runs take 1\.026x \[1\.022, 1\.034\] the time of the 25 unsampled runs between them\.$/,
  );
});

test('the rate is said with what a sample takes and what that may cost', () => {
  const chosen = { ...taken, rateHz: 251, allowedOverhead: 0.01, interruptNs: 17_140, mostOverhead: 0.0086 };
  assert.match(
    samplingSentence({ ...hotspots, ...chosen }),
    /^2,755 samples, 251 a second .* none lost\. A sample takes 17\.1 us, so that runs are at most 0\.86 % longer \(allowed: 1 %\)\.$/,
  );
  assert.match(
    samplingSentence({ ...hotspots, ...taken, interruptNs: 2000, mostOverhead: 0.004 }),
    /none lost\. A sample takes 2\.0 us, so that runs are at most 0\.4 % longer\.$/,
  );
  assert.match(
    samplingSentence({ ...hotspots, ...taken, rateHz: 173, allowedOverhead: 0.005 }),
    /none lost\. The cost of a sample could not be measured \(allowed: 0\.5 %\)\.$/,
  );
});

test('samples that were just taken are said with how well shares of them are known', () => {
  assert.equal(
    takenSentence({ ...taken, rateHz: 251, taken: 1080, shareWithin: 0.0298 }),
    '1,080 samples, 251 a second by perf events over 100 runs: each share is known to within 3.0 points.',
  );
  assert.equal(
    takenSentence({ ...taken, runs: 1, taken: 100, shareWithin: 0.0962 }),
    '100 samples, 997 a second by perf events in one run: each share is known to within 9.6 points only: more seconds would tell.',
  );
});

test('an interval that is wide is told of the line with the most samples', () => {
  const share = { share: 0.5, tooFew: false };
  const line = (samples: number, low: number, high: number): SampledKernel['lines'][number] => ({
    ...{ ...share, samples, low, high, path: 'a.c', line: 1, instructions: [] },
  });
  const kernel = (lines: SampledKernel['lines']): SampledKernel => ({
    ...{ ...share, samples: 90, low: 0.45, high: 0.55, name: 'k', executable: '4', function: 0 },
    ...{ lines, functions: [], bodies: [], loops: [] },
  });
  const warned = (lines: SampledKernel['lines']): readonly string[] => samplingWarnings({ ...hotspots, kernels: [kernel(lines)] });
  assert.deepEqual(warned([line(80, 0.475, 0.525), line(3, 0, 0.2)]), []);
  assert.match(warned([line(3, 0.4, 0.41), line(80, 0.46, 0.54)]).join(), /known to within 4\.0 points only/);
  // Machine code without lines.
  assert.match(warned([]).join(), /known to within 5\.0 points only/);
});

test('where samples certainly cost more than was allowed, it is said', () => {
  const cost = { ratio: 1.03, low: 1.02, high: 1.04, runs: 25 };
  assert.match(samplingWarnings({ ...hotspots, allowedOverhead: 0.01, cost }).join(), /cost more than the 1 % that was allowed/);
  assert.deepEqual(samplingWarnings({ ...hotspots, allowedOverhead: 0.02, cost }), []);
  assert.deepEqual(samplingWarnings({ ...hotspots, cost }), []);
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
