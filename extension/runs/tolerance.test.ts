import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTolerance, toleranceText } from './tolerance';

test('a tolerance is one bound or several', () => {
  assert.deepEqual(parseTolerance('4 ULP'), { absolute: 0, relative: 0, ulp: 4 });
  assert.deepEqual(parseTolerance('4 ulp or 1e-5 relative, 0.25 absolute'), { absolute: 0.25, relative: 1e-5, ulp: 4 });
});

test('is written as it is read', () => {
  const text = '4 ULP or 0.00001 relative or 0.25 absolute';
  const bounds = parseTolerance(text);
  assert.ok(typeof bounds !== 'string');
  assert.equal(toleranceText(bounds), text);
});

const reason = (text: string): string => {
  const parsed = parseTolerance(text);
  return typeof parsed === 'string' ? parsed : 'a tolerance';
};

test('says why something is none', () => {
  assert.match(reason(''), /^Such as/);
  assert.match(reason('4'), /^Such as/);
  assert.match(reason('1.5 ULP'), /whole numbers/);
});
