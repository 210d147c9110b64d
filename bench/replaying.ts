/** Replaying against iree-benchmark-replay (repeated) and iree-run-replay (once, whole process). */
import * as path from 'node:path';
import { prepareReplay } from '../engine/addon/replay';
import { medianOf } from '../protocol/measurement/statistics';
import { fixture, repeated } from './captures';
import { ireeRepeated, type Place } from './iree';
import { inTurns, timeProgram, type ProgramRun } from './measure';
import { milliseconds, nanoseconds, times, type Line } from './report';

const cli = path.join(__dirname, '..', 'bin', 'ireereplay');

/** How often a plan is executed for one figure, after one warm-up run. */
const iterations = 10;

/** Our figures for a capture: one execution of all of it, and of its kernels alone, in nanoseconds. */
interface Repeated {
  readonly ns: number;
  readonly floorNs: number;
  readonly dispatches: number;
}

async function ourRepeated(capture: string, place: Place): Promise<Repeated> {
  const { device, ...threads } = place;
  const { report, session } = await prepareReplay({ capture, devices: [device], fileRemaps: [], ...threads });
  if (session === undefined) throw new Error(`${capture}: ${report.problems[0]?.message ?? 'cannot be replayed'}`);
  const { dispatches } = await session.run();
  const { times: samples } = await session.measure({ iterations });
  const floors: number[] = [];
  for (let i = 0; i < iterations; i++) floors.push(await session.measureKernels());
  session.close();
  return { ns: medianOf([...samples]), floorNs: medianOf(floors), dispatches: Number(dispatches) };
}

/** In multiples of the kernels' time. */
function floors({ ns, floorNs }: Repeated): string {
  return (ns / floorNs).toFixed(2);
}

async function repeatedLine(
  what: string,
  capture: string,
  device: string,
  count: number,
  target: number,
  iree: string,
  output: string,
): Promise<Line> {
  const { ours, theirs } = await inTurns(
    3,
    () => ourRepeated(capture, { device }),
    () => ireeRepeated(capture, { device }, count, iree, output),
  );
  const middle = ours.toSorted((a, b) => a.ns - b.ns)[1] ?? { ns: NaN, floorNs: NaN, dispatches: NaN };
  const own = middle.ns / middle.dispatches;
  const other = medianOf(theirs) / middle.dispatches;
  return {
    what: `replay again and again, ${what}, ${device}, a dispatch`,
    ours: `${nanoseconds(own)} (${floors(middle)} of the kernel alone, ${nanoseconds(middle.floorNs / middle.dispatches)})`,
    iree: nanoseconds(other),
    ratio: `${times(other / own)} faster`,
    target: `${String(target)} times`,
    met: other / own >= target,
  };
}

/**
 * Pairs of queue alloca and dealloca: time, and memory beyond what the same program takes for a nearly empty capture. Our plan has nothing
 * left to do for them when repeated, so what is compared is one run with its preparation.
 */
async function allocaLines(capture: string, small: string, iree: string, output: string): Promise<Line[]> {
  const ours = (file: string) => timeProgram(process.execPath, [cli, 'run', '--device=local-task', file], output);
  const theirs = (file: string) => timeProgram(path.join(iree, 'iree-run-replay'), ['--device=local-task', file], output);
  const runs = await inTurns(
    3,
    () => ours(capture),
    () => theirs(capture),
  );
  const idle = await inTurns(
    3,
    () => ours(small),
    () => theirs(small),
  );
  const own = medianOf(runs.ours.map((run) => run.milliseconds));
  const other = medianOf(runs.theirs.map((run) => run.milliseconds));
  const peak = (of: readonly ProgramRun[]): number => Math.max(...of.map((run) => run.peakMebibytes));
  const memory = peak(runs.ours) - peak(idle.ours);
  const otherMemory = peak(runs.theirs) - peak(idle.theirs);
  return [
    {
      what: 'run once, 100k pairs of alloca and dealloca, local-task, whole process',
      ours: milliseconds(own),
      iree: milliseconds(other),
      ratio: `${times(other / own)} faster`,
      target: '5 times',
      met: other / own >= 5,
    },
    {
      what: `its peak memory, beyond that for 61 records (${peak(idle.ours).toFixed(0)} and ${peak(idle.theirs).toFixed(0)} MiB)`,
      ours: `${memory.toFixed(0)} MiB`,
      iree: `${otherMemory.toFixed(0)} MiB`,
      ratio: (memory / otherMemory).toFixed(2),
      target: 'at most 0.1',
      met: memory / otherMemory <= 0.1,
    },
  ];
}

async function onceLine(what: string, capture: string, runs: number, target: number, iree: string, output: string): Promise<Line> {
  const { ours, theirs } = await inTurns(
    runs,
    () => timeProgram(process.execPath, [cli, 'run', '--device=local-sync', capture], output),
    () => timeProgram(path.join(iree, 'iree-run-replay'), ['--device=local-sync', capture], output),
  );
  const own = medianOf(ours.map((run) => run.milliseconds));
  const other = medianOf(theirs.map((run) => run.milliseconds));
  return {
    what: `run once, ${what}, whole process`,
    ours: milliseconds(own),
    iree: milliseconds(other),
    ratio: (own / other).toFixed(2),
    target: `at most ${String(target)}`,
    met: own / other <= target,
  };
}

/** All lines about replaying. */
export async function replayLines(iree: string, output: string): Promise<Line[]> {
  const commandBuffers = await repeated('command-buffers-1k', 100);
  const queueDispatches = await repeated('queue-dispatches-1k', 100);
  const reused = fixture('reused-command-buffer-100k');
  const million = await repeated('command-buffers-1k', 490);
  const small = fixture('small');
  const alloca = await repeated('queue-alloca-1k', 100);
  return [
    await repeatedLine('100k dispatches in command buffers', commandBuffers, 'local-sync', 10, 15, iree, output),
    await repeatedLine('100k dispatches in command buffers', commandBuffers, 'local-task', 5, 30, iree, output),
    await repeatedLine('100k queue dispatches', queueDispatches, 'local-sync', 10, 8, iree, output),
    await repeatedLine('100k queue dispatches', queueDispatches, 'local-task', 1, 200, iree, output),
    await repeatedLine('a command buffer executed 1,000 times', reused, 'local-sync', 10, 12, iree, output),
    await repeatedLine('a command buffer executed 1,000 times', reused, 'local-task', 5, 30, iree, output),
    await onceLine('a million records', million, 3, 0.3, iree, output),
    await onceLine('61 records', small, 7, 1, iree, output),
    ...(await allocaLines(alloca, small, iree, output)),
  ];
}
