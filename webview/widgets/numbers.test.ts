import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, counted, duration, grouped, hex, milliseconds, shortNumber } from './numbers';

test('groups digits and keeps 64 bits exact', () => {
  assert.equal(grouped(251828279), '251,828,279');
  assert.equal(grouped('18446744073709551615'), '18,446,744,073,709,551,615');
});

test('prints sizes in the unit people use', () => {
  assert.deepEqual([0, 1023, 1024, 1536, 16 * 2 ** 20, 9.31 * 2 ** 30].map(bytes), [
    '0 B',
    '1023 B',
    '1 KiB',
    '1.5 KiB',
    '16 MiB',
    '9.31 GiB',
  ]);
  assert.equal(bytes('18446744073709551615'), '16 EiB');
});

test('prints durations with one unit', () => {
  assert.deepEqual(['385', '25800', '1234000', '2500000000'].map(duration), ['385 ns', '25.8 µs', '1.234 ms', '2.500 s']);
});

test('says one and many', () => {
  assert.equal(counted(1, 'record'), '1 record');
  assert.equal(counted('1000', 'dispatch', 'dispatches'), '1,000 dispatches');
  assert.equal(milliseconds(0.2), '<1 ms');
  assert.equal(hex(255, 4), '0x00ff');
});

test('shortens what stands behind a point, and nothing else', () => {
  assert.equal(shortNumber('-1.6520020961761475'), '-1.652002');
  assert.equal(shortNumber('18446744073709551615'), '18446744073709551615');
  assert.equal(shortNumber('-24.84375', 4), '-24.84');
  assert.equal(shortNumber('1.5e-45'), '1.5e-45');
  assert.equal(shortNumber('NaN'), 'NaN');
});
