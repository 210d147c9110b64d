/** A profile that was recorded, in a line. */
import type { RecordedProfile } from '../../protocol/profile/profiling';

export function profileText({ file, events, absentMetrics = [] }: RecordedProfile): string {
  const absent = absentMetrics.length === 0 ? '' : `; this machine does not give ${absentMetrics.join(', ')}`;
  return `profile: ${file}, ${events} events${absent}`;
}
