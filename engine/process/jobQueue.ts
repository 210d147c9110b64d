/** An engine process and its successors: jobs one after another, in a new process when the last one has died. */
import type { Problem } from '../../protocol/capture';
import type { EngineJob, EngineState } from '../../protocol/engine';
import type { SubstituteOptions } from '../../protocol/substitution';
import { substituteEach } from './candidates';
import { startEngine, unstarted, type EngineProcess } from './engineProcess';

export interface JobQueue {
  /** Does the job after those before it; one that is cancelled while waiting ends at once. Never rejects. */
  readonly start: EngineProcess['start'];
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
  const begin: EngineProcess['start'] = async (job, options, report, signal) => {
    const end = <State extends EngineState<typeof job>>(state: State): State => {
      report(state);
      return state;
    };
    if (signal.aborted) return end({ state: 'cancelled' });
    const problem = forbidden();
    if (problem !== undefined) return end({ state: 'refused', problems: [problem] });
    try {
      if (engine?.alive !== true) engine = startEngine(script, print);
    } catch (error) {
      return end({ state: 'failed', problem: unstarted(error) });
    }
    return engine.start(job, options, report, signal);
  };
  return {
    start(job, options, report, asked) {
      const signal = AbortSignal.any([asked, closing.signal]);
      const before = last;
      const turn = Promise.race([before, aborted(signal)]).then(() => starterOf(job, begin)(job, options, report, signal));
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

/** A candidate that kills its process does not end a substitution: each is a job. */
function starterOf(job: EngineJob, begin: EngineProcess['start']): EngineProcess['start'] {
  if (job !== 'substitute') return begin;
  const each = (
    _: 'substitute',
    options: SubstituteOptions,
    report: (state: EngineState<'substitute'>) => void,
    signal: AbortSignal,
  ): Promise<EngineState<'substitute'>> => substituteEach(begin, options, report, signal);
  // The job is this one.
  return each as EngineProcess['start'];
}
