/** Entry of the engine process: does the jobs that it is told to, one at a time, and reports. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { inspect, type KeptInspection } from '../inspection';
import { benchmarkByIree, runByIree } from '../iree/replay';
import { findIreeTools } from '../iree/tools';
import { benchmark } from '../jobs/benchmark';
import { Refused } from '../jobs/refused';
import { substitute } from '../jobs/substitute';
import { verify } from '../jobs/verify';
import { BuildError } from '../kernel/buildError';
import { withBuiltKernels } from '../kernel/substitutes';
import { installCrashReport, prepareReplay, type ReplaySession } from '../replay';
import type { EngineEvent, EngineJob, EngineJobs, EngineRequest, EngineState } from '../../protocol/engine';
import type { JobState, RunOptions, RunProgress, RunResult, RunState } from '../../protocol/run';
import { isCancelled, problemOf } from '../problemOf';
import { CRASH_FD } from './engineProcess';

/** Between two reports of progress. */
const REPORT_MS = 50;

/** Does one kind of job. Rejects when it is aborted or fails. */
type Work<Job extends EngineJob> = (
  options: EngineJobs[Job]['options'],
  report: (progress: EngineJobs[Job]['progress']) => void,
  signal: AbortSignal,
) => Promise<EngineState<Job>>;

/** Runs a prepared session, saying where it is. */
async function execute(session: ReplaySession, report: (progress: RunProgress) => void, signal: AbortSignal): Promise<RunResult> {
  const timer = setInterval(() => report({ phase: 'executing', ...session.progress() }), REPORT_MS);
  try {
    return await session.run(signal);
  } finally {
    clearInterval(timer);
  }
}

async function replay(options: RunOptions, report: (progress: RunProgress) => void, signal: AbortSignal): Promise<RunState> {
  if (options.iree !== undefined) {
    report({ phase: 'executing', record: 0, records: 0 });
    return { state: 'done', result: await runByIree(findIreeTools(options.iree), options, signal) };
  }
  // What the application read back is hashed from files; without a folder of the user's they go when the run ends.
  const temporary = options.outputs === undefined ? await mkdtemp(path.join(tmpdir(), 'iree-replay-')) : undefined;
  try {
    report({ phase: 'preparing', record: 0, records: 0 });
    const built = await withBuiltKernels(options, signal);
    const { report: preflight, session } = await prepareReplay({ ...built, outputs: options.outputs ?? temporary ?? '' }, signal);
    if (session === undefined) return { state: 'refused', problems: preflight.problems };
    try {
      return { state: 'done', result: await execute(session, report, signal) };
    } finally {
      session.close();
    }
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
  }
}

/** IREE's tools give neither outputs nor buffers: rejects where these are wanted of them. */
function nativeOnly({ iree }: RunOptions, what: string): void {
  if (iree !== undefined) throw new Error(`the iree engine gives no ${what}: choose a device of the native engine`);
}

/** Looking at an operation: what the latest inspection found is kept, so that another type or page answers at once. */
function inspecting(): { readonly inspect: Work<'inspect'>; readonly elements: Work<'elements'> } {
  let kept: KeptInspection | undefined;
  return {
    inspect: async (options, report, signal) => {
      kept = undefined;
      nativeOnly(options.run, 'contents of buffers');
      report({ phase: 'executing', record: 0, records: 0 });
      kept = await inspect({ ...options, run: await withBuiltKernels(options.run, signal) }, signal);
      return { state: 'done', result: kept.inspection };
    },
    elements: async (request) => {
      if (kept === undefined) throw new Error('Nothing has been inspected.');
      return { state: 'done', result: await kept.elements(request) };
    },
  };
}

/** A job of the native core whose result is all there is to say. */
const finishing =
  <Options, Progress, Result>(job: (options: Options, report: (progress: Progress) => void, signal: AbortSignal) => Promise<Result>) =>
  async (options: Options, report: (progress: Progress) => void, signal: AbortSignal): Promise<JobState<Progress, Result>> => {
    const result = await job(options, report, signal);
    return signal.aborted ? { state: 'cancelled', result } : { state: 'done', result };
  };

const jobs: { readonly [Job in EngineJob]: Work<Job> } = {
  run: replay,
  ...inspecting(),
  benchmark: finishing(async (options, report, signal) =>
    options.run.iree === undefined
      ? benchmark(options, report, signal)
      : benchmarkByIree(findIreeTools(options.run.iree), options, report, signal),
  ),
  verify: finishing(async (options, report, signal) => {
    nativeOnly(options.run, 'outputs to compare');
    return verify(options, report, signal);
  }),
  substitute: finishing(async (options, report, signal) => {
    nativeOnly(options.run, 'outputs to compare');
    return substitute(options, report, signal);
  }),
};

function send(state: EngineState<EngineJob>): void {
  const event: EngineEvent = { type: 'state', state };
  process.send?.(event);
}

async function work<Job extends EngineJob>(
  job: Job,
  options: EngineJobs[Job]['options'],
  signal: AbortSignal,
): Promise<EngineState<EngineJob>> {
  try {
    return await jobs[job](options, (progress) => send({ state: 'running', progress }), signal);
  } catch (error) {
    if (error instanceof Refused) return { state: 'refused', problems: error.problems };
    if (error instanceof BuildError) {
      const { diagnostics, output } = error;
      return { state: 'failed', problem: problemOf(error), diagnostics, output };
    }
    return signal.aborted || isCancelled(error) ? { state: 'cancelled' } : { state: 'failed', problem: problemOf(error) };
  }
}

let running: AbortController | undefined;

process.on('message', (request: EngineRequest) => {
  if (request.type === 'cancel') {
    running?.abort();
    return;
  }
  running = new AbortController();
  void work(request.type, request.options, running.signal).then(send);
});
process.on('disconnect', () => {
  // What the job has started ends with it.
  running?.abort();
  // A kernel that does not return would keep exit() from ending the process.
  process.kill(process.pid, 'SIGKILL');
});
// Ctrl+C in a terminal reaches every process: what it means here, the one that gives the jobs says.
process.on('SIGINT', () => undefined);
installCrashReport(CRASH_FD, 'json');
