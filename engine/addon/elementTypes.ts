/** What kernel names say about their operands, as in matmul_256x256x256_f32 or matmul_4x8x16_i8xi8xi32. */
import { ELEMENT_TYPES, type ElementType } from '../../protocol/replay/element';

const byName = new Map(ELEMENT_TYPES.map((type) => [type.toLowerCase(), type] as const));

/** The types in a name, in order; the operands' when the last word names several. */
export function typesInName(name: string): readonly ElementType[] {
  const words = name.toLowerCase().split('_').reverse();
  for (const word of words) {
    const types = word.split('x').flatMap((part) => byName.get(part) ?? []);
    if (types.length > 0) return types;
  }
  return [];
}

/** The type of binding `ordinal` of `bindings`; undefined when the name is ambiguous. The result is the last binding. */
export function bindingType(name: string, ordinal: number, bindings: number): ElementType | undefined {
  const types = typesInName(name);
  if (new Set(types).size === 1) return types[0];
  if (types.length === bindings) return types[ordinal];
  return ordinal === bindings - 1 ? types.at(-1) : undefined;
}
