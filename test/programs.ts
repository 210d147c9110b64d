/** Running our command line and other programs in tests. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after } from 'node:test';

export const checkout = path.resolve(__dirname, '..');

/** A file or folder of test/fixtures. */
export function fixture(name: string): string {
  return path.join(checkout, 'test', 'fixtures', name);
}

export interface Outcome {
  /** Exit status, or the signal that ended it. */
  readonly status: number | NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** How a program is run. */
export interface Running {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** It is ended after so long, with all that it started, and its status is then 124. */
  readonly timeoutSeconds?: number;
}

export function run(program: string, args: readonly string[], { cwd, env, timeoutSeconds = 120 }: Running = {}): Outcome {
  // Of a script that starts a program, IREE's for one, Node would end the script alone.
  const result = spawnSync('timeout', [String(timeoutSeconds), program, ...args], { cwd, env, maxBuffer: 1 << 30 });
  if (result.error !== undefined) throw result.error;
  return { status: result.signal ?? result.status, stdout: result.stdout, stderr: result.stderr.toString() };
}

/** bin/ireereplay, as a user runs it. */
export function ireereplay(...args: readonly string[]): Outcome {
  return run(process.execPath, [path.join(checkout, 'bin', 'ireereplay'), ...args]);
}

/** What a command said on stderr, less that it waited for a measurement of another test. */
export function withoutWaits(stderr: string): string {
  return stderr.replace(/^Waits for the .*\n/gm, '');
}

/** A folder for this test file, removed when its tests have run. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-'));
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** The array's bytes in a .npy file, without its header; any other file as it is. */
export function arrayBytes(file: string): Buffer {
  const bytes = readFileSync(file);
  return file.endsWith('.npy') ? bytes.subarray(10 + bytes.readUInt16LE(8)) : bytes;
}

/** One range that the recorded application mapped for reading, as `run --outputs` keeps it. */
export interface KeptOutput {
  readonly record: number;
  readonly buffer: number;
  readonly offset: number;
  readonly length: number;
  readonly bytes: Buffer;
}

/** What `run --outputs=folder` left, in record order. */
export function keptOutputs(folder: string): readonly KeptOutput[] {
  const index = JSON.parse(readFileSync(path.join(folder, 'outputs.json'), 'utf8')) as readonly Record<string, string | number>[];
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.bin'))
    .sort();
  if (files.length !== index.length) throw new Error(`${files.length} files, ${index.length} entries in outputs.json`);
  return index.map((entry, at) => {
    const [record, buffer, offset, length] = ['record', 'buffer', 'offset', 'length'].map((name) => Number(entry[name])) as [
      number,
      number,
      number,
      number,
    ];
    const file = files[at];
    if (!file?.endsWith(`-buffer${buffer}-${offset}-${length}.bin`)) throw new Error(`record ${record} is not the file ${String(file)}`);
    return { record, buffer, offset, length, bytes: readFileSync(path.join(folder, file)) };
  });
}
