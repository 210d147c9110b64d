/** The jobs whose runs are kept, and shown in a view of their own. */
import type { EngineJobs } from '../processes/engine';
import type { MeasuredJob } from '../results/results';
import { benchmark } from '../jobs/benchmark';
import { bisect } from '../jobs/bisect';
import { commandLine } from './commandLine';
import type { Job } from '../jobs/job';
import { run } from '../jobs/run';
import { substitute } from '../jobs/substitute';
import { verify } from '../jobs/verify';

export const MEASURED: Readonly<Record<MeasuredJob, Job>> = { benchmark, verify, substitute, bisect, run };

/** The command line that does the same as a run. */
export function commandLineOfRun<Name extends MeasuredJob>(job: Name, options: EngineJobs[Name]['options']): string {
  return commandLine(MEASURED[job], options);
}
