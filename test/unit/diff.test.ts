/** What `ireereplay diff` says of two captures, and with which exit status. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import type { DiffResult } from '../../protocol/capture/captureDifference';
import { diff } from '../../protocol/jobs/diff';
import type { VerificationResult } from '../../protocol/replay/verification';
import { writeWithChangedConstant } from '../changedConstant';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const small = fixture('small.ireereplay');

function compared(...args: readonly string[]): { readonly status: unknown; readonly text: string; readonly stderr: string } {
  const { status, stdout, stderr } = ireereplay('diff', ...args);
  return { status, text: stdout.toString(), stderr };
}

test('a capture is the same as itself: exit status 0', () => {
  assert.deepEqual(compared(small, small), { status: 0, text: 'The captures are the same: 61 records.\n', stderr: '' });
});

test('captures that differ are told with exit status 3, also with --before', () => {
  const other = fixture('queue-mixed-1k.ireereplay');
  const found = compared('--most=1', small, other);
  assert.equal(found.status, 3);
  assert.match(found.text, /^The captures differ: .* added.*\nbuffer objects: 1 removed, 3 same; 1792 -> 768 bytes\n.*\n[-+!] /);
  assert.match(found.text, /\d+ records more that differ are not listed\n$/);
  assert.deepEqual(compared(`--before=${small}`, '--most=1', other), found);
  assert.notEqual(compared('--most=1', other, small).text, found.text);
});

test('whether torn captures are the same is not known: exit status 1', () => {
  const torn = path.join(folder, 'torn.ireereplay');
  writeFileSync(torn, readFileSync(small).subarray(0, -10));
  const { status, text } = compared(torn, torn);
  assert.equal(status, 1);
  assert.match(text, /^Whether the captures are the same is not known/);
  assert.match(text, /^A was read up to record #\d+/m);
});

test('what cannot be opened is a failure, and one path a wrong command line', () => {
  assert.equal(compared(small, path.join(folder, 'nothing')).status, 1);
  assert.equal(compared(small).status, 2);
});

test('as JSON it is what its schema says', async () => {
  const changed = path.join(folder, 'changed.ireereplay');
  const bytes = readFileSync(fixture('models/block/block.sync.ireereplay'));
  const elf = bytes.indexOf('\x7fELF', 0, 'latin1');
  const section = elf + 0x810; // .rodata: constants of the kernels
  bytes.writeUInt8(bytes.readUInt8(section) ^ 1, section);
  writeFileSync(changed, bytes);
  const { status, text } = compared('--format=json', fixture('models/block/block.sync.ireereplay'), changed);
  assert.equal(status, 3);
  const result = v.safeParse(await diff.result(), JSON.parse(text));
  assert.ok(result.success, JSON.stringify(result.issues?.[0]));
  assert.deepEqual(result.output, JSON.parse(text), 'nothing is printed that is not described');
  const { records, objects, objectKinds } = JSON.parse(text) as DiffResult;
  const [field] = records[0]?.fields ?? [];
  assert.equal(field?.bytes?.differing, 1);
  assert.equal(field.bytes.first, 0x810);
  assert.deepEqual(
    objects.map(({ kind, a, b }) => [kind, a?.id, b?.id]),
    [['executable', '4', '4']],
  );
  assert.equal(objectKinds.find(({ kind }) => kind === 'executable')?.changed, 1);
});

test('with --outputs also what they compute, to the first operation with other results', async () => {
  const block = fixture('models/block/block.sync.ireereplay');
  const changed = path.join(folder, 'constant.ireereplay');
  writeWithChangedConstant(block, changed);
  const found = compared('--outputs', '--device=local-task', block, changed);
  assert.equal(found.status, 3, found.stderr);
  assert.match(found.text, /DIFFERS \S*batch_matmul_1x64x512x128_f32: constants/);
  assert.match(found.text, /The first operation with other results is \S*batch_matmul_1x64x512x128_f32 /);
  const { status, text } = compared('--outputs', '--format=json', block, block);
  assert.equal(status, 0);
  const result = v.safeParse(await diff.result(), JSON.parse(text));
  assert.ok(result.success, JSON.stringify(result.issues?.[0]));
  assert.equal((JSON.parse(text) as { outputs: VerificationResult }).outputs.agrees, true);
});
