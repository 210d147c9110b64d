import { follow } from './run.mjs';

/** Runs TypeScript test files with node:test, one process a file. */
export function runTests(files, { env = process.env, timeoutSeconds = 120 } = {}) {
  const flags = ['--import', 'tsx', '--test', '--test-reporter=spec', `--test-timeout=${String(timeoutSeconds * 1000)}`];
  return follow(process.execPath, [...flags, ...files], { env });
}
