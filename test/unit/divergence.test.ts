/** `ireereplay verify --against_capture`: which operation of two captures first leaves something else. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { verify } from '../../protocol/jobs/verify';
import type { VerificationResult } from '../../protocol/replay/verification';
import { writeWithChangedConstant } from '../changedConstant';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const block = fixture('models/block/block.sync.ireereplay');
const changed = path.join(folder, 'changed.ireereplay');

writeWithChangedConstant(block, changed);

async function verified(...args: readonly string[]): Promise<{ readonly status: unknown; readonly result: VerificationResult }> {
  const { status, stdout, stderr } = ireereplay('verify', '--format=json', ...args);
  assert.notEqual(stdout.length, 0, stderr);
  const json: unknown = JSON.parse(stdout.toString());
  const parsed = v.safeParse(await verify.result(), json);
  assert.ok(parsed.success, JSON.stringify(parsed.issues?.[0]));
  assert.deepEqual(parsed.output, json, 'nothing is printed that is not described');
  return { status, result: json as VerificationResult };
}

test('a capture agrees with itself as another capture', async () => {
  const copy = path.join(folder, 'copy.ireereplay');
  writeFileSync(copy, readFileSync(block));
  const { status, result } = await verified(`--against_capture=${copy}`, block);
  assert.equal(status, 0);
  assert.equal(result.against, 'capture');
  assert.equal(result.divergence, undefined, 'nothing is looked for where outputs agree');
});

test('of the transformer with one constant changed, the dispatch that reads it is the first that differs', async () => {
  const { status, result } = await verified(`--against_capture=${block}`, '--absolute=1e-6', changed);
  assert.equal(status, 1);
  const { first, agreed, missing, added, sentence } = result.divergence ?? assert.fail('no divergence');
  assert.ok(first !== undefined, sentence);
  assert.equal(first.operation, 'dispatch');
  assert.match(first.function ?? '', /batch_matmul/);
  assert.equal(first.inputs, 'agree');
  assert.deepEqual(first.other, { record: first.record, via: first.via });
  assert.ok(first.found.every((range) => range.agrees) && first.left.length > 0);
  assert.ok(first.left.every((range) => !range.agrees && range.type === 'f32'));
  assert.deepEqual([missing, added], [0, 0]);
  assert.ok(agreed >= 10);
  // The same the other way around.
  const turned = await verified(`--against_capture=${changed}`, '--absolute=1e-6', block);
  assert.equal(turned.result.divergence?.first?.record, first.record);
});

test('what is within the tolerance is no divergence', async () => {
  const { status, result } = await verified(`--against_capture=${block}`, '--absolute=1000', changed);
  assert.equal(status, 0);
  assert.equal(result.divergence, undefined);
});

test('a capture of something else has nothing to compare, and says so', async () => {
  const { status, result } = await verified(`--against_capture=${fixture('small.ireereplay')}`, block);
  assert.equal(status, 1);
  assert.equal(result.divergence?.first, undefined);
  assert.match(result.divergence?.sentence ?? '', /no counterpart of the same function and grid/);
});

test('another capture that cannot be replayed is the one that is named', () => {
  const { status, stderr } = ireereplay('verify', `--against_capture=${path.join(folder, 'nothing.ireereplay')}`, block);
  assert.equal(status, 1);
  assert.match(stderr, /nothing\.ireereplay cannot be replayed on local-sync: .*cannot open/);
});
