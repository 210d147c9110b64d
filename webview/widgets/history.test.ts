import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHistory } from './history';

test('goes back and forward through visited places', () => {
  const history = createHistory<string>();
  for (const place of ['a', 'b', 'c']) history.visit(place);
  assert.equal(history.back(), 'b');
  assert.equal(history.back(), 'a');
  assert.equal(history.back(), undefined);
  assert.equal(history.forward(), 'b');
  assert.equal(history.current, 'b');
});

test('forgets what lay forward when a new place is visited', () => {
  const history = createHistory<string>();
  for (const place of ['a', 'b', 'c']) history.visit(place);
  history.back();
  history.visit('d');
  assert.equal(history.canGoForward, false);
  assert.equal(history.back(), 'b');
});

test('does not count staying as a visit', () => {
  const history = createHistory<string>();
  history.visit('a');
  history.visit('a');
  assert.equal(history.canGoBack, false);
});
