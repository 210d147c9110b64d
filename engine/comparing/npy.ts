/** Arrays as numpy writes them: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
import type { ElementType } from '../../protocol/element';

/** Type codes of little-endian machines. bf16 and the f8 kinds have none of their own in numpy: ml_dtypes writes raw bytes. */
const TYPES: Readonly<Record<string, ElementType>> = {
  '<f8': 'f64',
  '<f4': 'f32',
  '<f2': 'f16',
  '<i8': 'i64',
  '<i4': 'i32',
  '<i2': 'i16',
  '|i1': 'i8',
  '<u8': 'ui64',
  '<u4': 'ui32',
  '<u2': 'ui16',
  '|u1': 'ui8',
  '|b1': 'i1',
};

/** An array's elements. The type is undefined where numpy has no name for it. */
export interface NpyArray {
  readonly type: ElementType | undefined;
  readonly data: Uint8Array;
}

/** Reads an .npy file. Throws an Error for what is none, or is stored in an order that no buffer has. */
export function readNpy(file: Uint8Array): NpyArray {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 10 || bytes.toString('latin1', 0, 6) !== '\x93NUMPY') throw new Error('it is no .npy file');
  const wide = (bytes[6] ?? 1) >= 2;
  const begin = wide ? 12 : 10;
  const length = wide ? bytes.readUInt32LE(8) : bytes.readUInt16LE(8);
  const header = bytes.toString('latin1', begin, begin + length);
  const descr = /'descr':\s*'([^']*)'/.exec(header)?.[1];
  if (descr === undefined) throw new Error('its header names no plain type');
  if (descr.startsWith('>')) throw new Error(`its elements are big-endian (${descr})`);
  if (/'fortran_order':\s*True/.test(header)) throw new Error('it is stored in Fortran order');
  return { type: TYPES[descr], data: file.subarray(begin + length) };
}
