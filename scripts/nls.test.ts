import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { checkout } from '../test/programs';

const json = (file: string): unknown => JSON.parse(readFileSync(path.join(checkout, file), 'utf8'));

/** Fields of the manifest whose text VS Code shows. */
const SHOWN = new Set([
  'displayName',
  'description',
  'title',
  'category',
  'markdownDescription',
  'contextualTitle',
  'name',
  'contents',
  'altText',
]);

/** Every text below `value`, with the field that holds it. */
function* texts(value: unknown, field = ''): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [field, value];
  else if (Array.isArray(value)) for (const one of value) yield* texts(one, field);
  else if (typeof value === 'object' && value !== null) for (const [name, one] of Object.entries(value)) yield* texts(one, name);
}

/** The value without fields that are names for programs. */
const without = (value: unknown, name: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value as object).filter(([field]) => field !== name));

// Its own name is not a text, nor is that of a problem matcher.
const { contributes, ...others } = without(json('package.json'), 'name');
const manifest = { ...others, contributes: without(contributes, 'problemMatchers') };
const sentences = json('package.nls.json') as Record<string, string>;
const used = [...texts(manifest)];

test('the manifest contains no text of its own', () => {
  const own = used.filter(([field, text]) => SHOWN.has(field) && !/^%[\w.]+%$/.test(text));
  assert.deepEqual(own, []);
});

test('package.nls.json has exactly the texts that the manifest names', () => {
  const named = new Set(used.flatMap(([, text]) => /^%(.*)%$/.exec(text)?.[1] ?? []));
  assert.deepEqual([...named].sort(), Object.keys(sentences).sort());
});

test('no text is empty', () => {
  for (const [key, text] of Object.entries(sentences)) assert.notEqual(text.trim(), '', key);
});
