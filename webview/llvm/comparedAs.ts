/** How memory that differs is compared, as it is typed on the page of a recording. */
import { isRecord } from '../../protocol/base/isRecord';
import type { LlvmVerifyOptions } from '../../protocol/neighbour/llvm';

/** Types whose numbers may differ within a tolerance. */
export const TYPES = ['f32', 'f64', 'f16', 'bf16'] as const;

export interface ComparedAs {
  /** Empty: bit for bit. */
  readonly type: (typeof TYPES)[number] | '';
  /** What is typed; empty for 0. */
  readonly absolute: string;
  readonly ulp: string;
}

export const BIT_FOR_BIT: ComparedAs = { type: '', absolute: '', ulp: '' };

/** What had been kept, as far as it is that. */
export function comparedAs(kept: unknown): ComparedAs {
  if (!isRecord(kept)) return BIT_FOR_BIT;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { type: TYPES.find((type) => type === kept['type']) ?? '', absolute: text(kept['absolute']), ulp: text(kept['ulp']) };
}

/** What a replay is asked for; a sentence where what is typed is no tolerance. */
export function readTolerance({ type, absolute, ulp }: ComparedAs): Pick<LlvmVerifyOptions, 'type' | 'tolerance'> | string {
  if (type === '') return {};
  const [most, units] = [absolute.trim(), ulp.trim()];
  if (!/^(?:(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)?$/i.test(most) || !Number.isFinite(Number(most)))
    return `${most} is not a number that a difference can be at most: 0.001 and 1e-3 are.`;
  if (!/^\d{0,9}$/.test(units)) return `${units} is not a number of units in the last place: 4 is.`;
  return { type, tolerance: { absolute: Number(most), ulp: Number(units) } };
}
