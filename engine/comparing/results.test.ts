import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ElementType } from '../../protocol/replay/element';
import type { Tolerance } from '../../protocol/replay/verification';
import { compareResult, type ExpectedResult } from './results';
import { toleranceFor } from './tolerances';

const NOTHING_ASKED: Tolerance = { absolute: 0, relative: 0, ulp: 0, nanEqual: true };

const floats = (...values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
const whole = (...values: readonly number[]): Uint8Array => new Uint8Array(Int32Array.from(values).buffer);

async function verdict(
  expected: Omit<ExpectedResult, 'bytes'>,
  right: Uint8Array,
  found: Uint8Array,
  asked: Partial<Tolerance> = {},
  operations = 1,
): Promise<readonly [verdict: string, why: string | undefined, outOfTolerance: string | undefined]> {
  const {
    verdict: is,
    why,
    compared,
  } = await compareResult({ ...expected, bytes: right }, found, { ...NOTHING_ASKED, ...asked }, operations);
  return [is, why, compared?.outOfTolerance];
}

test('floats agree within what their type allows, absolute or relative', async () => {
  const type = '2x2xf32';
  const right = floats(0, 1, -1000, NaN);
  assert.deepEqual(await verdict({ type }, right, floats(0.00009, 1.00009, -1000.09, NaN)), ['agrees', undefined, '0']);
  assert.deepEqual(await verdict({ type }, right, floats(0.0002, 1.0002, -1000.2, NaN)), ['differs', undefined, '3']);
  assert.deepEqual(await verdict({ type }, right, floats(0, 1, NaN, 0)), ['differs', undefined, '2']);
});

test('what is asked applies in place of that, to floats alone', async () => {
  assert.deepEqual(await verdict({ type: '1xf32' }, floats(1), floats(1.00001), { relative: 1e-6 }), ['differs', undefined, '1']);
  assert.deepEqual(await verdict({ type: '1xf32' }, floats(1), floats(1.1), { absolute: 0.2 }), ['agrees', undefined, '0']);
  assert.deepEqual(await verdict({ type: '1xi32' }, whole(5), whole(6), { absolute: 2 }), ['differs', undefined, '1']);
});

test('tolerances are of two units in the last place and more, and whole numbers have none', () => {
  const bound = (type: ElementType): readonly number[] => {
    const { absolute, relative, ulp } = toleranceFor(type, NOTHING_ASKED);
    return [absolute, relative, ulp];
  };
  assert.deepEqual(bound('bf16'), [0.016, 0.016, 0]);
  assert.deepEqual(bound('f16'), [0.002, 0.002, 0]);
  assert.deepEqual(bound('f64'), [1e-4, 1e-4, 0]);
  assert.deepEqual(bound('f8E4M3FN'), [0, 0, 2]);
  for (const type of ['i64', 'ui8', 'i1'] as const) assert.deepEqual(bound(type), [0, 0, 0]);
});

test('what is random or was never written is not known, whatever it is', async () => {
  const [is, why] = await verdict({ type: '1xf32', incomparable: 'random' }, floats(1), floats(1));
  assert.deepEqual([is, why], ['not-known', 'PyTorch itself gives another each time']);
  assert.equal((await verdict({ type: '1xf32', incomparable: 'unwritten' }, floats(1), floats(2)))[0], 'not-known');
});

test('what is NaN throughout is not known, and NaN among numbers is', async () => {
  const [is, why] = await verdict({ type: '2xf32' }, floats(NaN, NaN), floats(NaN, NaN));
  assert.deepEqual([is, why], ['not-known', 'it is NaN throughout on this data']);
  assert.equal((await verdict({ type: '2xf32' }, floats(NaN, 1), floats(NaN, 1)))[0], 'agrees');
  assert.equal((await verdict({ type: '2xf32' }, floats(NaN, NaN), floats(NaN, 1)))[0], 'differs');
});

test('indices agree where they are the same, and are not known otherwise', async () => {
  assert.deepEqual(await verdict({ type: '2xi32', incomparable: 'choice' }, whole(1, 2), whole(1, 2)), ['agrees', undefined, '0']);
  const [is, why] = await verdict({ type: '2xi32', incomparable: 'choice' }, whole(1, 2), whole(1, 3));
  assert.equal(is, 'not-known');
  assert.match(why ?? '', /equal ones/);
});

test('a result of another size differs, and one of a type that is not known is not compared', async () => {
  const [is, why] = await verdict({ type: '2xf32' }, floats(1, 2), floats(1));
  assert.deepEqual([is, why], ['differs', 'IREE gives 4 bytes, and PyTorch 8']);
  assert.equal((await verdict({ type: '1xcomplex<f32>' }, floats(1, 2), floats(1, 2)))[0], 'not-known');
});

test('sums that cancel each other may lose by rounding what is small beside the largest, unless somebody asks for less', async () => {
  const type = '2xf32';
  const right = floats(1000, 0.001);
  const why = 'its sums of up to 4,096 numbers lose as much by rounding';
  assert.deepEqual(await verdict({ type }, right, floats(1000, 0.05), {}, 4096), ['agrees', why, '0']);
  assert.deepEqual(await verdict({ type }, right, floats(1000, 0.2), {}, 4096), ['differs', undefined, '1']);
  assert.deepEqual(await verdict({ type }, right, floats(1000, 0.05), {}, 33), ['differs', undefined, '1']);
  assert.deepEqual(await verdict({ type }, right, floats(1000, 0.05), { absolute: 0.01 }, 4096), ['differs', undefined, '1']);
});
