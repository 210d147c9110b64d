/**
 * npx tsx bench/series.ts: records the series of samples that the rule for differences is tested on (engine/comparing/series.test.ts)
 * into test/fixtures/statistics/series, on real captures, by our own engine. On a machine without other work, but for the neighbours
 * that some series are recorded beside.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as v from 'valibot';
import { substitute } from '../engine/jobs/substitute';
import { withBuiltKernels } from '../engine/kernels/substitutes';
import { substitute as job } from '../protocol/jobs/substitute';
import type { SampleStatistics } from '../protocol/measurement/statistics';
import type { PairedRow } from '../protocol/replay/substitution';
import { fixture } from './captures';
import { beside, type Neighbour } from './neighbour';
import { turningKernel } from './turningKernels';

const folder = path.join(__dirname, '..', 'test', 'fixtures', 'statistics', 'series');
const TURNS = 4000;
const PAIRS = 63;

/** Whether the times of the original are of the kind that is wanted. */
type Kind = (original: SampleStatistics) => boolean;

const quiet: Kind = ({ median, interval: [low, high], heaps, drift }) => high - low < 0.005 * median && heaps === undefined && drift === 0;
const drifting: Kind = ({ drift }) => Math.abs(drift) > 0.02;
const inTwoHeaps: Kind = ({ heaps }) => heaps !== undefined && heaps.high > 1.05 * heaps.low && Math.abs(heaps.share - 0.5) < 0.3;
/** Times of no kind that is wanted are recorded again so often. */
const MOST_TRIES = 40;

/** A series by its name: how much longer the candidate takes, beside whom, and of which kind its times are. */
const SERIES: readonly {
  readonly name: string;
  readonly longer: number;
  readonly neighbours: readonly Neighbour[];
  readonly kind: Kind;
}[] = [
  { name: 'identical', longer: 0, neighbours: [], kind: quiet },
  { name: 'third-of-a-percent', longer: 0.003, neighbours: [], kind: quiet },
  { name: 'one-percent', longer: 0.01, neighbours: [], kind: quiet },
  { name: 'ten-percent', longer: 0.1, neighbours: [], kind: quiet },
  { name: 'drifting', longer: 0, neighbours: [0, 1].map(() => ({ part: 0.9, microseconds: 200, risingSeconds: 2 })), kind: drifting },
  { name: 'two-heaps', longer: 0, neighbours: [0, 1].map(() => ({ part: 0.5, microseconds: 400_000 })), kind: inTwoHeaps },
  { name: 'ten-percent-two-heaps', longer: 0.1, neighbours: [0, 1].map(() => ({ part: 0.5, microseconds: 400_000 })), kind: inTwoHeaps },
];

async function recorded(longer: number, sources: string): Promise<PairedRow> {
  const signal = new AbortController().signal;
  const kernel = (turns: number): string => turningKernel(sources, Math.round(turns));
  const original = { capture: fixture('small'), devices: ['local-sync'], fileRemaps: [], substitutions: [kernel(TURNS)] };
  const run = await withBuiltKernels(original, signal);
  const candidates = [{ name: 'candidate', substitutions: [kernel(TURNS * (1 + longer))] }];
  const told = v.parse(job.options, { run, candidates, pairs: PAIRS, seconds: 60, seed: 1 });
  const row = (await substitute(told, () => undefined, signal)).candidates[0]?.rows[0];
  if (row?.kind !== 'dispatch') throw new Error('the kernel was not timed');
  return row;
}

async function main(): Promise<void> {
  const sources = mkdtempSync(path.join(tmpdir(), 'iree-replay-series-'));
  mkdirSync(folder, { recursive: true });
  const only = process.argv.slice(2);
  try {
    for (const { name, longer, neighbours, kind } of SERIES) {
      if (only.length > 0 && !only.includes(name)) continue;
      let row: PairedRow | undefined;
      for (let left = MOST_TRIES; left > 0 && (row === undefined || !kind(row.originalStatistics)); left--)
        row = await beside(neighbours, () => recorded(longer, sources));
      if (row === undefined || !kind(row.originalStatistics)) {
        console.error(`${name}: the machine gave no such times`);
        process.exitCode = 1;
        continue;
      }
      const numbers = (times: Float64Array = new Float64Array()): readonly number[] => Array.from(times, (ns) => Number(ns.toFixed(2)));
      const { original, candidate, originalAgain, preparations, originalStatistics, verdict, missing, interval } = row;
      const series = { longer, original: numbers(original), candidate: numbers(candidate), again: numbers(originalAgain), preparations };
      writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(series)}\n`);
      const { drift, heaps, median } = originalStatistics;
      console.log(name, verdict, missing ?? '', interval, `median ${median.toFixed(0)} ns, drift ${drift.toFixed(3)}`, heaps ?? 'one heap');
    }
  } finally {
    rmSync(sources, { recursive: true, force: true });
  }
}

void main();
