import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intermediateOf, lineOfKernel, mayHave } from './intermediates';

/** As iree-compile 3.13 names what it leaves of one executable. */
const FILES = [
  ['configured_module_matmul_dispatch_0.mlir', 'configured'],
  ['module_matmul_dispatch_0.mlir', 'sources'],
  ['module_matmul_dispatch_0_embedded_elf_x86_64.codegen.bc', undefined],
  ['module_matmul_dispatch_0_embedded_elf_x86_64.codegen.ll', 'code generated'],
  ['module_matmul_dispatch_0_embedded_elf_x86_64.linked.ll', 'linked'],
  ['module_matmul_dispatch_0_embedded_elf_x86_64.o', undefined],
  ['module_matmul_dispatch_0_embedded_elf_x86_64.optimized.ll', 'optimized'],
  ['module_matmul_dispatch_0_embedded_elf_x86_64.s', 'assembly'],
  ['module_matmul_dispatch_0_embedded_elf_x86_64.so', undefined],
  ['module_matmul_dispatch_0_embedded_elf_x86_64_benchmark.mlir', undefined],
] as const;

test('a stage is told by the name of its file', () => {
  for (const [name, stage] of FILES) assert.equal(intermediateOf(name)?.stage, stage, name);
  assert.equal(intermediateOf('kernel.c'), undefined);
});

test('files of an executable are those whose names end in its own, and no others of the module', () => {
  const stem = 'module_block$async_dispatch_1_embedded_elf_x86_64'.replace('$', '_');
  assert.ok(mayHave(stem, 'block$async_dispatch_1_softmax'));
  assert.ok(mayHave('module_matmul_dispatch_0', 'matmul_dispatch_0_matmul_256x256x256_f32'));
  assert.ok(mayHave('my_model_matmul_dispatch_0', 'matmul_dispatch_0'));
  assert.ok(!mayHave(stem, 'block$async_dispatch_10_softmax'));
  assert.ok(!mayHave(stem, 'other_dispatch_1_softmax'));
  assert.ok(mayHave('module_block_linked_embedded_elf_x86_64', 'block$async_dispatch_1_softmax'));
});

test('a kernel is where its body is, in each stage', () => {
  const mlir =
    'hal.executable public @e {\n  hal.executable.export public @e_k ordinal(0)\n  func.func @e_k_more() {\n    func.func @e_k() {\n';
  assert.equal(lineOfKernel(mlir, 'sources', 'e_k'), 4);
  assert.equal(lineOfKernel(mlir.split('\n').slice(0, 2).join('\n'), 'configured', 'e_k'), 2);
  assert.equal(lineOfKernel('declare i32 @e_k()\ndefine internal i32 @e_k(ptr %0) {\n', 'optimized', 'e_k'), 2);
  assert.equal(lineOfKernel('\t.type\te_k,@function\n\ne_k:\n', 'assembly', 'e_k'), 3);
  assert.equal(lineOfKernel('define i32 @"e$k"() {', 'linked', 'e$k'), 1);
  assert.equal(lineOfKernel('define i32 @e_k2() {', 'linked', 'e_k'), undefined);
});
