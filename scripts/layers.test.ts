/** The lint that keeps imports from running up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layerProblems, violations } from './layers.mjs';

test('an import from a layer above is found, in TypeScript and in C++', () => {
  const [typescript] = violations(
    'protocol/replay/run.ts',
    "import { a } from '../base/u64';\nimport type { b } from '../../engine/addon/load';\n",
  );
  assert.match(
    typescript ?? '',
    /^protocol\/replay\/run\.ts imports engine\/addon\/load: protocol\/replay may not import from engine\/addon/,
  );
  const cxx = violations('native/core/capture/index.cc', '#include "capture/index.h"\n#include "base/file.h"\n#include "present/view.h"\n');
  assert.deepEqual(
    cxx.map((sentence) => sentence.split(':')[0]),
    ['native/core/capture/index.cc imports native/core/present/view.h'],
  );
});

test('a dynamic import counts too', () => {
  assert.equal(violations('engine/addon/replay.ts', "const { a } = await import('../jobs/verify');\n").length, 1);
});

test('imports that run down are allowed, as are those of packages', () => {
  const text = "import * as vscode from 'vscode';\nimport { a } from '../../engine/addon/capture';\nimport { b } from './placeOf';\n";
  assert.deepEqual(violations('extension/captures/captureDocument.ts', text), []);
});

test('a file beside rooms belongs into one of them', () => {
  assert.deepEqual(layerProblems('.', ['protocol/stray.ts', 'webview/bundled.d.ts']), [
    'protocol/stray.ts is in no layer: it belongs into a folder below protocol (scripts/layers.mjs)',
  ]);
});

test('the layers of the table are in order', () => {
  assert.deepEqual(layerProblems('.', []), []);
});
