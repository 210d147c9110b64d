/** IREE's published programs; `npm run test:differential` installs them and passes on where. */
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { run, type Outcome, type Running } from '../programs';

function folder(variable: 'IREE_TOOLS' | 'IREE_PROGRAMS'): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`${variable} is not set: run this through npm run test:differential`);
  return value;
}

/** The path of one of them. */
export const ireeProgram = (program: string): string => path.join(folder('IREE_TOOLS'), program);

export function iree(program: string, args: readonly string[], running?: Running): Outcome {
  return run(ireeProgram(program), args, running);
}

/** The path of what it starts, for what is run hundreds of times. */
export const ireeAtOnceProgram = (program: string): string => path.join(folder('IREE_PROGRAMS'), program);

/** Runs that, not through Python, nor through what ends a script with all that it started. */
export function ireeAtOnce(program: string, args: readonly string[]): Outcome {
  const result = spawnSync(ireeAtOnceProgram(program), args, { timeout: 120_000, maxBuffer: 1 << 30 });
  if (result.error !== undefined) throw result.error;
  return { status: result.signal ?? result.status, stdout: result.stdout, stderr: result.stderr.toString() };
}

/** Runs one of IREE's programs, which must succeed. */
export function mustIree(program: string, args: readonly string[]): Buffer {
  const { status, stdout, stderr } = iree(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${String(status)}\n${stderr}`);
  return stdout;
}
