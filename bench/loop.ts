/** The loop of who writes a kernel: what measuring itself costs, whether a verdict is right, and how soon it comes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import * as path from 'node:path';
import * as v from 'valibot';
import { openCapture } from '../engine/addon/capture';
import { substitute } from '../engine/jobs/substitute';
import { withBuiltKernels } from '../engine/kernels/substitutes';
import { exportExecutable } from '../engine/kernels/export';
import { prepareReplay } from '../engine/addon/replay';
import { substitute as job } from '../protocol/jobs/substitute';
import type { RunOptions } from '../protocol/run';
import { medianOf } from '../protocol/statistics';
import type { Candidate, CandidateResult } from '../protocol/substitution';
import { fixture } from './captures';
import { timeProgram } from './measure';
import { beside } from './neighbour';
import { nanoseconds, type Line } from './report';
import { turningKernel } from './turningKernels';

const cli = path.join(__dirname, '..', 'bin', 'ireereplay');
const kernelSource = path.join(__dirname, '..', 'test', 'fixtures', 'kernels', 'elementwise.c');

const onLocalSync = (capture: string): RunOptions => ({ capture, devices: ['local-sync'], fileRemaps: [] });

const ownLine = { iree: '', ratio: '' };

/** Small's scope deinit executes nothing. */
async function overheadLines(): Promise<Line[]> {
  const { session } = await prepareReplay(onLocalSync(fixture('small')));
  if (session === undefined) throw new Error('small cannot be replayed');
  const iterations = 50_000;
  const scope: number[] = [];
  const loop: number[] = [];
  await session.run();
  for (let round = 0; round < 20; round++) {
    const { times, scopes, scopeTimes, wallNs } = await session.measure({ iterations });
    const empty = scopes.findIndex(({ name }) => name === 'deinit');
    scope.push(medianOf(Array.from(times, (_, iteration) => scopeTimes[iteration * scopes.length + empty] ?? NaN)));
    loop.push((wallNs - times.reduce((total, time) => total + time, 0)) / iterations);
  }
  session.close();
  return [
    { what: 'an empty scope, as it is timed', ns: medianOf(scope) },
    { what: 'the benchmark loop around an iteration', ns: medianOf(loop) },
  ].map(({ what, ns }) => ({ ...ownLine, what, ours: nanoseconds(ns), target: 'under 100 ns', met: ns < 100 }));
}

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

async function verdictLine(output: string): Promise<Line> {
  const runs: number[] = [];
  for (let run = 0; run < 5; run++) {
    const flags = [`--replay_executable_substitution=4=${kernelSource}`, '--format=json'];
    runs.push((await timeProgram(process.execPath, [cli, 'substitute', ...flags, fixture('small')], output)).milliseconds);
  }
  const seconds = medianOf(runs) / 1000;
  return {
    ...ownLine,
    what: 'from a saved C kernel to the verdict on the small capture, build by clang included, whole process',
    ours: `${seconds.toFixed(2)} s`,
    target: 'under 3 s',
    met: seconds < 3,
  };
}

/** All lines about the loop. */
export async function loopLines(output: string): Promise<Line[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-loop-'));
  try {
    return [...(await overheadLines()), ...(await sameLines(100)), await slowerLine(20, folder), await verdictLine(output)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
