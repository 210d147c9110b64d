/** Replays whose outputs are kept. */
import type { RunOptions } from '../../protocol/replay/run';
import type { KeptState, MachineRequest } from '../../protocol/replay/verification';
import { preflight, type Collected, type ReplaySession } from '../addon/replay';
import { sameOutputs } from '../comparing/outputs';
import { prepared } from './refused';

/** Results that are kept of one side. */
const MOST_RESULTS = 16;

/** What runs of one side gave. */
export interface Side {
  /** Of each, as one object where runs gave the same. */
  readonly runs: readonly Collected[];
  readonly keptState: KeptState | undefined;
  readonly requests: readonly MachineRequest[];
}

async function inSession<T>(options: RunOptions, signal: AbortSignal, work: (session: ReplaySession) => Promise<T>): Promise<T> {
  const { session } = await prepared(options, signal);
  try {
    return await work(session);
  } finally {
    session.close();
  }
}

/** Replays this many times. Stops early where the results keep differing. */
export function collect(options: RunOptions, runs: number, before: () => void, signal: AbortSignal): Promise<Side> {
  return inSession(options, signal, async (session) => {
    const all: Collected[] = [];
    for (let run = 0; run < runs && new Set(all).size < MOST_RESULTS; run++) {
      before();
      const found = await session.collect(signal);
      all.push([...all.slice(0, 1), ...all.slice(-1)].find((earlier) => sameOutputs(earlier, found)) ?? found);
    }
    return { runs: all, keptState: session.keptState(), requests: await session.requests() };
  });
}

/** Replays once on the inputs of each seed. */
export function collectOn(
  options: RunOptions,
  seeds: readonly number[],
  before: (seed: number) => void,
  signal: AbortSignal,
): Promise<readonly Collected[]> {
  return inSession(options, signal, async (session) => {
    const all: Collected[] = [];
    for (const seed of seeds) {
      before(seed);
      session.perturb(seed);
      all.push(await session.collect(signal));
    }
    return all;
  });
}

/** With a limit of time, where there is none: a loop that ends on what was recorded may not end on anything else. */
export const thatEnds = (options: RunOptions, { result }: Collected): RunOptions => ({
  ...options,
  timeoutMs: options.timeoutMs ?? 10_000 + (50 * Number(result.executeNs)) / 1e6,
});

/** The same with guarded buffers, unless the machine has not the memory for a page behind each, of these captures as well. */
export async function withGuards(options: RunOptions, captures: readonly string[], signal: AbortSignal): Promise<RunOptions> {
  if (options.guardBuffers === true) return options;
  const guarded = { ...options, guardBuffers: true };
  for (const capture of [options.capture, ...captures]) {
    const { problems } = await preflight({ ...guarded, capture, leaveFilesAlone: true }, signal);
    if (problems.some(({ kind }) => kind === 'not-enough-memory')) return options;
  }
  return guarded;
}
