import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCursor } from './cursor';

test('keys act on what was chosen last, however late the selection follows', () => {
  const cursor = createCursor();
  cursor.follow('a');
  assert.equal(cursor.at, 'a');
  cursor.choose('b');
  cursor.follow('a');
  assert.equal(cursor.at, 'b');
  cursor.choose('c');
  cursor.follow('b');
  assert.equal(cursor.at, 'c');
  cursor.follow('c');
  assert.equal(cursor.at, 'c');
});

test('a selection that was made elsewhere takes the cursor along', () => {
  const cursor = createCursor();
  cursor.follow('a');
  cursor.choose('b');
  cursor.follow('x');
  assert.equal(cursor.at, 'x');
  cursor.follow('b');
  assert.equal(cursor.at, 'b');
  cursor.follow(undefined);
  assert.equal(cursor.at, undefined);
});

test('one that is chosen again is not taken for the choice before', () => {
  const cursor = createCursor();
  cursor.follow('a');
  for (const key of ['b', 'c', 'b']) cursor.choose(key);
  cursor.follow('b');
  assert.equal(cursor.at, 'b');
  cursor.follow('c');
  assert.equal(cursor.at, 'b');
});
