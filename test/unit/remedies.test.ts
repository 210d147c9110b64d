/** Remedies for captures that cannot be replayed as they are: what each leaves is what preflight says with it. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { openCapture } from '../../engine/addon/capture';
import { preflight } from '../../engine/addon/replay';
import { findRemedies, type OtherDevice } from '../../engine/remedies/remedies';
import type { OfferedRemedy } from '../../protocol/replay/remedy';
import type { RunOptions } from '../../protocol/replay/run';
import { fixture, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const signal = new AbortController().signal;

async function offersFor(
  capture: string,
  devices: readonly OtherDevice[] = [],
  leaveFilesAlone = false,
): Promise<readonly OfferedRemedy[]> {
  const opened = await openCapture(capture);
  await opened.index();
  const { files } = await opened.summary();
  opened.close();
  const run: RunOptions = { capture, devices: ['local-sync'], fileRemaps: [], leaveFilesAlone };
  const { problems } = await preflight(run);
  const offers = await findRemedies({ run, problems, files, devices }, signal);
  for (const { change, leaves } of offers.filter(({ change: { engine } }) => engine !== 'iree')) {
    const { stopBefore, fileRemaps = [], device = 'local-sync', assumeHostSignals = false } = change;
    const stop = stopBefore === undefined ? {} : { stopBeforeRecord: stopBefore };
    const again = await preflight({ ...run, devices: [device], fileRemaps, assumeHostSignals, ...stop });
    assert.equal(again.problems.filter(({ severity }) => severity === 'error').length, leaves);
  }
  return offers;
}

/** A folder of its own with a capture of the fixtures in it. */
function placed(name: string, capture: string): string {
  const own = path.join(folder, name);
  mkdirSync(own);
  const file = path.join(own, 'a.ireereplay');
  copyFileSync(fixture(capture), file);
  return file;
}

const summed = (offers: readonly OfferedRemedy[]): readonly (readonly [string, number | undefined])[] =>
  offers.map(({ label, leaves }) => [label, leaves]);

test('a file of the recorded digest beside the capture is offered, whatever others lie there', async () => {
  const capture = placed('beside', 'file-digest.ireereplay');
  const weights = path.join(path.dirname(capture), 'renamed.bin');
  copyFileSync(fixture('weights.bin'), weights);
  // The right name and length, other contents.
  writeFileSync(path.join(path.dirname(capture), 'weights.bin'), Buffer.alloc(65536));
  const offers = await offersFor(capture);
  assert.deepEqual(summed(offers), [
    ['Use renamed.bin', 0],
    ['Stop Before #24', 0],
  ]);
  assert.deepEqual(offers[0]?.change, { fileRemaps: [`/mnt/capture/params/weights.bin=${weights}`] });
});

test('a file in a folder beside the capture is offered, and a link to one', async () => {
  const capture = placed('below', 'file-digest.ireereplay');
  mkdirSync(path.join(path.dirname(capture), 'params'));
  copyFileSync(fixture('weights.bin'), path.join(path.dirname(capture), 'params', 'weights.bin'));
  assert.deepEqual(summed(await offersFor(capture))[0], ['Use weights.bin', 0]);
});

test('a file of other contents, or of the identity that another had, is not offered', async () => {
  const other = placed('other', 'file-digest.ireereplay');
  writeFileSync(path.join(path.dirname(other), 'weights.bin'), Buffer.alloc(65536));
  assert.deepEqual(summed(await offersFor(other)), [['Stop Before #24', 0]]);
  const identity = placed('identity', 'file-reference.ireereplay');
  copyFileSync(fixture('weights.bin'), path.join(path.dirname(identity), 'weights.bin'));
  assert.deepEqual(summed(await offersFor(identity)), [['Stop Before #24', 0]]);
});

test('no file is looked for while files are to be left alone', async () => {
  const capture = placed('alone', 'file-digest.ireereplay');
  copyFileSync(fixture('weights.bin'), path.join(path.dirname(capture), 'weights.bin'));
  assert.deepEqual(await offersFor(capture, [], true), []);
});

test('a wait that the host signaled may be assumed, or the replay end before it', async () => {
  assert.deepEqual(summed(await offersFor(fixture('host-signal.ireereplay'))), [
    ['Assume Host Signals', 0],
    ['Stop Before #24', 0],
  ]);
});

test('what nobody recorded can only be left out', async () => {
  assert.deepEqual(summed(await offersFor(fixture('host-call.ireereplay'))), [['Stop Before #24', 0]]);
});

test('another device is offered where it helps, one of the installed IREE without a promise', async () => {
  const devices: readonly OtherDevice[] = [
    { engine: 'native', device: 'local-task', takesExecutables: false },
    { engine: 'iree', device: 'local-sync://', takesExecutables: false },
    { engine: 'iree', device: 'vulkan://0', takesExecutables: true },
  ];
  assert.deepEqual(summed(await offersFor(fixture('models/mm256/mm256-vulkan.ireereplay'), devices)), [
    ['Use vulkan://0 (IREE)', undefined],
    ['Stop Before #11', 0],
  ]);
});

test('looking for remedies ends when it is no longer wanted', async () => {
  const capture = fixture('host-signal.ireereplay');
  const run: RunOptions = { capture, devices: ['local-sync'], fileRemaps: [] };
  const { problems } = await preflight(run);
  const controller = new AbortController();
  controller.abort(new Error('enough'));
  await assert.rejects(findRemedies({ run, problems, files: [], devices: [] }, controller.signal));
});
