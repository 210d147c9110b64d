/** How far apart two devices may be that compute the same in another order: by rounding alone. */
import type { Tolerance } from '../../protocol/replay/verification';
import { sizeOf, type Type } from './comparing';

/** Between 1 and the next larger number, of the types that round. */
const EPSILON: Partial<Record<Type, number>> = { f64: 2 ** -52, f32: 2 ** -23, f16: 2 ** -10, bf16: 2 ** -7 };

/** Operations that a function such as exp() may count for: Vulkan's is within 3 + 2 |x| units in the last place. */
const OF_A_FUNCTION = 32;

const EXACT: Tolerance = { absolute: 0, relative: 0, ulp: 0, nanEqual: true };

/** An operation's tensors, by their numbers of elements. */
export interface Counts {
  readonly read: readonly number[];
  readonly written: number;
}

/**
 * How many operations there are for each result, guessed from how much is read for it: of a product of M x K by K x N elements, K; of a
 * reduction, as many as there are elements for each result.
 */
export function operationsFor({ read, written }: Counts): number {
  const [most = 0, second = 0] = [...read].sort((a, b) => b - a);
  const results = Math.max(1, written);
  return OF_A_FUNCTION + Math.ceil(Math.max(1, most / results, Math.sqrt((most / results) * second)));
}

/** The value of 16 bits of a floating-point number with so many bits of exponent; NaN for what is not finite. */
function small(bits: number, exponentBits: number): number {
  const mantissaBits = 15 - exponentBits;
  const largest = 2 ** exponentBits - 1;
  const exponent = (bits >> mantissaBits) & largest;
  if (exponent === largest) return NaN;
  const mantissa = bits & (2 ** mantissaBits - 1);
  const bias = 2 ** (exponentBits - 1) - 1;
  return exponent === 0 ? mantissa * 2 ** (1 - bias - mantissaBits) : (1 + mantissa / 2 ** mantissaBits) * 2 ** (exponent - bias);
}

const READ: Partial<Record<Type, (view: DataView, at: number) => number>> = {
  f64: (view, at) => view.getFloat64(at, true),
  f32: (view, at) => view.getFloat32(at, true),
  f16: (view, at) => small(view.getUint16(at, true), 5),
  bf16: (view, at) => small(view.getUint16(at, true), 8),
};

/** The magnitude of the largest finite element; 0 without any. */
function largestOf(bytes: Uint8Array, type: Type): number {
  const read = READ[type];
  if (read === undefined) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = sizeOf(type);
  let largest = 0;
  for (let at = 0; at + size <= bytes.length; at += size) {
    const magnitude = Math.abs(read(view, at));
    if (magnitude > largest && magnitude < Infinity) largest = magnitude;
  }
  return largest;
}

/** What so many operations on numbers of this size may lose by rounding: nothing of integers, and of types that are not known. */
export function roundingTolerance(expected: Uint8Array, type: Type, operations: number): Tolerance {
  const epsilon = EPSILON[type];
  return epsilon === undefined ? EXACT : { ...EXACT, absolute: operations * epsilon * largestOf(expected, type) };
}
