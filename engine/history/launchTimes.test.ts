import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import type { LlvmMeasurement } from '../../protocol/neighbour/llvm';
import { createLaunchTimes } from './launchTimes';

const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-launches-'));
after(() => rmSync(folder, { recursive: true }));

let files = 0;
const nextFile = (): string => path.join(folder, String(files++), 'launches.jsonl');

let moment = 0;
const measured = (median: number, change: Partial<LlvmMeasurement> = {}): LlvmMeasurement => ({
  ...{ verdict: 'agrees', sentence: '', kernel: 'k', function: 'main', tool: { program: '/tool', version: '23.0.0' }, measured: 'launch' },
  ...{ warmUp: 1, samples: [], recording: 'sha256:1', began: new Date(++moment).toISOString(), disturbed: false, notes: [] },
  statistics: {
    ...{ count: 20, minimum: median, p5: median, median, p95: median, maximum: median, mean: median, standardDeviation: 0, mad: 0 },
    ...{ interval: [median - 0.1, median + 0.1], mildOutliers: 0, severeOutliers: 0, drift: 0, bimodal: false },
  },
  ...change,
});
const mediansOf = async (found: ReturnType<ReturnType<typeof createLaunchTimes>['earlier']>): Promise<readonly number[]> =>
  (await found).map(({ statistics: { median } }) => median);

test('earlier times of a launch are told, oldest first, also in another session', async () => {
  const file = nextFile();
  const first = createLaunchTimes(file);
  assert.deepEqual(await mediansOf(first.earlier(measured(10))), []);
  assert.deepEqual(await mediansOf(first.earlier(measured(11, { disturbed: true }))), [10]);
  const found = await createLaunchTimes(file).earlier(measured(12));
  assert.deepEqual(
    found.map(({ disturbed, statistics: { median } }) => [median, disturbed]),
    [
      [10, false],
      [11, true],
    ],
  );
});

test('times of another recording, another LLVM, another device or other things are none of its own', async () => {
  const times = createLaunchTimes(nextFile());
  await times.earlier(measured(10));
  const others: readonly Partial<LlvmMeasurement>[] = [
    { recording: 'sha256:2' },
    { tool: { program: '/tool', version: '24.0.0' } },
    { measured: 'process' },
  ];
  for (const other of others) assert.deepEqual(await mediansOf(times.earlier(measured(20, other))), [], JSON.stringify(other));
  assert.deepEqual(await mediansOf(times.earlier(measured(30), 1)), []);
  assert.deepEqual(await mediansOf(times.earlier(measured(40))), [10]);
});

test('what left other memory, or is not known to be the same recording, is neither compared nor kept', async () => {
  const times = createLaunchTimes(nextFile());
  await times.earlier(measured(10));
  const { recording: _, ...unknown } = measured(20);
  for (const one of [measured(1, { verdict: 'differs' }), measured(2, { verdict: 'not-known' }), unknown])
    assert.deepEqual(await mediansOf(times.earlier(one)), []);
  assert.deepEqual(await mediansOf(times.earlier(measured(30))), [10]);
});

test('lines that are something else are left out, and stay', async () => {
  const file = nextFile();
  const times = createLaunchTimes(file);
  await times.earlier(measured(10));
  appendFileSync(file, 'no JSON\n{"version":2}\n');
  assert.deepEqual(await mediansOf(times.earlier(measured(11))), [10]);
  assert.equal(readFileSync(file, 'utf8').split('\n').length, 5);
});
