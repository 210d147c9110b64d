/** What samples cost the kernels that are sampled: the same replay, recorded alike, without them and with them. */
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { prepareReplay, type ReplaySession } from '../engine/addon/replay';
import type { ProfileRequest } from '../protocol/profile/profiling';
import { model } from './captures';
import { measuredRatio } from './ratio';
import { ownLine, type Line } from './report';

const ROUNDS = 41;
/** Of one side in a round: long enough for some dozens of samples. */
const ROUND_MS = 250;

/** How long a replay is executed again and again to tell what samples cost it. */
const SECONDS = 100;

/** Parts that the rate may cost: what is chosen by default. */
const OVERHEAD = 0.01;
const MOST = 1 + OVERHEAD;

async function prepared(capture: string, device: string, profile: ProfileRequest): Promise<ReplaySession> {
  const { report, session } = await prepareReplay({ capture, devices: [device], fileRemaps: [], profile });
  if (session === undefined) throw new Error(`${capture}: ${report.problems[0]?.message ?? 'cannot be replayed'}`);
  return session;
}

/** Milliseconds of an execution, in the mean of as many as fit into a round. */
async function execution(session: ReplaySession): Promise<number> {
  let [sum, count] = [0, 0];
  for (; sum < ROUND_MS; count++) sum += Number((await session.run()).executeNs) / 1e6;
  return sum / count;
}

/** Milliseconds of an execution of both in each round; closes them. */
async function inTurns(one: ReplaySession, other: ReplaySession): Promise<readonly { readonly first: number; readonly second: number }[]> {
  await execution(one);
  await execution(other);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % 2 === 0 ? await execution(one) : undefined;
    const second = await execution(other);
    rounds.push({ first: first ?? (await execution(one)), second });
  }
  one.close();
  other.close();
  return rounds;
}

/**
 * By the runs of one session, which is sampled but in one run of four, at random: each of these is compared with the one before it. Two sessions differ from
 * each other by more than samples cost, for each has buffers of its own.
 */
async function line(what: string, capture: string, device: string, folder: string): Promise<Line> {
  const data = ['queue-events', 'host-execution'] as const;
  const sampling = { event: 'clock', overhead: OVERHEAD, seconds: SECONDS } as const;
  const session = await prepared(capture, device, { output: path.join(folder, 'sampled.ireeprof'), data, counters: [], sampling });
  const { rateHz = 0, interruptNs = 0, cost } = (await session.run()).profile?.samples ?? {};
  session.close();
  if (cost === undefined) throw new Error(`${capture}: in ${String(SECONDS)} s there were too few runs without samples`);
  return {
    what: `${what} on ${device}, an execution, ${String(rateHz)} samples a second of ${(interruptNs / 1000).toFixed(1)} us`,
    ...ownLine,
    ours: String(cost.runs),
    ratio: `${cost.ratio.toFixed(4)} [${cost.low.toFixed(4)}, ${cost.high.toFixed(4)}]`,
    target: `at most ${String(MOST)}`,
    met: cost.ratio <= MOST,
  };
}

export async function samplingLines(folder: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [what, capture] of [
    ['the transformer', 'block/block-bench20.task'],
    ['squeezenet', 'squeezenet/squeezenet-light.task'],
  ] as const)
    for (const device of ['local-sync', 'local-task']) lines.push(await line(what, model(capture), device, folder));
  return lines;
}

/** Of the loop that is sampled with nothing of ours. */
const LOOP_HZ = 997;
const LOOP_KIB = [4, 1024, 16 * 1024] as const;

/**
 * What samples cost at the least, in a sentence: of a plain loop that the kernel samples as often as we do at most (`sampledLoop.c`), over data that fits less and
 * less into the caches, which an interrupt empties; and how far two sessions without samples are from each other, for each has buffers of its own.
 */
export async function samplingFloor(folder: string): Promise<string> {
  const program = path.join(folder, 'sampledLoop');
  execFileSync('clang', ['-O2', '-march=native', '-o', program, path.join(__dirname, 'sampledLoop.c')]);
  const loops = LOOP_KIB.map((kib) => {
    const said = execFileSync(program, [kib * 1024, LOOP_HZ, ROUNDS].map(String), { encoding: 'utf8' });
    return `${measuredRatio(JSON.parse(said) as number[]).median.toFixed(4)} over ${String(kib)} KiB`;
  });
  const data = ['queue-events', 'host-execution'] as const;
  const session = (name: string): Promise<ReplaySession> =>
    prepared(model('block/block-bench20.task'), 'local-sync', { output: path.join(folder, `${name}.ireeprof`), data, counters: [] });
  const rounds = await inTurns(await session('one'), await session('other'));
  const { median, low, high } = measuredRatio(rounds.map(({ first, second }) => second / first));
  return (
    `A plain loop that the kernel samples ${String(LOOP_HZ)} times a second takes ${loops.join(', ')}. ` +
    `Two sessions of the transformer on local-sync, both without samples: ${median.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}].`
  );
}
