import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { checkout, run, temporaryFolder } from '../../test/programs';
import { missingCore, platformHere } from './missing';
import { problemOf } from '../../protocol/base/problemOf';

test('says on other platforms where captures can be read', () => {
  const problem = problemOf(missingCore('darwin-arm64', undefined));
  assert.equal(
    problem.message,
    'The native core of IREE Replay, which reads and replays captures, is missing: this package has none for darwin-arm64',
  );
  assert.match(problem.remedy ?? '', /^Open the capture on Linux with glibc, .* by SSH, WSL or a container\.$/);
});

test('says to install the package when the platform has one', () => {
  assert.match(missingCore('linux-arm64', undefined).message, /none for linux-arm64\. Install the package of IREE Replay for linux-arm64;/);
});

const folder = temporaryFolder();
const addon = path.join(folder, 'prebuilds', `${process.platform}-${process.arch}`, 'iree-replay.node');
for (const name of ['bin', 'dist', 'package.json']) cpSync(path.join(checkout, name), path.join(folder, name), { recursive: true });
const info = () =>
  run(process.execPath, [path.join(folder, 'bin', 'ireereplay'), 'info', path.join(checkout, 'test/fixtures/small.ireereplay')]);

test('a command line without its native core says so in one line', () => {
  const { status, stderr } = info();
  assert.equal(status, 1);
  assert.equal(stderr, `ireereplay: ${missingCore(platformHere(), undefined).message}\n`);
});

test('one whose native core is broken says why', () => {
  mkdirSync(path.dirname(addon), { recursive: true });
  writeFileSync(addon, 'not a library');
  const { status, stderr } = info();
  assert.equal(status, 1);
  assert.match(stderr, /^ireereplay: The native core .* cannot be loaded on \S+: .*(file too short|invalid ELF header).*\n$/);
});
