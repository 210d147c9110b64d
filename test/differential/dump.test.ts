/** Our dump and iree-dump-replay's of the same file, in both formats. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { checkout, fixture, ireereplay } from '../programs';
import { iree } from './ireeTools';

function capturesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ireereplay'))
    .sort()
    .map((file) => path.join(folder, file));
}

// Beside the fixtures, a larger set when the checkout stands beside one.
const larger = process.env['IR_CAPTURES'] ?? path.join(checkout, '..', 'shared', 'captures');
const captures = [...capturesBelow(fixture('')), ...(existsSync(larger) ? capturesBelow(larger) : [])];

for (const capture of captures) {
  test(`dumps ${path.relative(checkout, capture)} as IREE's tool does`, () => {
    for (const format of ['text', 'jsonl']) {
      const theirs = iree('iree-dump-replay', [`--format=${format}`, capture]);
      const ours = ireereplay('dump', `--format=${format}`, capture);
      // A damaged file: both refuse. How far we read it is ours to decide.
      assert.equal(ours.status === 0, theirs.status === 0, `${format}: ${ours.stderr}`);
      if (theirs.status !== 0) continue;
      if (!ours.stdout.equals(theirs.stdout)) assert.equal(ours.stdout.toString(), theirs.stdout.toString());
    }
  });
}
