import assert from 'node:assert/strict';
import { test } from 'node:test';
import { histogramImage } from './histogramImage';

const pictureOf = (uri: string | undefined): string => Buffer.from(uri?.split(',')[1] ?? '', 'base64').toString();

test('each bin that has times is a bar as high as it has many, that of the median in another colour', () => {
  const svg = pictureOf(histogramImage({ least: 0, most: 40, bins: [4, 2, 0, 1] }, 15));
  assert.deepEqual(Array.from(svg.matchAll(/ height='([\d.]+)' fill='(#\w+)'/g), ([, height, fill]) => [height, fill]).slice(1), [
    ['44.0', '#3b8eea'],
    ['22.0', '#d18616'],
    ['11.0', '#3b8eea'],
  ]);
});

test('where all times are the same there is none', () => {
  assert.equal(histogramImage({ least: 7, most: 7, bins: [3] }, 7), undefined);
});
