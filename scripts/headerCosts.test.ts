/** The lint that keeps headers cheap. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerProblems } from './headerCosts.mjs';

const long = '// A line.\n'.repeat(2000);

test('a header pays for what it includes, once', () => {
  const texts = new Map([
    ['native/core/base/a.h', long],
    ['native/core/base/b.h', `#include "base/a.h"\n#include <vector>\n`],
    ['native/core/base/c.h', `#include "base/a.h"\n#include "base/b.h"\n`],
    ['native/core/base/d.h', `#include "base/c.h"\n${long}`],
  ]);
  assert.deepEqual(
    headerProblems(texts, {}).map((sentence) => sentence.split(',')[0]),
    ['native/core/base/d.h brings 4005 lines with it'],
  );
  assert.deepEqual(headerProblems(texts, { 'native/core/base/d.h': 4100 }), []);
});

test('what of the standard library takes long to read is for sources', () => {
  const texts = new Map([['native/core/base/a.h', '#include <memory>\n#include <regex>\n']]);
  assert.deepEqual(headerProblems(texts), ['native/core/base/a.h includes <regex>, which is for sources']);
});
