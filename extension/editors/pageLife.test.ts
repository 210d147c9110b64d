import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPageLife } from './pageLife';

test('a page that was replaced while it started does not speak for the next', () => {
  const life = createPageLife();
  const first = life.starting();
  life.left();
  const second = life.starting();
  assert.equal(first(), false);
  assert.equal(life.started, false);
  assert.equal(second(), true);
  assert.equal(life.started, true);
  life.left();
  assert.equal(life.started, false);
});
