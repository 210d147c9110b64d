import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparedRange, VerificationResult } from '../../protocol/replay/verification';
import { wrongVerdict } from '../../protocol/words/wrongVerdict';
import type { Checked, Measurement, Wrong } from '../addon/measurement';
import { compareElements } from './comparing';
import { CANDIDATE, createTimedChecks, withTimed, type RangeOf, type TimedFindings } from './timedChecks';

const EXACT = { absolute: 0, relative: 0, ulp: 0, nanEqual: true };
const agreed: VerificationResult = {
  ...{
    agrees: true,
    sentence: '',
    ranges: [],
    tolerance: EXACT,
    against: 'original',
    deterministic: true,
    runs: 2,
    problems: [],
    hints: [],
  },
};
const wrong: Wrong = { ordinal: 0, expected: Uint8Array.of(1, 2), actual: Uint8Array.of(1, 3) };
const measured: Measurement = {
  ...{ times: Float64Array.of(1), scopes: [], scopeTimes: new Float64Array(), fileReadTimes: new Float64Array() },
  ...{ scopeFileReadTimes: new Float64Array(), bareTimes: new Float64Array(), bareScopeTimes: new Float64Array() },
  ...{ batch: 1, cpuNs: 1, wallNs: 1, cancelled: false },
};
const rangeOf: RangeOf = async ({ expected, actual }): Promise<ComparedRange> => {
  const { first, ...comparison } = await compareElements(expected, actual, 'bytes', EXACT);
  const place = { record: 7, buffer: '8', offset: '0', length: '2', type: 'bytes' as const };
  return { ...place, ...comparison, ...(first === undefined ? {} : { first: { ...first, byteOffset: '1' } }) };
};

/** One that finds `found` while it is measured, or at the end. */
const finding = (found: { readonly measuring?: Wrong; readonly atTheEnd?: Wrong; readonly keeps?: boolean }): Checked => ({
  measure: () => Promise.resolve({ ...measured, wrong: found.measuring }),
  check: () => Promise.resolve(found.atTheEnd),
  compared: () => 3,
  keptState: () => (found.keeps === true ? { kind: 'data', executable: '4', bytes: 2, place: 'calls' } : undefined),
});

/** What is found of three sides that are measured once. */
async function found(...sides: readonly Checked[]): Promise<{ readonly findings: TimedFindings; readonly stopped: boolean }> {
  let stopped = false;
  const checks = createTimedChecks(() => (stopped = true));
  const { signal } = new AbortController();
  for (const [side, one] of sides.entries()) await checks.watch(side, one, rangeOf).measure({ iterations: 1 }, signal);
  await checks.finish(signal);
  checks.release();
  return { findings: checks.findings(), stopped };
}

const fine = finding({});

test('three sides that are right change nothing but the count', async () => {
  const { findings, stopped } = await found(fine, fine, fine);
  assert.equal(stopped, false);
  assert.deepEqual(await withTimed(agreed, findings), { ...agreed, timed: { compared: 3, differs: false } });
});

test('a candidate that is wrong while it is measured, or at the end, does not agree, and is measured no longer', async () => {
  for (const side of [finding({ measuring: wrong }), finding({ atTheEnd: wrong })]) {
    const { findings, stopped } = await found(fine, side, fine);
    assert.equal(stopped, true);
    const result = await withTimed(agreed, findings);
    assert.equal(result.agrees, false);
    assert.equal(wrongVerdict(result), 'results-differ');
    assert.deepEqual([result.timed?.differs, result.ranges.length, result.ranges[0]?.first?.index], [true, 1, '1']);
  }
});

test('a candidate is not accused where the original leaves other results, too', async () => {
  for (const original of [0, 2]) {
    const sides = [fine, finding({ measuring: wrong }), fine];
    sides[original] = finding({ measuring: wrong });
    const result = await withTimed(agreed, (await found(...sides)).findings);
    assert.equal(wrongVerdict(result), 'unknown');
    assert.deepEqual([result.agrees, result.timed?.differs, result.ranges], [false, false, []]);
  }
});

test('state of the candidate alone counts, and a difference is worse', async () => {
  const keeps = finding({ keeps: true });
  assert.equal((await withTimed(agreed, (await found(keeps, fine, keeps)).findings)).agrees, true);
  const kept = await withTimed(agreed, (await found(fine, keeps, fine)).findings);
  assert.equal(wrongVerdict(kept), 'keeps-state');
  assert.deepEqual(kept.keepsState, { kind: 'data', executable: '4', bytes: 2, place: 'calls' });
  const both = await withTimed(agreed, (await found(fine, finding({ keeps: true, measuring: wrong }), fine)).findings);
  assert.equal(wrongVerdict(both), 'results-differ');
  assert.equal(both.keepsState?.place, 'calls');
  assert.equal(CANDIDATE, 1);
});

test('what was not compared is said beside what a verification left out', async () => {
  const checks = createTimedChecks(() => undefined);
  checks.leaveOut('#5 was not compared.');
  checks.leaveOut('#5 was not compared.');
  const result = await withTimed({ ...agreed, leftOut: 'Of 70 dispatches 64.' }, checks.findings());
  assert.equal(result.leftOut, 'Of 70 dispatches 64. #5 was not compared.');
  assert.equal(result.agrees, true);
});
