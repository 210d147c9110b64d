/** Elements of an array in the order of a tensor's. */
import { elementCount } from '../../protocol/replay/element';

/**
 * Copies elements of so many bytes, one behind the other, the last dimension first; `strides` are elements from one index to the
 * next. Throws an Error where one lies outside of `bytes`.
 */
export function packed(bytes: Uint8Array, size: number, shape: readonly number[], strides: readonly number[]): Uint8Array {
  const count = elementCount(shape);
  const last = shape.reduce((sum, dimension, i) => sum + (dimension - 1) * (strides[i] ?? 0), 0);
  if (count > 0 && (last + 1) * size > bytes.length) throw new Error('Elements lie beyond the range.');
  const result = new Uint8Array(count * size);
  const index = shape.map(() => 0);
  for (let at = 0, from = 0; at < result.length; at += size) {
    result.set(bytes.subarray(from * size, (from + 1) * size), at);
    for (let i = shape.length - 1; i >= 0; i--) {
      from += strides[i] ?? 0;
      index[i] = (index[i] ?? 0) + 1;
      if ((index[i] ?? 0) < (shape[i] ?? 0)) break;
      from -= (strides[i] ?? 0) * (shape[i] ?? 0);
      index[i] = 0;
    }
  }
  return result;
}
