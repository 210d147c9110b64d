/** Replaying against iree-benchmark-replay (repeated) and iree-run-replay (once, whole process). */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { prepareReplay } from '../native/replay';
import { repeated } from './captures';
import { inTurns, median, timeProgram } from './measure';
import { milliseconds, nanoseconds, times, type Line } from './report';

const cli = path.join(__dirname, '..', 'bin', 'ireereplay');

/** How often a plan is executed for one figure, after one run that warms up. */
const iterations = 10;

/** Nanoseconds of one execution of the whole capture. */
async function ourRepeated(capture: string, device: string): Promise<{ ns: number; dispatches: number }> {
  const { report, session } = await prepareReplay({ capture, devices: [device], fileRemaps: [] });
  if (session === undefined) throw new Error(`${capture}: ${report.problems[0]?.message ?? 'cannot be replayed'}`);
  const warm = await session.run();
  const samples: number[] = [];
  for (let i = 0; i < iterations; i++) samples.push(Number((await session.run()).executeNs));
  session.close();
  return { ns: median(samples), dispatches: Number(warm.dispatches) };
}

async function ireeRepeated(capture: string, device: string, count: number, iree: string, output: string): Promise<number> {
  await timeProgram(
    path.join(iree, 'iree-benchmark-replay'),
    [`--device=${device}`, `--benchmark_min_time=${String(count)}x`, '--benchmark_format=json', capture],
    output,
  );
  const { benchmarks } = JSON.parse(readFileSync(output, 'utf8')) as { benchmarks: { real_time: number; time_unit: string }[] };
  const [benchmark] = benchmarks;
  const unit = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 }[benchmark?.time_unit ?? ''] ?? NaN;
  return (benchmark?.real_time ?? NaN) * unit;
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
    () => ourRepeated(capture, device),
    () => ireeRepeated(capture, device, count, iree, output),
  );
  const dispatches = ours[0]?.dispatches ?? NaN;
  const own = median(ours.map(({ ns }) => ns)) / dispatches;
  const other = median(theirs) / dispatches;
  return {
    what: `replay again and again, ${what}, ${device}, a dispatch`,
    ours: nanoseconds(own),
    iree: nanoseconds(other),
    ratio: `${times(other / own)} faster`,
    target: `${String(target)} times`,
    met: other / own >= target,
  };
}

async function onceLine(what: string, capture: string, runs: number, target: number, iree: string, output: string): Promise<Line> {
  const { ours, theirs } = await inTurns(
    runs,
    () => timeProgram(process.execPath, [cli, 'run', '--device=local-sync', capture], output),
    () => timeProgram(path.join(iree, 'iree-run-replay'), ['--device=local-sync', capture], output),
  );
  const own = median(ours.map((run) => run.milliseconds));
  const other = median(theirs.map((run) => run.milliseconds));
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
  const reused = path.join(__dirname, '..', 'test', 'fixtures', 'reused-command-buffer-100k.ireereplay');
  const million = await repeated('command-buffers-1k', 490);
  const small = path.join(__dirname, '..', 'test', 'fixtures', 'small.ireereplay');
  return [
    await repeatedLine('100k dispatches in command buffers', commandBuffers, 'local-sync', 10, 15, iree, output),
    await repeatedLine('100k dispatches in command buffers', commandBuffers, 'local-task', 5, 30, iree, output),
    await repeatedLine('100k queue dispatches', queueDispatches, 'local-sync', 10, 8, iree, output),
    await repeatedLine('100k queue dispatches', queueDispatches, 'local-task', 1, 200, iree, output),
    await repeatedLine('a command buffer executed 1,000 times', reused, 'local-sync', 10, 12, iree, output),
    await repeatedLine('a command buffer executed 1,000 times', reused, 'local-task', 5, 30, iree, output),
    await onceLine('a million records', million, 3, 0.3, iree, output),
    await onceLine('61 records', small, 7, 1, iree, output),
  ];
}
