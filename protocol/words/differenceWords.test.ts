import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, type Evidence } from '../measurement/difference';
import { differenceText, missingSentence } from './differenceWords';

const text = (ratio: number, interval: readonly [number, number], rest: Partial<Evidence> = {}): string =>
  differenceText(decide({ ratio, interval, samples: 30, noise: 0.002, ...rest }));

test('a factor is above 1 and never looks like 1, with its own interval', () => {
  assert.equal(text(1.31, [1.28, 1.34]), '1.31x faster [1.28, 1.34]');
  assert.equal(text(0.5, [0.4, 0.8]), '2.00x slower [1.25, 2.50]');
  assert.equal(text(1.0061, [1.0052, 1.007]), '1.006x faster [1.005, 1.007]');
  assert.equal(text(25.12, [20, 30]), '25.1x faster [20.0, 30.0]');
});

test('no difference says how much would have been seen, and what is not known has no factor', () => {
  assert.equal(text(1, [0.997, 1.004]), 'no difference above 0.7 % [0.997, 1.004]');
  assert.equal(text(1.3, [0.9, 1.5]), 'not known yet [0.90, 1.50]');
  assert.equal(text(1, [0, 0]), 'not measurable');
});

test('what is missing is said', () => {
  const missing = (interval: readonly [number, number], rest: Partial<Evidence> = {}) =>
    missingSentence(decide({ ratio: 1, interval, samples: 30, noise: 0.002, ...rest }));
  assert.equal(
    missing([0.9, 1.5]),
    'More samples would tell: the interval allows −10 % to +50 %, and it would have to lie within 0.7 % of no change.',
  );
  // However many there are, so much noise is left.
  assert.equal(
    missing([0.9, 1.5], { noise: 0.08 }),
    'A quieter machine would tell: the same code measured twice may be 8.0 % from itself, and the interval allows −10 % to +50 %.',
  );
  assert.match(
    missing([1.1, 1.2], { again: { ratio: 1, interval: [0.98, 1.01] } }) ?? '',
    /^Discarded as unconfirmed: .*\[0\.980, 1\.010\]/,
  );
  assert.match(missing([1.01, 1.02], { noise: 0.04 }) ?? '', /may be 4\.0 % from itself/);
  assert.equal(missing([0.999, 1.001]), undefined);
});
