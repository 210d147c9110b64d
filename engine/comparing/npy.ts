/** Arrays as numpy writes them: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
import { elementCount, elementSize, type ElementType } from '../../protocol/replay/element';
import { packed } from './packing';

/** Type codes, without the order of bytes. */
const TYPES: Readonly<Record<string, ElementType>> = {
  f8: 'f64',
  f4: 'f32',
  f2: 'f16',
  i8: 'i64',
  i4: 'i32',
  i2: 'i16',
  i1: 'i8',
  u8: 'ui64',
  u4: 'ui32',
  u2: 'ui16',
  u1: 'ui8',
  b1: 'i1',
};
const CODES = new Map(Object.entries(TYPES).map(([code, type]) => [type, code] as const));

/** An array's elements, little-endian, the last dimension first. */
export interface NpyArray {
  /** Undefined for what a kernel has no elements of, and for raw bytes. */
  readonly type: ElementType | undefined;
  /** Bytes of an element. */
  readonly size: number;
  /** Elements are bytes that mean nothing to numpy: such as ml_dtypes writes bf16 and the f8 kinds. */
  readonly raw: boolean;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

const MAGIC = '\x93NUMPY';
/** The data begins at a multiple of it. */
const ALIGNMENT = 64;

/** The dictionary of a header, which is a Python literal. */
function readHeader(header: string): {
  readonly order: string;
  readonly code: string;
  readonly size: number;
  readonly fortran: boolean;
  readonly shape: readonly number[];
} {
  const descr = /'descr':\s*'([<>|=]?)([a-zA-Z])(\d+)(?:\[[^\]]*\])?'/.exec(header);
  const [, order = '', kind = '', size = ''] = descr ?? [];
  if (descr === null) throw new Error('its header names no plain type');
  if (kind === 'O') throw new Error('its elements are Python objects');
  const shape = /'shape':\s*\(([\d\sL,]*)\)/.exec(header)?.[1];
  if (shape === undefined) throw new Error('its header names no shape');
  const fortran = /'fortran_order':\s*(True|False)/.exec(header)?.[1];
  if (fortran === undefined) throw new Error('its header names no order of elements');
  const dimensions = shape.split(',').flatMap((word) => (word.trim() === '' ? [] : [Number.parseInt(word, 10)]));
  // Of text the number counts characters, of four bytes each.
  const bytes = Number(size) * (kind === 'U' ? 4 : 1);
  return { order, code: `${kind}${size}`, size: bytes, fortran: fortran === 'True', shape: dimensions };
}

/** Reads an .npy file. Throws an Error for what is none, or what is stored in a way that is not read. */
export function readNpy(file: Uint8Array): NpyArray {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < 10 || bytes.toString('latin1', 0, 6) !== MAGIC) throw new Error('it is not an .npy file');
  const version = bytes[6] ?? 0;
  if (version < 1 || version > 3) throw new Error(`it is of version ${String(version)} of its format`);
  const wide = version >= 2;
  const begin = wide ? 12 : 10;
  if (bytes.length < begin) throw new Error('it ends in its header');
  const length = wide ? bytes.readUInt32LE(8) : bytes.readUInt16LE(8);
  if (bytes.length < begin + length) throw new Error('it ends in its header');
  const { order, code, size, fortran, shape } = readHeader(bytes.toString('latin1', begin, begin + length));
  const type = TYPES[code];
  const count = elementCount(shape);
  const data = file.subarray(begin + length);
  if (data.length !== count * size) {
    throw new Error(`it holds ${String(data.length)} bytes, and its header names ${String(count * size)}`);
  }
  if (order === '>' && size > 1 && type === undefined) throw new Error(`its elements are big-endian (>${code})`);
  const little = order === '>' && size > 1 ? swapped(data, size) : data;
  return { type, size, raw: code.startsWith('V'), shape, data: fortran ? packed(little, size, shape, firstFirst(shape)) : little };
}

/** Strides of elements that are stored the first dimension first. */
function firstFirst(shape: readonly number[]): readonly number[] {
  return shape.map((_, i) => elementCount(shape.slice(0, i)));
}

/** Elements with their bytes in the other order. */
function swapped(data: Uint8Array, size: number): Uint8Array {
  const result = Uint8Array.from(data);
  for (let at = 0; at < result.length; at += size) result.subarray(at, at + size).reverse();
  return result;
}

/** Whether numpy has no name for a type: its elements are raw bytes in an .npy file. */
export const isRaw = (type: ElementType): boolean => !CODES.has(type);

/** An .npy file of elements, little-endian, the last dimension first. What numpy has no name for is written as raw bytes, as ml_dtypes does. */
export function writeNpy(type: ElementType, shape: readonly number[], data: Uint8Array): Uint8Array {
  return Buffer.concat([npyHead(type, shape), data]);
}

/** What stands before the elements in such a file. */
export function npyHead(type: ElementType, shape: readonly number[]): Uint8Array {
  const size = elementSize(type);
  const code = CODES.get(type);
  const descr = `${size === 1 ? '|' : '<'}${code ?? `V${String(size)}`}`;
  const dimensions = shape.length === 1 ? `${String(shape[0])},` : shape.join(', ');
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${dimensions}), }`;
  const begin = 10;
  const length = Math.ceil((begin + text.length + 1) / ALIGNMENT) * ALIGNMENT - begin;
  // Version 1 has two bytes for the length: enough for more dimensions than numpy has.
  const head = Buffer.alloc(begin);
  head.write(MAGIC, 'latin1');
  head.writeUInt8(1, 6);
  head.writeUInt16LE(length, 8);
  return Buffer.concat([head, Buffer.from(`${text.padEnd(length - 1)}\n`, 'latin1')]);
}
