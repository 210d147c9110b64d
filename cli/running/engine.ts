/** Jobs whose code may end its process: they run in another, so that this one can report it. */
import * as path from 'node:path';
import { createJobQueue } from '../../engine/process/jobQueue';
import { Refused } from '../../engine/jobs/refused';
import { BuildError } from '../../engine/kernels/buildError';
import type { EngineJob, EngineJobs, EngineState } from '../../protocol/processes/engine';
import { ProblemError } from '../../protocol/base/problemOf';
import type { RunOptions } from '../../protocol/replay/run';
import { errorText } from '../printing/problems';
import { sayOnStderr } from './reported';

/** Does one job in engine processes; `report` gets its states, and what they print goes to stderr. */
export async function inEngine<Job extends EngineJob>(
  job: Job,
  options: EngineJobs[Job]['options'],
  report: (state: EngineState<Job>) => void,
  signal: AbortSignal,
): Promise<EngineState<Job>> {
  const queue = createJobQueue(path.join(__dirname, 'engine.js'), (line) => console.error(line));
  try {
    return await queue.start(
      job,
      options,
      (state) => {
        if (state.state === 'idle' && state.waitsFor !== undefined) sayOnStderr(state.waitsFor);
        report(state);
      },
      signal,
    );
  } finally {
    queue.dispose();
  }
}

/** Throws what kept a job from being done, as it would have been thrown in this process. */
export function failure({ run }: { readonly run: RunOptions }, state: EngineState<EngineJob>): Error {
  if (state.state === 'refused') return new Refused(run, state.problems);
  if (state.state !== 'failed') return new Error(state.state === 'cancelled' ? 'cancelled' : `the job ended ${state.state}`);
  const { problem, diagnostics = [], output } = state;
  return output === undefined ? new ProblemError(problem, errorText(problem)) : new BuildError(problem.message, diagnostics, output);
}
