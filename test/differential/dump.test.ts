/** Our dump and iree-dump-replay's of the same file, in both formats. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCaptures } from '../captures';
import { ireereplay, temporaryFolder } from '../programs';
import { ireeAtOnce } from './ireeTools';

for (const { name, file } of allCaptures(temporaryFolder())) {
  test(`dumps ${name} as IREE's tool does`, () => {
    for (const format of ['text', 'jsonl']) {
      const theirs = ireeAtOnce('iree-dump-replay', [`--format=${format}`, file]);
      const ours = ireereplay('dump', `--format=${format}`, file);
      // A damaged file: both refuse it. How far we read it is up to us.
      assert.equal(ours.status === 0, theirs.status === 0, `${format}: ${ours.stderr}`);
      if (theirs.status !== 0) continue;
      if (!ours.stdout.equals(theirs.stdout)) assert.equal(ours.stdout.toString(), theirs.stdout.toString());
    }
  });
}
