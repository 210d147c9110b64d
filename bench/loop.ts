/** The loop of who writes a kernel: what measuring itself costs, and how soon a verdict comes. */
import * as path from 'node:path';
import { prepareReplay } from '../engine/addon/replay';
import { medianOf } from '../protocol/measurement/statistics';
import { fixture } from './captures';
import { timeProgram } from './measure';
import { nanoseconds, ownLine, type Line } from './report';
import { turningKernel } from './turningKernels';

const cli = path.join(__dirname, '..', 'bin', 'ireereplay');

/** Small's scope deinit executes nothing. */
async function overheadLines(): Promise<Line[]> {
  const { session } = await prepareReplay({ capture: fixture('small'), devices: ['local-sync'], fileRemaps: [] });
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

/** Of a kernel that takes many times as long: one that takes the same is looked at for as long as one may, for what there is to find. */
async function verdictLine(folder: string): Promise<Line> {
  const runs: number[] = [];
  for (let run = 0; run < 5; run++) {
    const flags = [`--replay_executable_substitution=${turningKernel(folder, 200)}`, '--format=json'];
    const program = [cli, 'substitute', ...flags, fixture('small')];
    runs.push((await timeProgram(process.execPath, program, path.join(folder, 'output'))).milliseconds);
  }
  const seconds = medianOf(runs) / 1000;
  return {
    ...ownLine,
    what: 'from a saved C kernel that is slower to the verdict on the small capture, build by clang included, whole process',
    ours: `${seconds.toFixed(2)} s`,
    target: 'under 3 s',
    met: seconds < 3,
  };
}

/** All lines about the loop. */
export async function loopLines(folder: string): Promise<Line[]> {
  return [...(await overheadLines()), await verdictLine(folder)];
}
