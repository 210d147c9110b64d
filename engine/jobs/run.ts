/** Replaying a capture once. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import { profileRequest } from '../../protocol/jobs/profiling';
import type { RunOptions, RunProgress, RunResult } from '../../protocol/replay/run';
import type { ReplaySession } from '../addon/replay';
import { withBuiltKernels } from '../kernels/substitutes';
import { untilNobodyMeasures } from '../measuring/measuringTurn';
import { withStatistics } from './deviceStatistics';
import { prepared } from './refused';
import type { Work } from './work';

/** Between two reports of progress. */
const REPORT_MS = 50;

/** Runs a prepared session, saying where it is. */
async function execute(session: ReplaySession, report: (progress: RunProgress) => void, signal: AbortSignal): Promise<RunResult> {
  const timer = setInterval(() => report({ phase: 'executing', ...session.progress() }), REPORT_MS);
  try {
    return await session.run(signal);
  } finally {
    clearInterval(timer);
  }
}

/** What is known of substitutes before they are executed. */
async function hintsAbout(options: RunOptions, signal: AbortSignal): Promise<NonNullable<RunProgress['hints']>> {
  if ((options.substitutions ?? []).length === 0) return [];
  const { listDispatches } = await import('../addon/dispatches');
  const { tiledOtherwise } = await import('../comparing/tiling');
  return tiledOtherwise(options, (await listDispatches(options, signal)).dispatches);
}

/**
 * Where outputs are hashed that nobody asked to keep: below `scratch`. Without it only those that are kept are hashed. `timesFunctions` is
 * whether somebody wants to know what each function took, which costs a reading of the clock for each dispatch.
 */
export const run =
  (scratch?: string, timesFunctions = true): Work<'run'> =>
  async (options, report, signal, waits) => {
    if (options.iree === undefined) profileRequest(options.profiling);
    await untilNobodyMeasures(waits, signal);
    if (options.iree !== undefined) {
      report({ phase: 'executing', record: 0, records: 0 });
      const [{ runByIree }, { findIreeTools }] = await Promise.all([import('../iree/replay'), import('../iree/tools')]);
      return runByIree(findIreeTools(options.iree), options, signal);
    }
    // What is profiled does nothing besides.
    const isHashed = options.outputs === undefined && options.profiling === undefined;
    const hashed = isHashed && scratch !== undefined ? await fs.mkdtemp(path.join(scratch, 'outputs-')) : undefined;
    try {
      const preparing = { phase: 'preparing', record: 0, records: 0 } as const;
      report(preparing);
      // A substitute may be tiled for another grid: what leaves its buffers should be named.
      const guardBuffers = options.guardBuffers === true || (options.substitutions ?? []).length > 0;
      const built = { ...(await withBuiltKernels(options, signal)), guardBuffers, ...(hashed === undefined ? {} : { outputs: hashed }) };
      // With guarded buffers it is looked at whether kernels are right, by the loop that verification uses.
      const timeFunctions = timesFunctions && !built.guardBuffers;
      return await withStatistics(options.profiling, signal, async (profile) => {
        const { session, warnings } = await prepared({ ...built, timeFunctions, ...(profile === undefined ? {} : { profile }) }, signal);
        try {
          report({ ...preparing, warnings, hints: await hintsAbout(built, signal) });
          return await execute(session, report, signal);
        } finally {
          session.close();
        }
      });
    } finally {
      if (hashed !== undefined) await fs.rm(hashed, { recursive: true, force: true });
    }
  };
