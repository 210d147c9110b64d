/** Where results on devices of the installed IREE begin to differ: never between devices that compute the same, and by name where one does not. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { namedOperations } from '../../engine/addon/composing';
import { comparingRanges } from '../../engine/comparing/rangeComparison';
import { firstDivergenceByIree } from '../../engine/jobs/divergenceByIree';
import type { ReplaysByIree } from '../../engine/jobs/divergenceFound';
import { verifyByIree } from '../../engine/jobs/verifyByIree';
import type { VerifyTold } from '../../protocol/jobs/verify';
import type { RunOptions } from '../../protocol/replay/run';
import { allCaptures, unpacked, type TestCapture } from '../captures';
import { fixture, ireereplay, temporaryFolder } from '../programs';
import { ireeAtOnceProgram } from './ireeTools';

const folder = temporaryFolder();
const real = path.dirname(ireeAtOnceProgram('iree-run-replay'));
const signal = new AbortController().signal;
const exact = comparingRanges({ absolute: 0, relative: 0, ulp: 0, nanEqual: false }, []);

const runOf = (capture: TestCapture, device: string, setting = real): RunOptions => ({
  capture: capture.file,
  devices: Array<string>(capture.devices).fill(device),
  fileRemaps: [`/mnt/capture/params=${capture.set}`, `/mnt/capture=${path.join(capture.set, 'models')}`],
  iree: { setting, path: '' },
});

const between = (expected: RunOptions, actual: RunOptions): ReplaysByIree => ({ expected, actual, named: undefined, otherwise: 'bytes' });

const small = { name: 'small', file: fixture('small.ireereplay'), set: fixture(''), devices: 1 };

/** An operation more often than that takes long to look at. */
const MOST = 250;

let looked = 0;
for (const capture of allCaptures(folder)) {
  test(`${capture.name}: devices that compute the same never differ`, async () => {
    const named = await namedOperations(capture.file).catch(() => undefined);
    const compared = (named?.operations ?? []).filter(({ operation }) => ['dispatch', 'fill', 'copy', 'read'].includes(operation));
    if (compared.length > MOST) return;
    const replays = { ...between(runOf(capture, 'local-sync'), runOf(capture, 'local-task')), compare: exact };
    // A few operations in each round.
    const found = await firstDivergenceByIree({ ...replays, roundBytes: 2 ** 26 }, signal).catch((error: unknown) => String(error));
    // What cannot be replayed at all tells nothing of them.
    if (typeof found === 'string') {
      assert.match(
        found,
        /UNAVAILABLE|NOT_FOUND|DATA_LOSS|OUT_OF_RANGE|INCOMPATIBLE|UNIMPLEMENTED|DEADLINE|INVALID|FAILED_PRECONDITION|RESOURCE|PERMISSION/,
      );
      return;
    }
    assert.equal(found.first, undefined, found.sentence);
    assert.deepEqual([found.agreed, found.uncompared], [compared.length, 0]);
    looked += compared.length;
  });
}

test('many operations were looked at', () => {
  assert.ok(looked > 300, String(looked));
});

/** IREE's tools with one device that computes something else: there another kernel is in the place of what was captured. */
function withWrongDevice(device: string, kernel: string): string {
  const own = path.join(folder, `wrong-${path.basename(kernel)}`);
  mkdirSync(own);
  const program = path.join(own, 'iree-run-replay');
  const substituted = `exec '${path.join(real, 'iree-run-replay')}' --replay_executable_substitution=all='${kernel}' "$@"`;
  writeFileSync(
    program,
    `#!/bin/sh\ncase " $* " in *" --device=${device} "*) ${substituted} ;; esac\nexec '${path.join(real, 'iree-run-replay')}' "$@"\n`,
  );
  chmodSync(program, 0o755);
  return own;
}

const wrong = withWrongDevice('local-task', fixture('kernels/elementwise_add.so'));

const told = (asked: Partial<VerifyTold>, run: RunOptions): VerifyTold =>
  ({
    run: { substitutions: [], workgroupCounts: [], allowFileWrites: false, ...run },
    runs: 1,
    tolerance: { absolute: 0, relative: 0, ulp: 0, nanEqual: false },
    type: 'auto',
    ...asked,
  }) as VerifyTold;

const verified = (asked: Partial<VerifyTold>, run: RunOptions): ReturnType<typeof verifyByIree> =>
  verifyByIree(told(asked, run), () => undefined, signal);

test('a device that computes something else is found with the first dispatch that does, whose inputs are equal', async () => {
  const { agrees, divergence } = await verified({ againstDevices: ['local-sync'] }, runOf(small, 'local-task', wrong));
  assert.equal(agrees, false);
  const first = divergence?.first;
  assert.ok(first !== undefined, divergence?.sentence);
  assert.equal(first.function, 'elementwise_mul');
  assert.equal(first.inputs, 'agree');
  const { operations } = await namedOperations(small.file);
  const [dispatch] = operations.filter(({ operation }) => operation === 'dispatch');
  assert.deepEqual([first.record, first.via], [dispatch?.record, dispatch?.via]);
  assert.match(
    divergence?.sentence ?? '',
    /^The first operation with other results is elementwise_mul \(#\d+\S*.*\): what it finds agrees; 2 operations before it agree/,
  );
  assert.match(divergence?.sentence ?? '', /which rounding alone may change: name it with --type\.$/);
});

test('the tolerance that is given is the one that counts', async () => {
  const tolerance = { absolute: 1000, relative: 0, ulp: 0, nanEqual: true };
  const replays = between(runOf(small, 'local-sync', wrong), runOf(small, 'local-task', wrong));
  const found = await firstDivergenceByIree({ ...replays, named: 'f32', compare: comparingRanges(tolerance, []) }, signal);
  assert.equal(found.first, undefined, found.sentence);
  const without = await firstDivergenceByIree({ ...replays, named: 'f32' }, signal);
  assert.equal(without.first?.function, 'elementwise_mul', without.sentence);
});

test('the same device twice is compared bit by bit', async () => {
  const run = runOf(small, 'local-task', wrong);
  const found = await firstDivergenceByIree(between(run, run), signal);
  assert.equal(found.first, undefined, found.sentence);
  assert.doesNotMatch(found.sentence, /rounding/);
});

test('a product that Vulkan computes wrongly is named, and what it finds is equal', () => {
  const [vulkan, processor] = ['tiled-vulkan', 'tiled.task'].map((name) => unpacked(folder, `models/tiled/${name}.ireereplay.gz`));
  const { status, stdout, stderr } = ireereplay(
    ...['verify', '--engine=iree', `--iree_tools=${real}`, '--device=vulkan', '--against=local-task', '--absolute=1e-4', '--format=json'],
    ...[`--against_capture=${processor ?? ''}`, vulkan ?? ''],
  );
  assert.equal(status, 1, stderr);
  const { ranges, divergence } = JSON.parse(stdout.toString()) as Awaited<ReturnType<typeof verifyByIree>>;
  assert.deepEqual(
    ranges.map(({ agrees }) => agrees),
    [true, false],
  );
  const first = divergence?.first;
  assert.equal(first?.function, 'tiled_dispatch_1_matmul_64x96x128_i8xi8xi32');
  assert.equal(first.inputs, 'agree');
  assert.deepEqual(
    first.found.map(({ agrees, type }) => [agrees, type]),
    [
      [true, 'i8'],
      [true, 'i8'],
    ],
  );
  assert.deepEqual(
    first.left.map(({ outOfTolerance, type }) => [outOfTolerance, type]),
    [['6144', 'i32']],
  );
  assert.equal(divergence?.agreed, 1);
});
