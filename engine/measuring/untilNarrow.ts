/** Samples until they say something, where nobody said for how long. */
import { ENOUGH_SAMPLES, type ProfileRequest } from '../../protocol/profile/profiling';

const MOST_SECONDS = 10;

/** The same request, with its replay repeated until each share of its samples is narrow, or for long enough; as it is without samples. */
export function untilNarrow(request: ProfileRequest): ProfileRequest {
  const { sampling } = request;
  return sampling === undefined ? request : { ...request, sampling: { ...sampling, seconds: MOST_SECONDS, enough: ENOUGH_SAMPLES } };
}
