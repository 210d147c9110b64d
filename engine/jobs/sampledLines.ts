/** profile hotspots: lines that samples of a profile lie in. */
import { isRecord } from '../../protocol/isRecord';
import type { U64 } from '../../protocol/u64';
import { NO_SAMPLES } from '../rendering/hotspots';
import { reportText } from './reportText';

/** How many samples something has, and how sure that is. */
export interface Sampled {
  readonly samples: number;
  /** Of all samples, from 0 to 1; `low` and `high` are where it lies with 95 % confidence. */
  readonly share: number;
  readonly low: number;
  readonly high: number;
  /** There are enough samples to say so. */
  readonly isHot: boolean;
}

/** A line as the compiler has named it, with all samples of what it says and of what that calls. */
export interface SampledLine extends Sampled {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The kernels that they are of. */
  readonly kernels: readonly (Sampled & { readonly executable: U64; readonly ordinal: number })[];
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
  const { path, line, kernels } = value;
  const sampled = sampledOf(value);
  if (typeof path !== 'string' || typeof line !== 'number' || sampled === undefined) return [];
  return [{ path, line, ...sampled, kernels: Array.isArray(kernels) ? kernels.flatMap(kernelOf) : [] }];
}

function kernelOf(value: unknown): SampledLine['kernels'] {
  if (!isRecord(value)) return [];
  const { executable_id: executable, function_ordinal: ordinal } = value;
  const sampled = sampledOf(value);
  if (sampled === undefined || (typeof executable !== 'number' && typeof executable !== 'string') || typeof ordinal !== 'number') return [];
  return [{ executable: String(executable), ordinal, ...sampled }];
}

function sampledOf(value: Readonly<Record<string, unknown>>): Sampled | undefined {
  const { samples, share, share_low: low, share_high: high, is_hot: isHot } = value;
  if (typeof samples !== 'number' || typeof share !== 'number' || typeof low !== 'number') return undefined;
  return typeof high !== 'number' || typeof isHot !== 'boolean' ? undefined : { samples, share, low, high, isHot };
}
