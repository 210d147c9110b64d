import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kernelLine } from './kernelLine';

const mlir = [
  '// multiply',
  'hal.executable public @a {',
  '  hal.executable.export public @multiply_2 ordinal(0)',
  '  hal.executable.export public @multiply ordinal(1)',
  '  func.func @multiply() {',
].join('\n');

test('a kernel is where its body is, or where it is exported, not where a longer name is', () => {
  assert.equal(kernelLine(mlir, 'multiply'), 4);
  assert.equal(kernelLine(mlir, 'multiply_2'), 2);
  assert.equal(kernelLine('func.func @multiply() {', 'multiply'), 0);
  assert.equal(kernelLine('module {\nfunc.func @"my.multiply"() {', 'my.multiply'), 1);
});

test('in C, LLVM IR and assembly it is where it is defined, not where it is called or declared', () => {
  assert.equal(kernelLine('int multiply(int);\n  return multiply(1);\nint multiply(int a) {\n', 'multiply'), 2);
  assert.equal(kernelLine('declare i32 @multiply()\ndefine i32 @multiply() {', 'multiply'), 1);
  assert.equal(kernelLine('.globl multiply\nmultiply:\n', 'multiply'), 1);
});

test('where a macro defines it, it is where it is first named, not where a comment names it', () => {
  const source = '// mul is fast\n/* and\n * mul\n */\n#define OP mul_x\nKERNEL(mul, *)\nint mul;\n';
  assert.equal(kernelLine(source, 'mul'), 5);
  assert.equal(kernelLine('\nKERNEL(a$async_dispatch_0.x)', 'a$async_dispatch_0.x'), 1);
});

test('what is not named is at the top', () => {
  assert.equal(kernelLine('int mul_all;\nmul_x\n', 'mul'), 0);
  assert.equal(kernelLine('int a\n', undefined), 0);
});
