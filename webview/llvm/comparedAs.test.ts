import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BIT_FOR_BIT, comparedAs, readNumbers, readTolerance } from './comparedAs';

test('bit for bit asks for no type, whatever was typed before', () => {
  assert.deepEqual(readTolerance(BIT_FOR_BIT), {});
  assert.deepEqual(readTolerance({ type: '', absolute: 'x', ulp: 'y' }), {});
});

test('a tolerance is read as it is typed', () => {
  assert.deepEqual(readTolerance({ type: 'f32', absolute: '', ulp: '' }), { type: 'f32', tolerance: { absolute: 0, ulp: 0 } });
  assert.deepEqual(readTolerance({ type: 'f64', absolute: ' 1e-3 ', ulp: '4' }), { type: 'f64', tolerance: { absolute: 0.001, ulp: 4 } });
  assert.deepEqual(readTolerance({ type: 'f32', absolute: '.5', ulp: '' }), { type: 'f32', tolerance: { absolute: 0.5, ulp: 0 } });
});

test('what is no tolerance is said, and nothing is compared within it', () => {
  for (const absolute of ['-1', 'much', 'Infinity', 'NaN', '0x10', '1e999', '1e', 'e5', '1,5'])
    assert.match(
      JSON.stringify(readTolerance({ type: 'f32', absolute, ulp: '' })),
      /is not a number that a difference can be at most/,
      absolute,
    );
  for (const ulp of ['-1', '1.5', '1e3', 'few', '9999999999'])
    assert.match(JSON.stringify(readTolerance({ type: 'f32', absolute: '', ulp })), /is not a number of units in the last place/, ulp);
});

test('what was kept is taken as far as it can be', () => {
  assert.deepEqual(comparedAs({ type: 'f16', absolute: '1', ulp: 2 }), {
    ...{ type: 'f16', absolute: '1', ulp: '', teams: '', threads: '' },
  });
  assert.deepEqual(comparedAs({ type: 'i32' }), BIT_FOR_BIT);
  assert.deepEqual(comparedAs(undefined), BIT_FOR_BIT);
});

test('numbers of teams are read with commas or blanks between them', () => {
  assert.deepEqual(readNumbers(' 64, 128  256 '), [64, 128, 256]);
  assert.deepEqual(readNumbers(''), []);
  for (const wrong of ['0', '-1', '1.5', '64;128', 'all', '1234567890'])
    assert.match(JSON.stringify(readNumbers(wrong)), /is not a number of teams or threads/, wrong);
});
