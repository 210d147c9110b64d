/** Of scopes that share a name it is said which one was extracted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractedSentence } from './sharingWords';

const extracted = {
  name: 'execute',
  records: 3,
  ofRecords: 9,
  bytes: 1,
  inputBytes: 1,
  buffers: 1,
  executables: 1,
  comparedBytes: 1,
  results: 'same',
} as const;
const said = (place?: number): string =>
  /^wrote a, (.*?): 3 of/.exec(
    extractedSentence({ ...extracted, ...(place === undefined ? {} : { scope: { place, of: 130 } }) }, 'a'),
  )?.[1] ?? '';

test('which of how many', () => {
  assert.equal(said(), 'execute');
  assert.equal(said(0), 'execute[0], the first of 130');
  const nth = [1, 2, 3, 10, 11, 12, 20, 21, 22, 110, 111, 120].map((place) => /the (\w+) of/.exec(said(place))?.[1]);
  assert.deepEqual(nth, ['2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '23rd', '111th', '112th', '121st']);
});
