/** An engine process and its successors: jobs one after another, in a new process when the last one has died. */
import type { Problem } from '../../protocol/capture/capture';
import type { EngineJob, EngineState, ProcessJob, StartJob } from '../../protocol/processes/engine';
import { substituteEach } from './candidates';
import { startEngine, unstarted, type EngineProcess } from './engineProcess';
import { verifyInJobs } from './verification';

export interface JobQueue {
  /** Does the job after those before it; one that is cancelled while waiting ends at once. Never rejects. */
  readonly start: StartJob;
  /** Ends the process; its job and those waiting are cancelled. */
  dispose(): void;
}

/**
 * Runs `script` when the first job comes. `print` gets what the process writes. `forbidden` says why nothing may be executed now: it is
 * called before each job, and every job goes through here.
 */
export function createJobQueue(
  script: string,
  print: (line: string) => void,
  forbidden: () => Problem | undefined = () => undefined,
): JobQueue {
  const closing = new AbortController();
  let engine: EngineProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const begin: StartJob<ProcessJob> = async (job, options, report, signal) => {
    const end = <State extends EngineState<typeof job>>(state: State): State => {
      report(state);
      return state;
    };
    if (signal.aborted) return end({ state: 'cancelled' });
    try {
      if (engine?.alive !== true) engine = startEngine(script, print);
    } catch (error) {
      return end({ state: 'failed', problem: unstarted(error) });
    }
    return engine.start(job, options, report, signal);
  };
  const unlessForbidden: StartJob = (job, options, report, signal) => {
    const problem = signal.aborted ? undefined : forbidden();
    if (problem === undefined) return starterOf(job, begin)(job, options, report, signal);
    const refused = { state: 'refused', problems: [problem] } as const;
    report(refused);
    return Promise.resolve(refused);
  };
  return {
    start(job, options, report, asked) {
      const signal = AbortSignal.any([asked, closing.signal]);
      const before = last;
      const turn = Promise.race([before, aborted(signal)]).then(() => unlessForbidden(job, options, report, signal));
      last = Promise.allSettled([before, turn]);
      return turn;
    },
    dispose() {
      closing.abort();
      engine?.dispose();
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** What begins a job: one that tries what may kill its process is several of them. */
function starterOf(job: EngineJob, begin: StartJob<ProcessJob>): StartJob {
  // Each is of the job that is asked for, which TypeScript does not see.
  const each: StartJob<'substitute'> = (_, options, report, signal) => substituteEach(begin, options, report, signal);
  if (job === 'substitute') return each;
  const inJobs: StartJob<'verify'> = (_, options, report, signal) => verifyInJobs(begin, options, report, signal);
  if (job === 'verify') return inJobs;
  if (job !== 'bisect') return begin;
  const start: StartJob<ProcessJob> = (one, ...asked) => (starterOf(one, begin) as StartJob<ProcessJob>)(one, ...asked);
  // A bundle of its own: only who bisects needs it.
  const tests: StartJob<'bisect'> = async (_, options, report, signal) =>
    (await import('./bisection')).bisectInJobs(start, options, report, signal);
  return tests;
}
