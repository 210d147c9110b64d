import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionAt, mentionsIn } from './kernelMentions';

const EXPORT = '    hal.executable.export public @matmul_0_f32 ordinal(0) layout(#hal.pipeline.layout<bindings = []>) {';
const DISPATCH = '  %1 = flow.dispatch @matmul_0::@embedded_elf::@matmul_0_f32(%0) : (tensor<4xf32>) -> tensor<4xf32>';

test('a kernel is named where it is exported, called and defined', () => {
  assert.deepEqual(
    mentionsIn(EXPORT, 7).map(({ name, line, exports }) => [name, line, exports]),
    [['matmul_0_f32', 7, true]],
  );
  assert.deepEqual(
    mentionsIn(DISPATCH, 0).map(({ name, exports }) => [name, exports]),
    [
      ['matmul_0', false],
      ['embedded_elf', false],
      ['matmul_0_f32', false],
    ],
  );
  assert.equal(mentionsIn('  func.func private @block$async_dispatch_0.x() {', 0)[0]?.name, 'block$async_dispatch_0.x');
  assert.deepEqual(mentionsIn('no symbol', 0), []);
});

test('the symbol at a character is found, its sign included', () => {
  const at = EXPORT.indexOf('@');
  for (const character of [at, at + 1, at + 'matmul_0_f32'.length + 1]) {
    const mention = mentionAt(EXPORT, 0, character);
    assert.equal(EXPORT.slice(mention?.start, mention?.end), 'matmul_0_f32');
  }
  assert.equal(mentionAt(EXPORT, 0, at - 1), undefined);
});
