import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodeLoop } from '../../../protocol/code/code';
import { chainOf } from '../../../protocol/code/loopChain';
import { bracketsOf, commonLoop } from './loopBrackets';

const loop = (parent?: number): CodeLoop => ({
  header: 0,
  code: [],
  backEdges: [],
  exits: [],
  depth: 1,
  mix: { kinds: {}, widths: [] },
  iteration: {},
  ...(parent === undefined ? {} : { parent }),
});
/** Two in the first, and one of its own. */
const loops = [loop(), loop(0), loop(0), loop()];

test('a row is in its loop and in those around it', () => {
  assert.deepEqual(chainOf(loops, 2), [0, 2]);
  assert.deepEqual(chainOf(loops, undefined), []);
  assert.equal(commonLoop(loops, 1, 2), 0);
  assert.equal(commonLoop(loops, 1, 1), 1);
  assert.equal(commonLoop(loops, 2, 3), undefined);
  assert.equal(commonLoop(loops, undefined, 3), undefined);
});

test('brackets begin and end with each piece of a loop, and go on around the loops in it', () => {
  assert.deepEqual(bracketsOf(loops, [undefined, 0, 1, 1, 2, undefined, 0, 3, 3]), [
    [],
    ['first'],
    ['inside', 'first'],
    ['inside', 'last'],
    ['last', 'only'],
    [],
    ['only'],
    ['first'],
    ['last'],
  ]);
});
