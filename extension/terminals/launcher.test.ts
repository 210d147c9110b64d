import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { writeLauncher } from './launcher';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "iree-replay's launcher $1-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A script that prints what it was given, and whether its program is to be Node. */
function script(): string {
  const file = path.join(folder, 'a "script".js');
  writeFileSync(file, 'console.log(JSON.stringify([process.argv.slice(2), process.env.ELECTRON_RUN_AS_NODE]))');
  return file;
}

test('gives its words on as they are, whatever the folders are called', async () => {
  const bin = path.join(folder, 'bin');
  await writeLauncher(bin, { node: process.execPath, script: script() });
  const words = ['run', '--device=local task', '$HOME', "it's", '*', ''];
  const said = execFileSync(path.join(bin, 'ireereplay'), words, { encoding: 'utf8' });
  assert.deepEqual(JSON.parse(said), [words, '1']);
});

test('is written once, and again where it is to start something else', async () => {
  const bin = path.join(folder, 'bin');
  const other = path.join(folder, 'other node');
  symlinkSync(process.execPath, other);
  const file = script();
  await Promise.all([writeLauncher(bin, { node: process.execPath, script: file }), writeLauncher(bin, { node: other, script: file })]);
  await writeLauncher(bin, { node: other, script: file });
  assert.deepEqual(readdirSync(bin), ['ireereplay']);
  rmSync(other);
  const { status, stderr } = spawnSync(path.join(bin, 'ireereplay'), { encoding: 'utf8' });
  assert.equal(status, 127);
  assert.match(stderr, /Open a capture there, then a new terminal/);
});

test('says in a terminal that its extension has gone', async () => {
  const bin = path.join(folder, 'bin');
  const file = script();
  await writeLauncher(bin, { node: process.execPath, script: file });
  renameSync(file, `${file}.old`);
  const { status, stderr } = spawnSync(path.join(bin, 'ireereplay'), { encoding: 'utf8' });
  assert.equal(status, 127);
  assert.match(stderr, /^ireereplay: VS Code or its extension/);
});

test('is not written for a Node or a script that is not there', async () => {
  await assert.rejects(writeLauncher(path.join(folder, 'bin'), { node: path.join(folder, 'no node'), script: script() }), /ENOENT/);
  await assert.rejects(writeLauncher(path.join(folder, 'bin'), { node: process.execPath, script: path.join(folder, 'no.js') }), /ENOENT/);
  assert.ok(!readdirSync(folder).includes('bin'));
});
