/** Dumps of the fixtures against what iree-dump-replay printed for them. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { fixture, ireereplay } from '../programs';

function captureOf(name: string): string {
  const model = fixture(path.join('models', name.split(/[.-]/)[0] ?? '', `${name}.ireereplay`));
  return existsSync(model) ? model : fixture(`${name}.ireereplay`);
}

const goldens = readdirSync(fixture('golden')).sort();

test('there are golden dumps of twenty captures, in both forms', () => {
  const names = (format: string): readonly string[] =>
    goldens.filter((name) => name.endsWith(`.dump.${format}.gz`)).map((name) => name.slice(0, name.indexOf('.dump.')));
  assert.equal(names('text').length, 20);
  assert.deepEqual(names('jsonl'), names('text'));
});

for (const golden of goldens) {
  const [, name, format] = /^(.*)\.dump\.(text|jsonl)\.gz$/.exec(golden) ?? [];
  if (name === undefined || format === undefined) continue;
  test(`dumps ${name} as ${format} as iree-dump-replay does`, () => {
    const ours = ireereplay('dump', `--format=${format}`, captureOf(name));
    assert.equal(ours.status, 0, ours.stderr);
    const expected = gunzipSync(readFileSync(fixture(`golden/${golden}`)));
    // Compared as bytes; a difference is shown as text.
    if (!ours.stdout.equals(expected)) assert.equal(ours.stdout.toString(), expected.toString());
  });
}
