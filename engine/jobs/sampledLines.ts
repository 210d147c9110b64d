/** profile hotspots: lines that samples of a profile lie in. */
import { isRecord } from '../../protocol/isRecord';
import { NO_SAMPLES } from '../rendering/hotspots';
import { reportText } from './reportText';

/** A line as the compiler has named it, with all samples of what it says and of what that calls. */
export interface SampledLine {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly samples: number;
  /** Of all samples, from 0 to 1; `low` and `high` are where it lies with 95 % confidence. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
  /** There are enough samples to say so. */
  readonly isHot: boolean;
}

/** The most samples first; none of a profile without samples. Rejects as reportProfile() does. */
export async function sampledLines(profile: string, signal?: AbortSignal): Promise<readonly SampledLine[]> {
  try {
    return (await reportText(profile, 'hotspots', true, signal)).split('\n').flatMap(sampledLineOf);
  } catch (error) {
    if (error instanceof Error && NO_SAMPLES.test(error.message)) return [];
    throw error;
  }
}

/** Of a row of the report; none of one that is about something else. */
export function sampledLineOf(row: string): readonly SampledLine[] {
  if (row === '') return [];
  const value: unknown = JSON.parse(row);
  if (!isRecord(value) || value['type'] !== 'hotspot_line') return [];
  const { path, line, samples, share, share_low: low, share_high: high, is_hot: isHot } = value;
  if (typeof path !== 'string' || typeof line !== 'number' || typeof samples !== 'number' || typeof share !== 'number') return [];
  if (typeof low !== 'number' || typeof high !== 'number' || typeof isHot !== 'boolean') return [];
  return [{ path, line, samples, share, low, high, isHot }];
}
