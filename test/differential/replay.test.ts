/**
 * Every capture on iree-run-replay and on our two devices: what IREE replays we replay, with the recorded application's outputs; what it
 * refuses we refuse with a sentence; what it hangs on or dies of is also refused with one.
 */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { allCaptures, checkApplicationOutputs, type TestCapture } from '../captures';
import { ireereplay, keptOutputs, run, temporaryFolder, type KeptOutput } from '../programs';
import { ireeAtOnceProgram } from './ireeTools';

const folder = temporaryFolder();
/** An IREE replay that takes longer hangs: the longest of these takes a second. */
const hangsAfterSeconds = 10;

/** VMVX needs IREE's engine; the huge grid only appears to succeed on its local-task. */
const onlyTheirs = /-vmvx|workgroup-count-huge/;

function remaps({ set }: TestCapture): readonly string[] {
  return [`--replay_file_remap=/mnt/capture/params=${set}`, `--replay_file_remap=/mnt/capture=${path.join(set, 'models')}`];
}

function flags(capture: TestCapture, device: string): readonly string[] {
  return [...Array<string>(capture.devices).fill(`--device=${device}`), ...remaps(capture), capture.file];
}

/** Status code of the first error, in either tool's form. */
function statusCode(stderr: string): string | undefined {
  return /(?:^|[:\s])([A-Z][A-Z_]+);/m.exec(stderr)?.[1];
}

function checkReplayed(capture: TestCapture, device: string): readonly KeptOutput[] {
  const outputs = path.join(folder, `${path.basename(capture.set)}.${capture.name.replaceAll('/', '.')}.${device}`);
  const { status, stderr } = ireereplay('run', `--outputs=${outputs}`, ...flags(capture, device));
  assert.equal(status, 0, stderr);
  const kept = keptOutputs(outputs);
  checkApplicationOutputs(capture, kept);
  return kept;
}

/** A refusal gives the status, the record or the file, and what is wrong. */
function checkRefused(capture: TestCapture, device: string, theirs: string | undefined): void {
  const { status, stderr } = ireereplay('run', ...flags(capture, device));
  assert.equal(status, 1, `${capture.name} is refused: ${stderr}`);
  assert.match(stderr, /[A-Z_]+; (record #\d+ at byte \d+|[^\n]*byte \d+|[^\n]+): [^\n]{10,}/);
  const ours = statusCode(stderr);
  // Opinions differ on damage; for a format, IREE says that it has no loader, and we say which engine has.
  if (theirs !== undefined && theirs !== 'NOT_FOUND' && !capture.name.startsWith('damaged/')) assert.equal(ours, theirs, stderr);
}

for (const capture of allCaptures(folder)) {
  test(`${capture.name}: replayed, or refused with a sentence, as IREE does`, () => {
    const kept = ['local-sync', 'local-task'].map((device) => {
      const theirs = run(ireeAtOnceProgram('iree-run-replay'), flags(capture, device), { timeoutSeconds: hangsAfterSeconds });
      if (theirs.status === 0 && !onlyTheirs.test(capture.name)) return checkReplayed(capture, device);
      checkRefused(capture, device, theirs.status === 1 ? statusCode(theirs.stderr) : undefined);
      return undefined;
    });
    if (kept[0] !== undefined && kept[1] !== undefined) assert.deepEqual(kept[0], kept[1], 'both devices give the same outputs');
  });
}
