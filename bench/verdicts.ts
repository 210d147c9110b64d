/** Whether verdicts are right: of the same code in its own place, and of a kernel that is known to be slower. */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import * as path from 'node:path';
import * as v from 'valibot';
import { openCapture } from '../engine/addon/capture';
import { substitute } from '../engine/jobs/substitute';
import { withBuiltKernels } from '../engine/kernels/substitutes';
import { exportExecutable } from '../engine/kernels/export';
import { substitute as job } from '../protocol/jobs/substitute';
import type { RunOptions } from '../protocol/replay/run';
import type { Candidate, CandidateResult } from '../protocol/replay/substitution';
import { fixture } from './captures';
import { beside } from './neighbour';
import { ownLine, type Line } from './report';
import { turningKernel } from './turningKernels';

const onLocalSync = (capture: string): RunOptions => ({ capture, devices: ['local-sync'], fileRemaps: [] });

async function verdictOf(run: RunOptions, candidate: Candidate, seconds = 30): Promise<CandidateResult> {
  const told = v.parse(job.options, { run, candidates: [candidate], seconds });
  const { candidates } = await substitute(told, () => undefined, new AbortController().signal);
  const [result] = candidates;
  if (result === undefined) throw new Error(`no verdict on ${candidate.name}`);
  return result;
}

/** How many runs of the same code were told to be different, and how many rows of all of theirs. */
interface ToldDifferent {
  readonly runs: number;
  readonly wrong: number;
  readonly same: number;
  readonly rows: number;
  readonly wrongRows: number;
}

/** The transformer's executables in their own place: whatever is told is wrong. */
export async function toldDifferent(runs: number, seconds: number): Promise<ToldDifferent> {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-same-'));
  try {
    const transformer = fixture('models/block/block.sync');
    const capture = await openCapture(transformer);
    await capture.index();
    const { executables } = await capture.summary();
    const substitutions: string[] = [];
    for (const executable of executables) {
      const [binary] = await exportExecutable(capture, transformer, executable, folder, false);
      substitutions.push(`${executable.id}=${binary ?? ''}`);
    }
    capture.close();
    const isWrong = ({ verdict }: { readonly verdict: string }): boolean => verdict === 'faster' || verdict === 'slower';
    let counts: ToldDifferent = { runs, wrong: 0, same: 0, rows: 0, wrongRows: 0 };
    for (let run = 0; run < runs; run++) {
      const result = await verdictOf(onLocalSync(transformer), { name: 'the same', substitutions }, seconds);
      counts = {
        runs,
        wrong: counts.wrong + (isWrong(result) ? 1 : 0),
        same: counts.same + (result.verdict === 'no-difference' ? 1 : 0),
        rows: counts.rows + result.rows.length,
        wrongRows: counts.wrongRows + result.rows.filter(isWrong).length,
      };
    }
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** On the machine as it is, and beside a program for each processor that comes and goes. */
async function sameLines(runs: number): Promise<Line[]> {
  const busy = cpus().map(() => ({ part: 0.5, microseconds: 50_000 }));
  const lines: Line[] = [];
  for (const [where, neighbours] of [
    ['', []],
    [' beside busy neighbours', busy],
  ] as const) {
    const { wrong, same, rows, wrongRows } = await beside(neighbours, () => toldDifferent(runs, 2));
    lines.push({
      ...ownLine,
      what: `the transformer's kernels against themselves${where}, ${String(runs)} runs: told different`,
      ours: `${String(wrong)} (no difference ${String(same)}, the rest not known yet); of all rows ${String(wrongRows)} of ${String(rows)}`,
      target: 'at most one in a hundred',
      met: wrong <= runs / 100 && wrongRows <= rows / 100,
    });
  }
  return lines;
}

/** A kernel whose time is that of a loop, and the same with a tenth more of it. */
async function slowerLine(runs: number, folder: string): Promise<Line> {
  const original = { ...onLocalSync(fixture('small')), substitutions: [turningKernel(folder, 2000)] };
  const run = await withBuiltKernels(original, new AbortController().signal);
  const seconds: number[] = [];
  let found = 0;
  const others: string[] = [];
  for (let i = 0; i < runs; i++) {
    const begin = performance.now();
    const { verdict } = await verdictOf(run, { name: 'a tenth more', substitutions: [turningKernel(folder, 2200)] });
    seconds.push((performance.now() - begin) / 1000);
    if (verdict === 'slower') found++;
    else others.push(verdict);
  }
  const longest = Math.max(...seconds);
  return {
    ...ownLine,
    what: `a kernel made 10 % slower, ${String(runs)} runs: found, longest`,
    ours: `${String(found)} of ${String(runs)}${others.length === 0 ? '' : ` (others: ${others.join(', ')})`}, ${longest.toFixed(1)} s`,
    target: 'each, within 60 s',
    met: found === runs && longest <= 60,
  };
}

/** All lines about verdicts. */
export async function verdictLines(folder: string): Promise<Line[]> {
  return [...(await sameLines(100)), await slowerLine(20, folder)];
}
