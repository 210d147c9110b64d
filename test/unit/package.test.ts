/** The package as it is published. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { checkout } from '../programs';

function text(file: string): string {
  return readFileSync(path.join(checkout, file), 'utf8');
}

test('the lock file names no host', () => {
  assert.doesNotMatch(text('package-lock.json'), /"resolved":/);
});

test('the extension depends on nothing at run time', () => {
  const manifest = JSON.parse(text('package.json')) as Record<string, unknown>;
  assert.equal(manifest['dependencies'], undefined);
});

test("the change log begins with the manifest's version", () => {
  const { version } = JSON.parse(text('package.json')) as { version: string };
  assert.equal(/^## (\S+)/m.exec(text('CHANGELOG.md'))?.[1], version);
});
