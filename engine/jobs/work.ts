/** What doing a job is, wherever it is done: in the engine process, or by the command line. */
import type { EngineJob, EngineJobs } from '../../protocol/processes/engine';
import type { Tell } from '../measuring/measuringTurn';

/** Does a job as its options say. Rejects with Refused, BuildError, the signal's reason, or what ended a replay. */
export type Work<Job extends EngineJob> = (
  options: EngineJobs[Job]['told'],
  report: (progress: EngineJobs[Job]['progress']) => void,
  signal: AbortSignal,
  /** Hears whom it waits for. */
  waits: Tell,
) => Promise<EngineJobs[Job]['result']>;
