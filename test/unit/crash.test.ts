/** ireereplay, when captured code kills its process: names the kernel with its source line, and exits with status 1. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { ireereplay } from '../programs';

const small = path.join(__dirname, '../fixtures/small.ireereplay');
const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-crash-'));
after(() => rmSync(folder, { recursive: true }));

/** The capture's executable with its kernel's code replaced, as a value of --replay_executable_substitution. */
function substitution(name: string, code: readonly number[]): string {
  const executable = Buffer.from(readFileSync(small).subarray(925, 925 + 14432));
  executable.set(code, 0x1020);
  const file = path.join(folder, name);
  writeFileSync(file, executable);
  return `--replay_executable_substitution=4=${file}`;
}

const kernel = 'record #27: function elementwise_mul of executable 4, workgroup [0,0,0]';

test('a kernel that the processor refuses', () => {
  const { status, stderr, stdout } = ireereplay('run', substitution('ud2.so', [0x0f, 0x0b]), small);
  assert.equal(status, 1);
  assert.match(stderr, /^ireereplay: the replay died of SIGILL at address 0x/m);
  assert.ok(stderr.includes(`${kernel}, at 0x1020 of its file, source elementwise.c:80\n`), stderr);
  assert.equal(stdout.toString(), '');
});

test('a kernel that reads unmapped memory', () => {
  const { status, stderr } = ireereplay('benchmark', substitution('null.so', [0x31, 0xc0, 0x89, 0x00]), small);
  assert.equal(status, 1);
  assert.ok(stderr.includes(`died of SIGSEGV at address 0x0 in ${kernel}`), stderr);
});

test('a kernel that does not return', () => {
  const { status, stderr } = ireereplay('run', '--timeout=0.1', substitution('loop.so', [0xeb, 0xfe]), small);
  assert.equal(status, 1);
  assert.ok(stderr.includes(`did not return in time and was stopped in ${kernel}`), stderr);
});

test('a kernel that does not return, before a dispatch that is timed and in that dispatch', () => {
  const loop = substitution('loop.so', [0xeb, 0xfe]);
  for (const dispatch of ['27', '*']) {
    const { status, stderr } = ireereplay('benchmark', '--timeout=0.1', `--replay_dispatch=${dispatch}`, loop, small);
    assert.equal(status, 1);
    assert.ok(stderr.includes(`did not return in time and was stopped in ${kernel}`), stderr);
  }
  const later = ireereplay('benchmark', '--timeout=0.1', '--replay_dispatch=39', loop, small);
  assert.ok(later.stderr.includes(`did not return in time and was stopped in ${kernel}`), later.stderr);
});

test('a kernel that makes a system call', () => {
  const exit = [0xb8, 0xe7, 0, 0, 0, 0x31, 0xff, 0x0f, 0x05];
  const { status, stderr } = ireereplay('run', substitution('exit.so', exit), small);
  assert.equal(status, 1);
  assert.ok(stderr.includes('died of SIGSYS') && stderr.includes('a kernel may make no system call'), stderr);
});
