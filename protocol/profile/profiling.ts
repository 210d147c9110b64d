/** The conversation about a profile that a replay records: what is asked for, and what is told to those who record it. */
export { ENOUGH_SAMPLES, shareWithin } from '../jobs/narrowShare';
export type { RecordedProfile } from '../jobs/runResult';
export { profilingProblem, type ProfileRequest, type Profiling } from '../jobs/profiling';
