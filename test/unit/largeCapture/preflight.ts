/** Preflights the capture given as argument, as an editor does on opening it; prints the process's peak memory. */
import assert from 'node:assert/strict';
import { preflight } from '../../../engine/addon/replay';
import { peakBytes } from './peak';

async function main(): Promise<void> {
  const report = await preflight({ capture: process.argv[2] ?? '', devices: ['local-sync'], fileRemaps: [] });
  assert.deepEqual(
    report.problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  process.stdout.write(String(peakBytes()));
}

void main();
