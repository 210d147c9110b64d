/** Compares bytes as elements of a type, in the native core. */
import type { ElementType } from '../../protocol/element';
import type { ComparedRange, Tolerance } from '../../protocol/verification';
import { loadAddon } from '../addon/load';

export type Type = ElementType | 'bytes';

export type Comparison = Omit<
  ComparedRange,
  'record' | 'via' | 'buffer' | 'offset' | 'length' | 'function' | 'type' | 'first' | 'mismatch'
> & {
  readonly first?: { readonly index: string; readonly expected: string; readonly actual: string };
};

const SIZES: Readonly<Record<string, number>> = { '64': 8, '32': 4, '16': 2 };

/** Bytes of an element. */
export const sizeOf = (type: Type): number => (type === 'bytes' || type.startsWith('f8') ? 1 : (SIZES[/\d+$/.exec(type)?.[0] ?? ''] ?? 1));

/** Compares arrays of the same length. */
export async function compareElements(expected: Uint8Array, actual: Uint8Array, type: Type, tolerance: Tolerance): Promise<Comparison> {
  return JSON.parse(await loadAddon().compare(expected, actual, type === 'bytes' ? undefined : type, tolerance)) as Comparison;
}
