/** How far results may be from those of another program, where nobody says it: by their type. */
import type { ElementType } from '../../protocol/replay/element';
import type { Tolerance } from '../../protocol/replay/verification';

/** Of floats, absolute and relative: what PyTorch's own tests allow, or a bit more; of 8 bits two units in the last place. */
const BY_TYPE: Partial<Record<ElementType, number>> = { f64: 1e-4, f32: 1e-4, f16: 0.002, bf16: 0.016 };

/** What a user asks, with zeros for what is not asked, as it applies to a type: whole numbers and booleans have to be equal. */
export function toleranceFor(type: ElementType, asked: Tolerance): Tolerance {
  const exact: Tolerance = { absolute: 0, relative: 0, ulp: 0, nanEqual: asked.nanEqual };
  if (!/^b?f/.test(type)) return exact;
  if (asked.absolute > 0 || asked.relative > 0 || asked.ulp > 0) return asked;
  const bound = BY_TYPE[type];
  return bound === undefined ? { ...exact, ulp: 2 } : { ...exact, absolute: bound, relative: bound };
}
