import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENOUGH_SAMPLES, NARROW, shareWithin } from './narrowShare';

test('half of 1,000 samples is a share of 46.9 to 53.1 %', () => {
  assert.equal(shareWithin(1000).toFixed(4), '0.0309');
  assert.equal(shareWithin(0), 0.5);
});

test('as many samples as are enough are the fewest that make each share narrow', () => {
  assert.ok(shareWithin(ENOUGH_SAMPLES) <= NARROW);
  assert.ok(shareWithin(ENOUGH_SAMPLES - 1) > NARROW);
});
