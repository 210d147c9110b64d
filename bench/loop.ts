/** The loop of a kernel author: what measuring itself costs, whether a verdict is right, and how soon it comes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
import { nanoseconds, type Line } from './report';

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

async function verdictOf(run: RunOptions, candidate: Candidate): Promise<CandidateResult> {
  const told = v.parse(job.options, { run, candidates: [candidate] });
  const { candidates } = await substitute(told, () => undefined, new AbortController().signal);
  const [result] = candidates;
  if (result === undefined) throw new Error(`no verdict on ${candidate.name}`);
  return result;
}

/** The transformer's own executables as substitutes: any difference is noise. */
async function sameLine(runs: number, folder: string): Promise<Line> {
  const transformer = fixture('models/block/block.sync');
  const capture = await openCapture(transformer);
  const { executables } = await capture.summary();
  const substitutions: string[] = [];
  for (const executable of executables) {
    const [binary] = await exportExecutable(capture, transformer, executable, folder, false);
    substitutions.push(`${executable.id}=${binary ?? ''}`);
  }
  capture.close();
  let same = 0;
  for (let run = 0; run < runs; run++) {
    same += (await verdictOf(onLocalSync(transformer), { name: 'the same', substitutions })).verdict === 'no-difference' ? 1 : 0;
  }
  return {
    ...ownLine,
    what: `the transformer's kernels against themselves, ${String(runs)} runs: no difference`,
    ours: `${String(same)} of ${String(runs)}`,
    target: '95 of 100',
    met: same >= 0.95 * runs,
  };
}

/** A kernel whose time is that of a loop, and the same with a tenth more of it. */
async function slowerLine(runs: number, folder: string): Promise<Line> {
  const kernel = (turns: number): string => {
    const file = path.join(folder, `turns-${String(turns)}.c`);
    writeFileSync(
      file,
      'static float one(void) {\n' +
        `  for (volatile int turn = 0; turn < ${String(turns)}; ++turn) {}\n` +
        '  return 1;\n' +
        '}\n' +
        '#define OP *one() *\n' +
        `#include ${JSON.stringify(kernelSource)}\n`,
    );
    return `4=${file}`;
  };
  const original = { ...onLocalSync(fixture('small')), substitutions: [kernel(2000)] };
  const run = await withBuiltKernels(original, new AbortController().signal);
  const seconds: number[] = [];
  let found = 0;
  for (let i = 0; i < runs; i++) {
    const begin = performance.now();
    const { verdict } = await verdictOf(run, { name: 'a tenth more', substitutions: [kernel(2200)] });
    seconds.push((performance.now() - begin) / 1000);
    found += verdict === 'slower' ? 1 : 0;
  }
  const longest = Math.max(...seconds);
  return {
    ...ownLine,
    what: `a kernel made 10 % slower, ${String(runs)} runs: found, longest`,
    ours: `${String(found)} of ${String(runs)}, ${longest.toFixed(1)} s`,
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
    return [...(await overheadLines()), await sameLine(100, folder), await slowerLine(20, folder), await verdictLine(output)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
