/** IREE's published programs; `npm run test:differential` installs them and passes on where. */
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

/** The same without going through Python, for what is run thousands of times. */
export function ireeAtOnce(program: string, args: readonly string[]): Outcome {
  return run(path.join(folder('IREE_PROGRAMS'), program), args);
}

/** Runs one of IREE's programs, which must succeed. */
export function mustIree(program: string, args: readonly string[]): Buffer {
  const { status, stdout, stderr } = iree(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${String(status)}\n${stderr}`);
  return stdout;
}
