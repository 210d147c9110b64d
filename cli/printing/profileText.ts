/** A profile that was recorded, in a line. */
import type { RecordedProfile } from '../../protocol/profile/profiling';
import { takenSentence } from '../../protocol/words/samplingWords';

export function profileText({ file, events, samples, absentMetrics = [] }: RecordedProfile): string {
  const absent = absentMetrics.length === 0 ? '' : `; this machine does not give ${absentMetrics.join(', ')}`;
  const sampled = samples === undefined ? '' : `\n${takenSentence(samples)}`;
  return `profile: ${file}, ${events} events${absent}${sampled}`;
}
