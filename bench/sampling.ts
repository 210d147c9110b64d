/** What samples cost the kernels that are sampled: the same replay, recorded alike, without them and with them, in turns. */
import * as path from 'node:path';
import { prepareReplay, type ReplaySession } from '../engine/addon/replay';
import type { ProfileRequest } from '../protocol/profiling';
import { model } from './captures';
import { measuredRatio } from './ratio';
import { milliseconds, type Line } from './report';

const RATE_HZ = 997;
const ROUNDS = 41;
/** Of one side in a round: long enough for a few hundred samples. */
const ROUND_MS = 250;

const MOST = 1.02;

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

async function line(what: string, capture: string, device: string, folder: string): Promise<Line> {
  const data = ['queue-events', 'host-execution'] as const;
  const plain = await prepared(capture, device, { output: path.join(folder, 'plain.ireeprof'), data, counters: [] });
  const sampling = { event: 'clock', rateHz: RATE_HZ, seconds: 0 } as const;
  const sampled = await prepared(capture, device, { output: path.join(folder, 'sampled.ireeprof'), data, counters: [], sampling });
  await execution(plain);
  await execution(sampled);
  const rounds: { readonly without: number; readonly with: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % 2 === 0 ? await execution(plain) : undefined;
    const second = await execution(sampled);
    rounds.push({ without: first ?? (await execution(plain)), with: second });
  }
  plain.close();
  sampled.close();
  const { median, low, high } = measuredRatio(rounds.map((round) => round.with / round.without));
  return {
    what: `${what} on ${device}, an execution`,
    ours: milliseconds(measuredRatio(rounds.map((round) => round.with)).median),
    iree: milliseconds(measuredRatio(rounds.map((round) => round.without)).median),
    ratio: `${median.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}]`,
    target: `at most ${String(MOST)}`,
    met: median <= MOST,
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
