import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyText } from './editableCopy';

const from = {
  capture: '/captures/my model.ireereplay',
  executable: { id: '4', format: 'embedded-elf-x86_64', functions: ['multiply', 'add'] },
  source: 'stage 1.configured',
};

test('a copy says what it is of, which functions it must have, and how it is built and put back', () => {
  const text = 'hal.executable @a { translation_info }\n';
  const copy = copyText('/kernels/a.mlir', text, from);
  assert.ok(copy.endsWith(`\n\n${text}`));
  const note = copy.slice(0, -text.length).trimEnd().split('\n');
  assert.ok(note.every((line) => line.startsWith('//')));
  assert.match(copy, /stage 1\.configured of executable 4 \(embedded-elf-x86_64\) of my model\.ireereplay/);
  assert.match(copy, /^\/\/ {3}multiply\n\/\/ {3}add$/m);
  assert.match(copy, /iree-compile --compile-from=executable-configurations .*\\\n/);
  assert.match(copy, /ireereplay substitute --replay_executable_substitution=4=\/kernels\/a\.mlir '\/captures\/my model\.ireereplay'/);
});

test('what stands above a copy is a comment in its language, and changes nothing about how it is built', () => {
  for (const [file, mark] of [
    ['/kernels/a.c', '//'],
    ['/kernels/a.cc', '//'],
    ['/kernels/a.ll', ';'],
    ['/kernels/a.s', '#'],
  ] as const) {
    const [first] = copyText(file, 'x\n', from).split('\n');
    assert.ok(first?.startsWith(`${mark} A copy of`), first);
    assert.match(copyText(file, 'x\n', from), / clang .*-shared/);
  }
  assert.match(copyText('/kernels/a.mlir', 'hal.executable @a {}\n', from), /--compile-from=executable-sources/);
  const copied = copyText('/kernels/a.mlir', 'hal.executable @a {}\n', from);
  assert.match(copyText('/kernels/a.mlir', copied, from), /--compile-from=executable-sources/);
});
