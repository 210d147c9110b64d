import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { checkout } from '../test/programs';
import { filesBelow } from './files.mjs';
import { bundle, sentences } from './sentences.mjs';

test('translators are given every sentence that the extension says (npm run l10n)', async () => {
  const kept = readFileSync(path.join(checkout, bundle), 'utf8');
  assert.ok(Object.keys(JSON.parse(kept) as object).length > 40);
  assert.equal(kept, await sentences());
});

test('what the extension asks in dialogs and notifications can be translated', () => {
  // A literal where VS Code shows text.
  const shown = /\b(?:title|prompt|placeHolder|openLabel|tooltip): (['"`])(?!\$\()|show(?:Information|Warning|Error)Message\((['"`])/;
  for (const file of filesBelow(['extension'], '.ts').filter((name) => !name.endsWith('.test.ts'))) {
    for (const line of readFileSync(path.join(checkout, file), 'utf8').split('\n')) assert.doesNotMatch(line, shown, file);
  }
});
