/** The command line of two checkouts: whole processes, and replays as their benchmarks report them. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { fixture, model, repeated } from '../captures';
import { timeProgram } from '../measure';
import { milliseconds } from '../report';
import { beforeAfterLine, type Measure } from './line';

const program = (checkout: string): string => path.join(checkout, 'bin', 'ireereplay');

/** Milliseconds of a whole process. */
const wholeProcess =
  (args: readonly string[], output: string): Measure =>
  async (checkout) =>
    (await timeProgram(process.execPath, [program(checkout), ...args], output)).milliseconds;

/** Milliseconds of one prepared replay: the median over repetitions, as the benchmark reports it. */
const replay =
  (capture: string, device: string, iterations: number, output: string): Measure =>
  async (checkout) => {
    const flags = [`--device=${device}`, `--benchmark_min_time=${String(iterations)}x`, '--benchmark_format=json'];
    const repetitions = ['--benchmark_repetitions=5', '--task_topology_group_count=1'];
    await timeProgram(process.execPath, [program(checkout), 'benchmark', ...flags, ...repetitions, capture], output);
    const { benchmarks } = JSON.parse(readFileSync(output, 'utf8')) as {
      benchmarks: { aggregate_name?: string; real_time: number; time_unit: string }[];
    };
    const median = benchmarks.find((one) => one.aggregate_name === 'median');
    if (median?.time_unit !== 'ms') throw new Error(`no median in milliseconds: ${JSON.stringify(median)}`);
    return median.real_time;
  };

/** All lines about the command line. */
export async function programLines(before: string, after: string, output: string): Promise<string[]> {
  const commandBuffers = await repeated('command-buffers-1k', 100);
  const queueDispatches = await repeated('queue-dispatches-1k', 100);
  const million = await repeated('command-buffers-1k', 490);
  const squeezenet = model('squeezenet/squeezenet-light.task');
  const cases: readonly (readonly [string, number, Measure])[] = [
    ['dump --format=jsonl, a million records, whole process', 9, wholeProcess(['dump', '--format=jsonl', million], output)],
    ['info of a million records (its index), whole process', 13, wholeProcess(['info', million], output)],
    ['run once, a million records, whole process', 13, wholeProcess(['run', '--device=local-sync', million], output)],
    ['run once, 61 records, whole process', 21, wholeProcess(['run', '--device=local-sync', fixture('small')], output)],
    ['replay again and again, 100k dispatches in command buffers, local-sync', 13, replay(commandBuffers, 'local-sync', 100, output)],
    ['replay again and again, 100k dispatches in command buffers, local-task', 13, replay(commandBuffers, 'local-task', 100, output)],
    ['replay again and again, 100k queue dispatches, local-sync', 13, replay(queueDispatches, 'local-sync', 100, output)],
    ['replay again and again, 100k queue dispatches, local-task', 13, replay(queueDispatches, 'local-task', 100, output)],
    ['replay again and again, squeezenet, local-task', 9, replay(squeezenet, 'local-task', 1, output)],
  ];
  const lines: string[] = [];
  for (const [what, rounds, measure] of cases) lines.push(await beforeAfterLine(what, before, after, rounds, measure, milliseconds));
  return lines;
}
