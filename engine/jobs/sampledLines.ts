/** profile hotspots: kernels and lines that samples of a profile lie in. */
import { isRecord } from '../../protocol/base/isRecord';
import type { U64 } from '../../protocol/base/u64';
import { orWithoutSamples } from '../rendering/hotspots';
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

/** A function of an executable that dispatches execute, with all that it calls. */
export interface SampledKernel extends Sampled {
  readonly executable: string;
  readonly ordinal: number;
  readonly name: string;
}

/** The most samples first. */
export interface SampledPlaces {
  readonly kernels: readonly SampledKernel[];
  readonly lines: readonly SampledLine[];
}

/** None of a profile without samples. Rejects as reportProfile() does. */
export async function sampledPlaces(profile: string, signal?: AbortSignal): Promise<SampledPlaces> {
  const text = await orWithoutSamples(reportText(profile, 'hotspots', true, signal), '');
  const rows = text === '' ? [] : text.split('\n');
  return { kernels: rows.flatMap(sampledKernelOf), lines: rows.flatMap(sampledLineOf) };
}

function sampledOf({
  samples,
  share,
  share_low: low,
  share_high: high,
  is_hot: isHot,
}: Readonly<Record<string, unknown>>): Sampled | undefined {
  if (typeof samples !== 'number' || typeof share !== 'number' || typeof low !== 'number' || typeof high !== 'number') return undefined;
  return typeof isHot === 'boolean' ? { samples, share, low, high, isHot } : undefined;
}

function rowOf(row: string, type: string): Readonly<Record<string, unknown>> | undefined {
  if (!row.startsWith(`{"type":"${type}"`)) return undefined;
  const value: unknown = JSON.parse(row);
  return isRecord(value) ? value : undefined;
}

/** Of a row of the report; none of one that is about something else. */
export function sampledKernelOf(text: string): readonly SampledKernel[] {
  const row = rowOf(text, 'hotspot_kernel');
  const sampled = row === undefined ? undefined : sampledOf(row);
  const { executable_id: executable, function_ordinal: ordinal, kernel: name } = row ?? {};
  if (sampled === undefined || typeof executable !== 'number' || typeof ordinal !== 'number' || typeof name !== 'string') return [];
  return [{ executable: String(executable), ordinal, name, ...sampled }];
}

/** Likewise. */
export function sampledLineOf(text: string): readonly SampledLine[] {
  const row = rowOf(text, 'hotspot_line');
  const sampled = row === undefined ? undefined : sampledOf(row);
  const { path, line, kernels } = row ?? {};
  if (sampled === undefined || typeof path !== 'string' || typeof line !== 'number') return [];
  return [{ path, line, ...sampled, kernels: Array.isArray(kernels) ? kernels.flatMap(kernelOf) : [] }];
}

function kernelOf(value: unknown): SampledLine['kernels'] {
  if (!isRecord(value)) return [];
  const { executable_id: executable, executable_ids: all, function_ordinal: ordinal } = value;
  const sampled = sampledOf(value);
  if (sampled === undefined || (typeof executable !== 'number' && typeof executable !== 'string') || typeof ordinal !== 'number') return [];
  // Executables of the same code have their samples together.
  const executables = Array.isArray(all) ? all : [executable];
  return executables.map((one) => ({ executable: String(one), ordinal, ...sampled }));
}
