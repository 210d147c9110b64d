/** Bytes compared as elements of a type, by the native core. */
import { elementSize, type ElementType } from '../../protocol/replay/element';
import type { ComparedRange, Tolerance } from '../../protocol/replay/verification';
import { loadAddon } from '../addon/load';

export type Type = ElementType | 'bytes';

export type Comparison = Omit<
  ComparedRange,
  'record' | 'via' | 'buffer' | 'offset' | 'length' | 'function' | 'type' | 'first' | 'mismatch'
> & {
  readonly first?: { readonly index: string; readonly expected: string; readonly actual: string };
};

/** Bytes of an element. */
export const sizeOf = (type: Type): number => (type === 'bytes' ? 1 : elementSize(type));

/** As the native core is told it: without a type, bytes are compared. */
export const elementTypeOf = (type: Type): ElementType | undefined => (type === 'bytes' ? undefined : type);

/** Compares arrays of the same length. */
export async function compareElements(expected: Uint8Array, actual: Uint8Array, type: Type, tolerance: Tolerance): Promise<Comparison> {
  return JSON.parse(await loadAddon().compare(expected, actual, elementTypeOf(type), tolerance)) as Comparison;
}
