import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementText } from './elements';

const of = (write: (view: DataView) => void, bytes: number): readonly number[] => {
  const view = new DataView(new ArrayBuffer(bytes));
  write(view);
  return [...new Uint8Array(view.buffer)];
};
const float = (value: number): string =>
  elementText(
    'f32',
    of((view) => view.setFloat32(0, value, true), 4),
  );

test('a float has the fewest digits that tell it from every other', () => {
  assert.equal(float(3), '3');
  assert.equal(float(0.1), '0.1');
  assert.equal(float(16777217), '16777216');
  assert.equal(float(1.401298464324817e-45), '1e-45');
  assert.equal(float(3.4028234663852886e38), '3.4028235e+38');
  assert.equal(float(-0), '-0');
  assert.equal(float(NaN), 'NaN');
  assert.equal(float(-Infinity), '-Infinity');
});

test('integers of 64 bits are exact, bytes have two digits', () => {
  const bytes = of((view) => view.setBigInt64(0, -9007199254740993n, true), 8);
  assert.equal(elementText('i64', bytes), '-9007199254740993');
  assert.equal(elementText('i32', bytes.slice(0, 4)), '-1');
  assert.equal(elementText('hex', [7]), '07');
  assert.equal(
    elementText(
      'f64',
      of((view) => view.setFloat64(0, 2.5, true), 8),
    ),
    '2.5',
  );
});
