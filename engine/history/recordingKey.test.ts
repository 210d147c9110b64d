import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { describeLlvmRecording } from '../addon/llvm';
import { recordingKey } from './recordingKey';

const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-recording-'));
after(() => rmSync(folder, { recursive: true }));
cpSync(path.join(__dirname, '../../test/fixtures/neighbours/llvm/made-second'), folder, { recursive: true });
const capture = path.join(folder, '42_7.json');
const { signal } = new AbortController();
const key = async (): Promise<string | undefined> => recordingKey(capture, await describeLlvmRecording(capture, null, signal), signal);

test('a recording is another when its descriptor, its image or its memory is', async () => {
  const keys = [await key()];
  assert.equal(await key(), keys[0]);
  appendFileSync(capture, ' ');
  keys.push(await key());
  appendFileSync(path.join(folder, '42_7.image'), 'x');
  keys.push(await key());
  utimesSync(path.join(folder, '42_7.record_input'), 1, 1);
  keys.push(await key());
  assert.ok(keys.every((one) => one?.startsWith('sha256:')));
  assert.equal(new Set(keys).size, keys.length);
});

test('of a file that cannot be read there is none', async () => {
  const recording = await describeLlvmRecording(capture, null, signal);
  assert.equal(await recordingKey(path.join(folder, 'gone.json'), recording, signal), undefined);
});
