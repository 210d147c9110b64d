/** Real models on local-task, with one thread and with two, against iree-benchmark-replay with as many. */
import { prepareReplay, type ReplaySession } from '../engine/addon/replay';
import { medianOf } from '../protocol/measurement/statistics';
import { model } from './captures';
import { ireeRepeated } from './iree';
import { atMostOne } from './ratio';
import { milliseconds, times, type Line } from './report';

/** Each round measures everything once, so that a busy moment hits all sides; the figures are medians over rounds. */
const rounds = 9;
/** What one measurement in a round takes, roughly. */
const measurementNs = 3e8;

const mean = (values: ArrayLike<number>): number => Array.from(values).reduce((total, value) => total + value, 0) / values.length;

async function prepare(capture: string, workers: number): Promise<ReplaySession> {
  const { report, session } = await prepareReplay({ capture, devices: ['local-task'], fileRemaps: [], workers });
  if (session === undefined) throw new Error(`${capture}: ${report.problems[0]?.message ?? 'cannot be replayed'}`);
  return session;
}

async function kernels(session: ReplaySession, count: number): Promise<number> {
  const samples: number[] = [];
  for (let i = 0; i < count; i++) samples.push(await session.measureKernels());
  return mean(samples);
}

/** Nanoseconds, each a mean over many executions, as iree-benchmark-replay reports it. */
interface Round {
  /** With one thread and with two. */
  readonly ours: readonly [number, number];
  readonly iree: readonly [number, number];
  /** The bare kernels on one thread. */
  readonly floor: number;
  /** The same while another thread does the same on its own memory. */
  readonly floorOfBoth: number;
}

async function measureRounds(capture: string, iree: string, output: string): Promise<readonly Round[]> {
  const one = await prepare(capture, 1);
  const two = await prepare(capture, 2);
  await one.run();
  await two.run();
  const count = Math.max(3, Math.round(measurementNs / mean((await one.measure({ iterations: 3 })).times)));
  const ours = async (session: ReplaySession): Promise<number> => mean((await session.measure({ iterations: count })).times);
  const theirs = (workers: number): Promise<number> => ireeRepeated(capture, { device: 'local-task', workers }, count, iree, output);
  const all: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    all.push({
      ours: [await ours(one), await ours(two)],
      iree: [await theirs(1), await theirs(2)],
      floor: await kernels(one, count),
      floorOfBoth: Math.max(...(await Promise.all([kernels(one, count), kernels(two, count)]))),
    });
  }
  one.close();
  two.close();
  return all;
}

/** A model with one thread and with two; then the second thread's gain, and the possible gain on this machine. */
async function linesOf(what: string, capture: string, gain: number, iree: string, output: string): Promise<readonly Line[]> {
  const all = await measureRounds(capture, iree, output);
  const over = (figure: (round: Round) => number): number => medianOf(all.map(figure));
  const threads = ([0, 1] as const).map((index): Line => {
    return {
      what: `${what}, local-task with ${index === 0 ? '1 thread' : '2 threads'}`,
      ours: `${milliseconds(over((round) => round.ours[index]) / 1e6)} (${over((round) => round.ours[index] / round.floor).toFixed(2)} of the kernels on one thread)`,
      iree: milliseconds(over((round) => round.iree[index]) / 1e6),
      ...atMostOne(all.map((round) => round.ours[index] / round.iree[index])),
    };
  });
  const own = over(({ ours: [one, two] }) => one / two);
  const possible = over(({ floor, floorOfBoth }) => (2 * floor) / floorOfBoth);
  return [
    ...threads,
    {
      what: `${what}, gain by the second thread`,
      ours: `${times(own)} (two threads of bare kernels: ${times(possible)})`,
      iree: times(over(({ iree: [one, two] }) => one / two)),
      ratio: '',
      target: `${times(gain)} of 2`,
      met: own >= (gain * possible) / 2,
    },
  ];
}

/** All lines about models. */
export async function modelLines(iree: string, output: string): Promise<readonly Line[]> {
  return [
    ...(await linesOf('squeezenet', model('squeezenet/squeezenet-light.task'), 1.8, iree, output)),
    ...(await linesOf('a transformer block', model('block/block-mmap.task'), 1.5, iree, output)),
    ...(await linesOf('a matrix product of 256 x 256', model('mm256/mm256.task'), 1.8, iree, output)),
    ...(await linesOf('a matrix product of 1024 x 1024', model('mm1024/mm1024.task'), 1.8, iree, output)),
  ];
}
