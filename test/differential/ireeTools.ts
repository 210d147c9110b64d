/** IREE's published programs; `npm run test:differential` installs them and says where. */
import * as path from 'node:path';
import { run, type Outcome, type Running } from '../programs';

function folder(): string {
  const tools = process.env['IREE_TOOLS'];
  if (tools === undefined) throw new Error('IREE_TOOLS is not set: run this through npm run test:differential');
  return tools;
}

export function iree(program: string, args: readonly string[], running?: Running): Outcome {
  return run(path.join(folder(), program), args, running);
}

/** Runs one of IREE's programs, which must succeed. */
export function mustIree(program: string, args: readonly string[]): Buffer {
  const { status, stdout, stderr } = iree(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${String(status)}\n${stderr}`);
  return stdout;
}
