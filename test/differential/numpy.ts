/** numpy, which IREE's Python packages bring with them. */
import * as path from 'node:path';
import { checkout, run } from '../programs';
import { ireeProgram } from './ireeTools';

/** What a script beside this file prints, as JSON. */
export function numpy(script: string, ...args: readonly string[]): unknown {
  const file = path.join(checkout, 'test', 'differential', 'numpy', script);
  const { status, stdout, stderr } = run(ireeProgram('python'), [file, ...args]);
  if (status !== 0) throw new Error(`${script} ended with ${String(status)}: ${stderr}`);
  return JSON.parse(stdout.toString());
}
