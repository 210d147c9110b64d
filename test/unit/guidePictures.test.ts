/** Each guide has a picture that a test takes: `--media` renews it (scripts/media.mjs). */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';

const root = path.resolve(__dirname, '..', '..');
const inRoot = (...names: readonly string[]): string => path.join(root, ...names);
const MOST_BYTES = 150 * 1024;
const MOST_PIXELS = 1360;

const guides = readdirSync(inRoot('docs', 'guides'))
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map((file) => path.basename(file, '.md'));

/** The sources of the tests that take pictures. */
const tests = ['test/pages', 'test/e2e'].flatMap((folder) =>
  readdirSync(inRoot(folder))
    .filter((file) => /\.(pages|e2e)\.ts$/.test(file))
    .map((file) => readFileSync(inRoot(folder, file), 'utf8')),
);

test('each guide shows its own picture, and says what is in it', () => {
  for (const guide of guides) {
    const text = readFileSync(inRoot('docs', 'guides', `${guide}.md`), 'utf8');
    const shown = [...text.matchAll(/^!\[(.*)\]\((.*)\)$/gm)].map(([, words = '', file]) => [words.length > 40, file]);
    assert.deepEqual(shown, [[true, `../../media/guides/${guide}.png`]], guide);
  }
});

test('each is there, of ordinary resolution and small, and there is no other', () => {
  assert.deepEqual(readdirSync(inRoot('media', 'guides')).sort(), guides.map((guide) => `${guide}.png`).sort());
  for (const guide of guides) {
    const bytes = readFileSync(inRoot('media', 'guides', `${guide}.png`));
    assert.equal(bytes.toString('latin1', 1, 4), 'PNG', guide);
    assert.ok(bytes.length <= MOST_BYTES, `${guide}: ${String(bytes.length)} bytes`);
    assert.ok(bytes.readUInt32BE(16) <= MOST_PIXELS, `${guide}: ${String(bytes.readUInt32BE(16))} pixels wide`);
  }
});

test('one test takes each', () => {
  for (const guide of guides) {
    const takes = (text: string): boolean =>
      text.includes(`guidePicture(window, '${guide}'`) || text.includes(`screenshot('guide-${guide}'`);
    assert.equal(tests.filter(takes).length, 1, guide);
  }
});
