/** Fields of the rows that `ireereplay profile hotspots --format=jsonl` prints. */
import { isRecord } from '../../protocol/base/isRecord';
import type { SampledShare } from '../../protocol/code/hotspots';

export type Row = Readonly<Record<string, unknown>>;

export const list = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);
/** Ids too large for a number are printed as strings. */
export const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
export const number = (value: unknown): number => (typeof value === 'number' || typeof value === 'string' ? Number(value) : 0);

export function shareOf(row: Row): SampledShare {
  return {
    samples: number(row['samples']),
    share: number(row['share']),
    low: number(row['share_low']),
    high: number(row['share_high']),
    tooFew: row['too_few'] === true,
  };
}
