/** What replays of a recording are asked, as it is typed on its page. */
import { isRecord } from '../../protocol/base/isRecord';
import type { LlvmCompared } from '../../protocol/neighbour/llvmPages';

/** Types whose numbers may differ within a tolerance. */
export const TYPES = ['f32', 'f64', 'f16', 'bf16'] as const;

export interface ComparedAs {
  /** Empty: bit for bit. */
  readonly type: (typeof TYPES)[number] | '';
  /** What is typed; empty for 0. */
  readonly absolute: string;
  readonly ulp: string;
  /** Numbers that a sweep tries, with commas; empty for some about the recorded. */
  readonly teams: string;
  readonly threads: string;
}

export const BIT_FOR_BIT: ComparedAs = { type: '', absolute: '', ulp: '', teams: '', threads: '' };

/** What had been kept, as far as it is that. */
export function comparedAs(kept: unknown): ComparedAs {
  if (!isRecord(kept)) return BIT_FOR_BIT;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    type: TYPES.find((type) => type === kept['type']) ?? '',
    ...{ absolute: text(kept['absolute']), ulp: text(kept['ulp']), teams: text(kept['teams']), threads: text(kept['threads']) },
  };
}

/** How memory is compared; a sentence where what is typed is no tolerance. */
export function readTolerance({ type, absolute, ulp }: Pick<ComparedAs, 'type' | 'absolute' | 'ulp'>): LlvmCompared | string {
  if (type === '') return {};
  const [most, units] = [absolute.trim(), ulp.trim()];
  if (!/^(?:(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)?$/i.test(most) || !Number.isFinite(Number(most)))
    return `${most} is not a number that a difference can be at most: 0.001 and 1e-3 are.`;
  if (!/^\d{0,9}$/.test(units)) return `${units} is not a number of units in the last place: 4 is.`;
  return { type, tolerance: { absolute: Number(most), ulp: Number(units) } };
}

/** Numbers of teams or threads; a sentence where what is typed is something else. */
export function readNumbers(text: string): readonly number[] | string {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const wrong = parts.find((part) => !/^[1-9]\d{0,8}$/.test(part));
  return wrong === undefined ? parts.map(Number) : `${wrong} is not a number of teams or threads: 64, 128 are.`;
}
