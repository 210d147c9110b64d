import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ELEMENT_TYPES, elementSize } from '../../protocol/replay/element';
import { fixture } from '../../test/programs';
import { isRaw, readNpy, writeNpy } from './npy';

/** A file with the given header, as numpy pads it. */
function file(header: string, data: Uint8Array, version = 1): Buffer {
  const text = Buffer.from(`${header}\n`, 'latin1');
  const head = Buffer.alloc(version === 1 ? 10 : 12);
  head.write('\x93NUMPY', 'latin1');
  head[6] = version;
  if (version === 1) head.writeUInt16LE(text.length, 8);
  else head.writeUInt32LE(text.length, 8);
  return Buffer.concat([head, text, data]);
}

test('reads what numpy wrote of a model', () => {
  const { type, size, shape, data } = readNpy(readFileSync(fixture('models/block/y.npy')));
  assert.deepEqual([type, size, shape, data.length], ['f32', 4, [1, 64, 128], 32768]);
});

test('what is written is read again, of every type and shape', () => {
  for (const type of ELEMENT_TYPES) {
    for (const shape of [[], [5], [2, 3], [1, 4, 2]]) {
      const count = shape.reduce((all, one) => all * one, 1);
      const data = Uint8Array.from({ length: count * elementSize(type) }, (_, i) => (i * 37) & 255);
      const npy = writeNpy(type, shape, data);
      const read = readNpy(npy);
      assert.deepEqual(read.type, isRaw(type) ? undefined : type);
      assert.deepEqual(
        [read.size, read.raw, read.shape, Buffer.from(read.data)],
        [elementSize(type), isRaw(type), shape, Buffer.from(data)],
        type,
      );
      assert.equal((npy.length - data.length) % 64, 0);
    }
  }
});

test('big-endian elements, and those stored the first dimension first, are brought into order', () => {
  const big = readNpy(file("{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }", Uint8Array.of(1, 2, 3, 4)));
  assert.deepEqual([big.type, [...big.data]], ['i16', [2, 1, 4, 3]]);
  const fortran = readNpy(file("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }", Uint8Array.of(0, 3, 1, 4, 2, 5), 2));
  assert.deepEqual([fortran.type, fortran.shape, [...fortran.data]], ['ui8', [2, 3], [0, 1, 2, 3, 4, 5]]);
});

test('what cannot be read is refused, and why', () => {
  const header = (descr: string, more = "'fortran_order': False, 'shape': (2,)"): string => `{'descr': ${descr}, ${more}, }`;
  const data = new Uint8Array(16);
  const refused: readonly (readonly [Buffer, RegExp])[] = [
    [Buffer.from('PK'), /not an \.npy file/],
    [file(header("'<f8'"), data, 4), /version 4/],
    [file(header("'<f8'"), data).subarray(0, 20), /ends in its header/],
    [file(header("'<f8'"), data.subarray(1)), /holds 15 bytes, and its header names 16/],
    [file(header("'>c8'"), data), /big-endian/],
    [file(header("'|O'"), data), /names no plain type/],
    [file(header("[('a', '<f4'), ('b', '<f4')]"), data), /names no plain type/],
    [file(header("'<f8'", "'shape': (2,)"), data), /no order of elements/],
    [file(header("'<f8'", "'fortran_order': False"), data), /no shape/],
  ];
  for (const [bytes, message] of refused) assert.throws(() => readNpy(bytes), message);
});
