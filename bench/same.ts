/**
 * npx tsx bench/same.ts RUNS [SECONDS] [--busy]: how many of so many runs of the same code are told to be different, each measured for
 * at most so many seconds (2); beside a program for each processor that comes and goes with --busy.
 */
import { cpus } from 'node:os';
import { toldDifferent } from './verdicts';
import { beside } from './neighbour';

async function main(): Promise<void> {
  const [runs = '100', seconds = '2'] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const busy = process.argv.includes('--busy') ? cpus().map(() => ({ part: 0.5, microseconds: 50_000 })) : [];
  const { wrong, same, rows, wrongRows } = await beside(busy, () => toldDifferent(Number(runs), Number(seconds)));
  console.log(`${String(wrong)} of ${runs} told different, ${String(same)} no difference, the others not known yet`);
  console.log(`${String(wrongRows)} of ${String(rows)} rows told different`);
}

void main();
