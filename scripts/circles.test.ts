/** The lint that keeps files from importing each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { circles } from './circles.mjs';

test('a circle is found, with its files and what they import of each other', () => {
  const files = {
    'webview/capture/model.ts': "import type { Actions } from './actions';\nimport { grouped } from '../widgets/numbers';\n",
    'webview/capture/actions.ts': "export type { Row } from './tree/row';\n",
    'webview/capture/tree/row.ts': "export const row = async () => (await import('../model')).model;\n",
    'webview/capture/app.ts': "import { model } from './model';\n",
    'webview/widgets/numbers.ts': '',
  };
  assert.deepEqual(circles(new Map(Object.entries(files))), [
    [
      '3 files import each other:',
      '  webview/capture/actions.ts imports webview/capture/tree/row.ts',
      '  webview/capture/model.ts imports webview/capture/actions.ts',
      '  webview/capture/tree/row.ts imports webview/capture/model.ts',
    ].join('\n'),
  ]);
});

test('circles are told apart, in scripts and in C++ too', () => {
  const files = {
    'scripts/run.mjs': "import './start.mjs';\n",
    'scripts/start.mjs': "import { run } from './run.mjs';\n",
    'native/core/base/file.h': '#include "base/text.h"\n',
    'native/core/base/text.h': '#include "base/file.h"\n',
    'protocol/u64.ts': "import type { U64 } from './u64';\n",
  };
  const first = circles(new Map(Object.entries(files))).map((circle) => circle.split('\n').slice(0, 2).join(''));
  assert.deepEqual(first, [
    '2 files import each other:  scripts/run.mjs imports scripts/start.mjs',
    '2 files import each other:  native/core/base/file.h imports native/core/base/text.h',
    'a file imports itself:  protocol/u64.ts imports protocol/u64.ts',
  ]);
});

test('files that have imports in common are no circle', () => {
  const files = {
    'cli/main.ts': "import './run';\nimport './print';\n",
    'cli/run.ts': "import './print';\n",
    'cli/print.ts': "import { a } from 'node:fs';\n",
  };
  assert.deepEqual(circles(new Map(Object.entries(files))), []);
});
