/** Machines that have some compilers and linkers, and no others: values of PATH that hold links to some programs. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import * as path from 'node:path';
import { findProgram } from '../engine/programs/program';
import { checkout, fixture, run, type Outcome } from './programs';

/**
 * Makes values of PATH, in `folder`, with links to the named programs of this machine. clang looks for linkers beside itself, so it is
 * copied, and finds its headers as a link.
 */
export function machines(folder: string): (...programs: readonly string[]) => string {
  let count = 0;
  return (...programs) => {
    const prefix = path.join(folder, `machine ${String(++count)}`);
    const bin = path.join(prefix, 'bin');
    mkdirSync(bin, { recursive: true });
    for (const program of ['timeout', ...programs]) {
      const found = findProgram(program);
      assert.ok(found !== undefined, `${program} is not installed`);
      if (program !== 'clang') {
        symlinkSync(found, path.join(bin, program));
        continue;
      }
      copyFileSync(realpathSync(found), path.join(bin, program));
      const headers = run(found, ['-print-resource-dir']).stdout.toString().trim();
      mkdirSync(path.join(prefix, 'lib'));
      symlinkSync(path.dirname(headers), path.join(prefix, 'lib', 'clang'));
    }
    return bin;
  };
}

/** `ireereplay verify` of small.ireereplay where PATH is `machine`, with `source` in place of its elementwise kernels. */
export function verifyOn(machine: string, source: string, ...flags: readonly string[]): Outcome {
  const env = { HOME: path.dirname(machine), PATH: machine };
  const substitution = `--replay_executable_substitution=4=${source}`;
  const args = [path.join(checkout, 'bin', 'ireereplay'), 'verify', ...flags, substitution, fixture('small.ireereplay')];
  return run(process.execPath, args, { env });
}

/** The kernel was built, and gives what the captured one does. */
export function agrees({ status, stdout, stderr }: Outcome): void {
  assert.equal(status, 0, stderr);
  assert.match(stdout.toString(), /^The outputs agree with the original's, bit for bit, in 1 buffer/);
}
