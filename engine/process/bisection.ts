/** A bisection in engine processes: each test is a job, or several, and a build that kills its process is still told of. */
import * as v from 'valibot';
import type { BisectProgress } from '../../protocol/measurement/bisection';
import type { EngineJobs, EngineState, ProcessJob, StartJob } from '../../protocol/processes/engine';
import { bisect as described } from '../../protocol/jobs/bisect';
import { isCancelled, problemOf } from '../../protocol/base/problemOf';
import { bisect } from '../bisecting/bisect';

/** Tests one after another. `start` starts a new process after a crash. Never rejects. */
export async function bisectInJobs(
  start: StartJob<ProcessJob>,
  options: EngineJobs['bisect']['options'],
  report: (state: EngineState<'bisect'>) => void,
  signal: AbortSignal,
): Promise<EngineState<'bisect'>> {
  const finish = (state: EngineState<'bisect'>): EngineState<'bisect'> => {
    report(state);
    return state;
  };
  let latest: BisectProgress = { name: '', tests: [] };
  let waiting = false;
  const running = (progress: BisectProgress): void => {
    latest = progress;
    waiting = false;
    report({ state: 'running', progress });
  };
  try {
    const surroundings = {
      start,
      waits: (waitsFor: string): void => {
        waiting = true;
        report({ state: 'idle', waitsFor });
      },
      begins: (): void => {
        if (waiting) running(latest);
      },
      signal,
    };
    const result = await bisect(v.parse(described.options, options), surroundings, running);
    return finish({ state: signal.aborted ? 'cancelled' : 'done', result });
  } catch (error) {
    return finish(signal.aborted || isCancelled(error) ? { state: 'cancelled' } : { state: 'failed', problem: problemOf(error) });
  }
}
