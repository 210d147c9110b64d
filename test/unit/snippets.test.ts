/** The snippets that editors offer are what the guide shows, whose examples are run. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { contributes } from '../../package.json';
import { checkout } from '../programs';

const guide = readFileSync(path.join(checkout, 'docs', 'guides', 'record-from-an-application.md'), 'utf8');

type Snippets = Readonly<Record<string, { readonly prefix: string; readonly body: readonly string[] }>>;

for (const { language, path: file } of contributes.snippets) {
  test(`the snippet for ${language} is in the guide, and is what VS Code inserts`, () => {
    const snippets = JSON.parse(readFileSync(path.join(checkout, file), 'utf8')) as Snippets;
    for (const { prefix, body } of Object.values(snippets)) {
      assert.ok(guide.includes(`\n${body.join('\n')}\n`), file);
      assert.ok(guide.includes(`\`${prefix}\``));
      // In a snippet these begin a variable, or escape what follows.
      assert.doesNotMatch(body.join(''), /[$\\]/);
    }
  });
}
