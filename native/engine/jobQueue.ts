/** An engine process and those that follow it: jobs one after the other, in a new process when the last one has died. */
import type { EngineJob, EngineState } from '../../protocol/engine';
import type { SubstituteOptions } from '../../protocol/substitution';
import { substituteEach } from './candidates';
import { startEngine, type EngineProcess } from './engineProcess';

export interface JobQueue {
  /** Does the job when those before it have ended. */
  readonly start: EngineProcess['start'];
  /** Ends the process. */
  dispose(): void;
}

/** Runs `script` when the first job comes. `print` gets what the process writes. */
export function createJobQueue(script: string, print: (line: string) => void): JobQueue {
  let engine: EngineProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const begin: EngineProcess['start'] = async (job, options, report, signal) => {
    if (signal.aborted) return { state: 'cancelled' };
    if (engine?.alive !== true) engine = startEngine(script, print);
    return engine.start(job, options, report, signal);
  };
  return {
    start(job, options, report, signal) {
      const turn = last.then(() => starterOf(job, begin)(job, options, report, signal));
      last = turn.catch(() => undefined);
      return turn;
    },
    dispose: () => engine?.dispose(),
  };
}

/** A candidate that kills its process is no end of a substitution: each is a job. */
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
