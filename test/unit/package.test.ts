/** The package as published. */
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

test("the newest version in the change log is the manifest's", () => {
  const { version } = JSON.parse(text('package.json')) as { version: string };
  const versions = [...text('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map(([, heading]) => heading);
  assert.equal(
    versions.find((heading) => heading !== 'Unreleased'),
    version,
  );
});

test("no bundle copies VS Code's API", () => {
  const bundle = text('dist/extension.js');
  assert.match(bundle, /= require\("vscode"\)/);
  assert.doesNotMatch(bundle, /\w\(require\("vscode"\)\)/);
});
