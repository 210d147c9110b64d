/** What is printed gets to whoever reads, whatever kind of pipe that is. */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { checkout, ireereplay, run } from '../../test/programs';

const program = path.join(checkout, 'bin', 'ireereplay');

/** Starts a program whose stdout is a pipe of 4 KiB that does not let it wait, and prints what comes out of the other end. */
const IMPATIENT = `
import fcntl, os, shutil, subprocess, sys
there, here = os.pipe()
fcntl.fcntl(here, 1031, 4096)  # F_SETPIPE_SZ
os.set_blocking(here, False)
program = subprocess.Popen(sys.argv[1:], stdout=here)
os.close(here)
with open(there, 'rb') as out: shutil.copyfileobj(out, sys.stdout.buffer)
sys.exit(program.wait())
`;

test('a pipe that is full and does not let writers wait gets all of an output', () => {
  const whole = ireereplay('schema').stdout;
  assert.ok(whole.length > 1 << 16, 'the output fits into a pipe');
  const { status, stdout, stderr } = run('python3', ['-c', IMPATIENT, process.execPath, program, 'schema']);
  assert.deepEqual([status, stderr], [0, '']);
  assert.deepEqual(stdout, whole);
});

test('a pipe that is closed ends the output, and is not a failure', () => {
  // The reader goes as soon as there is something to read, which is less than all.
  const { status, stdout, stderr } = run('bash', ['-c', `set -o pipefail; "$0" "$@" | head -c 1`, process.execPath, program, 'schema']);
  assert.deepEqual([status, stdout.toString(), stderr], [0, '{', '']);
});
