/** A hermetic capture of ten gigabytes as the extension host opens it: in a process of its own, whose memory is measured. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { lengthenFiles, openCapture } from '../../engine/addon/capture';
import { checkout, fixture, run, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const MEGABYTE = 1e6;

/** Runs `test/unit/largeCapture/<name>.ts` on a capture in a fresh Node; returns its peak memory in bytes. */
function peakOf(name: string, capture: string): number {
  const script = path.join(checkout, 'test', 'unit', 'largeCapture', `${name}.ts`);
  const { status, stdout, stderr } = run(process.execPath, ['--import', 'tsx', script, capture]);
  assert.equal(status, 0, stderr);
  return Number(stdout.toString());
}

test('a capture of ten gigabytes opens, scrolls and shows details within 200 MB', async () => {
  const large = path.join(folder, 'large.ireereplay');
  // Its file is there twice: in the operation that imported it, and in the object.
  await lengthenFiles(fixture('file-all.ireereplay'), large, 5 * 2 ** 30);
  const { size, blocks } = statSync(large);
  assert.equal(size > 10 * 2 ** 30, true);
  assert.equal(blocks * 512 < 10 * MEGABYTE, true, 'the capture is not sparse on this file system');
  const peak = peakOf('show', large);
  assert.equal(peak < 200 * MEGABYTE, true, `${(peak / MEGABYTE).toFixed(0)} MB`);
});

test('a capture of ten gigabytes preflights within 200 MB', async () => {
  const large = path.join(folder, 'preflighted.ireereplay');
  await lengthenFiles(fixture('file-all.ireereplay'), large, 5 * 2 ** 30);
  const peak = peakOf('preflight', large);
  assert.equal(peak < 200 * MEGABYTE, true, `${(peak / MEGABYTE).toFixed(0)} MB`);
});

test('bytes beyond four gigabytes are the right ones', async () => {
  const large = path.join(folder, 'beyond.ireereplay');
  await lengthenFiles(fixture('file-all.ireereplay'), large, 5 * 2 ** 30);
  const [ours, original] = await Promise.all([large, fixture('file-all.ireereplay')].map(openCapture));
  assert.ok(ours !== undefined && original !== undefined);
  await Promise.all([ours.index(), original.index()]);
  for (const record of [26, 30, 46]) {
    assert.deepEqual(await ours.bytes(record, 0, 4096), await original.bytes(record, 0, 4096));
  }
  // In the file's own bytes: its end, and the zeros after it.
  const end = 96 + 112 + 65536;
  assert.deepEqual(await ours.bytes(25, end - 16, 16), await original.bytes(25, end - 16, 16));
  assert.deepEqual(await ours.bytes(25, end + 4.5 * 2 ** 30, 16), new Uint8Array(16));
  assert.equal((await ours.bytes(25, end + 5 * 2 ** 30 - 8, 16)).length, 8);
});
