import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { createCaptureKeys } from '../../engine/history/captureKey';
import { verdictAge, type AgingRun, type VerdictAge } from './verdictAge';

const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-age-'));
after(() => rmSync(folder, { recursive: true }));
const never = new AbortController().signal;

interface Case {
  readonly kernel: string;
  readonly capture: string;
  readonly run: AgingRun;
}

/** A kernel, its capture, and a run of it `agoMs` before now that knows their contents, unless `knows` says otherwise. */
async function ended(agoMs: number, knows: Partial<{ readonly content: boolean; readonly capture: boolean }> = {}): Promise<Case> {
  const place = mkdtempSync(path.join(folder, 'case-'));
  const [kernel, capture] = [path.join(place, 'kernel.c'), path.join(place, 'a.ireereplay')];
  writeFileSync(kernel, 'one');
  writeFileSync(capture, 'capture');
  const keys = createCaptureKeys();
  const [content, key] = await Promise.all([keys.of(kernel, never), keys.of(capture, never)]);
  const files = [{ path: kernel, ...(knows.content === false || content === undefined ? {} : { content }) }];
  const environment = knows.capture === false ? {} : { capture: key };
  const candidates = [{ name: 'kernel.c', substitutions: [`4=${kernel}`] }];
  const run = {
    ...{ capture, options: { candidates }, started: new Date(Date.now() - agoMs).toISOString() },
    state: { state: 'done', result: { candidates: [{ name: 'kernel.c', files }], environment } },
  };
  return { kernel, capture, run: run as unknown as AgingRun };
}

const ageOf = (run: AgingRun): Promise<VerdictAge> => verdictAge(run, createCaptureKeys(), never);

test('a verdict is new while its file and its capture are what they were', async () => {
  const { run, kernel } = await ended(60_000);
  assert.equal(await ageOf(run), 'new');
  // Saved without a change, and changed back.
  utimesSync(kernel, new Date(), new Date());
  writeFileSync(kernel, 'two');
  writeFileSync(kernel, 'one');
  assert.equal(await ageOf(run), 'new');
});

test('it is old once the file is another, whatever date that gives itself', async () => {
  const { run, kernel } = await ended(60_000);
  const other = `${kernel}.other`;
  writeFileSync(other, 'two');
  utimesSync(other, new Date(2020, 0, 1), new Date(2020, 0, 1));
  renameSync(other, kernel);
  assert.equal(await ageOf(run), 'file-changed');
  rmSync(kernel);
  assert.equal(await ageOf(run), 'file-gone');
});

test('it is old where the file was written to between the build and the verdict', async () => {
  const { run, kernel } = await ended(60_000, { content: false });
  assert.equal(readFileSync(kernel, 'utf8'), 'one');
  assert.equal(await ageOf(run), 'file-changed');
});

test('it is old once another capture has the name, or was put there while it was replayed', async () => {
  const replaced = await ended(60_000);
  writeFileSync(replaced.capture, 'another');
  assert.equal(await ageOf(replaced.run), 'capture-changed');
  rmSync(replaced.capture);
  assert.equal(await ageOf(replaced.run), 'capture-gone');
  assert.equal(await ageOf((await ended(60_000, { capture: false })).run), 'capture-changed');
});

test('of a build that failed the file is old once it was written to after that began', async () => {
  const { run, kernel } = await ended(60_000);
  const failed = { ...run, state: { state: 'failed', problem: {} } } as unknown as AgingRun;
  assert.equal(await ageOf(failed), 'file-changed');
  const now = { ...failed, started: new Date(Date.now() + 5000).toISOString() };
  assert.equal(await ageOf(now), 'new');
  assert.equal(await ageOf({ ...now, started: run.started, state: { state: 'idle' } }), 'new');
  assert.equal(readFileSync(kernel, 'utf8'), 'one');
});
