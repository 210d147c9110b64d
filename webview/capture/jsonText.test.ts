import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutJson } from './jsonText';

const text = (json: string): string =>
  layoutJson(json)
    .map((token) => token.text)
    .join('');

test('lays out objects over lines and keeps 64-bit numbers exact', () => {
  assert.equal(
    text('{"a":18446744073709551615,"b":{"c":[1,2,3],"d":{}},"e":[]}'),
    '{\n  "a": 18446744073709551615,\n  "b": {\n    "c": [1, 2, 3],\n    "d": {}\n  },\n  "e": []\n}',
  );
});

test('loses nothing that JSON.parse would see', () => {
  const json = '{"name":"a\\"b,{}:","list":[{"x":-1.5e-3},[true,null]],"s":"µ"}';
  assert.deepEqual(JSON.parse(text(json)), JSON.parse(json));
});

test('tells keys from strings', () => {
  const kinds = layoutJson('{"k":"v"}')
    .filter(({ kind }) => kind !== 'punctuation' && kind !== 'blank')
    .map(({ kind }) => kind);
  assert.deepEqual(kinds, ['key', 'string']);
});
