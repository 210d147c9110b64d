import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inputType } from '../../protocol/sharing/recording';
import { chosenFunction, parseModule } from './moduleFunctions';

/** Of iree-dump-module 3.13.0, but for what is between. */
const DUMP = `Module Dependencies:
  io_parameters, version >= 0, required
  hal, version >= 7, required

Imported Functions:
  [  0] hal.buffer.assert(!vm.ref<?>, !vm.ref<?>, !vm.ref<?>, i64, i32, i32) -> ()

Exported Functions:
  [  0] dynamic(!vm.ref<?>, !vm.ref<?>) -> (!vm.ref<?>, i64)
        iree.abi.declaration: sync func @dynamic(%input0: tensor<?x?xf32>, %input1: tensor<?x8xcomplex<f32>>) -> (%output0: tensor<?x?xf32>, %output1: index)
  [  1] two$async(!vm.ref<?>, !vm.ref<?>, !vm.ref<?>, !vm.ref<?>) -> (!vm.ref<?>, !vm.ref<?>)
        iree.abi.declaration: async func @two$async(%input0: tensor<64x96xf32>) -> (%output0: tensor<64xf32>)
        iree.abi.model: coarse-fences
  [  2] two(!vm.ref<?>, !vm.ref<?>) -> (!vm.ref<?>, !vm.ref<?>)
        iree.abi.declaration: sync func @two(%input0: tensor<64x96xf32> {iree.abi.affinity = #hal.device.promise<@device_a>, doc = "a, b) {"}, %a: tensor<f32> {iree.abi.affinity = #hal.device.promise<@device_b>}) -> (%output0: tensor<64xf32> {iree.abi.affinity = #hal.device.promise<@device_a>})
  [  3] odd name, (x)(!vm.ref<?>) -> (!vm.ref<?>)
        iree.abi.declaration: sync func @odd name, (x)(%x: tensor<2xf32>) -> (%output0: tensor<2xf32>)
  [  4] bare(i32) -> ()
  [  5] nothing() -> ()
        iree.abi.declaration: sync func @nothing() -> ()
  [  6] strange(i32) -> ()
        iree.abi.declaration: some other words
  [  7] main$async(!vm.ref<?>, i64, !vm.ref<?>, !vm.ref<?>) -> (!vm.ref<?>)
  [  8] main(!vm.ref<?>, i64) -> (!vm.ref<?>)
  [  9] fences(!vm.ref<?>, !vm.ref<?>, !vm.ref<?>) -> (!vm.ref<?>)
        iree.abi.model: coarse-fences
  [ 10] __init() -> ()

//===---===//
FlatBuffer: 5052 bytes
  Bytecode: 1944 bytes
  .rodata[  0] embedded        5 bytes \`model\`
  .rodata[  1] embedded       21 bytes \`hal.executable.format\`
  .rodata[  3] embedded       19 bytes \`embedded-elf-x86_64\`
  .rodata[  4] external     4848 bytes (offset 96 / 60h to 1350h)
  .rodata[  5] embedded       40 bytes \`matmul_dispatch_0_matmul_256x256\`...
  .rodata[  6] embedded       48 bytes \`\`
`;

test('functions are read with what they take and give, those of the module itself and twins that nobody waits for left out', () => {
  const { functions, formats, takesParameters, texts } = parseModule(DUMP);
  assert.deepEqual(
    functions.map(({ name, inputs, results }) => [name, inputs.map(({ type }) => type), results.map(({ type }) => type)]),
    [
      ['dynamic', ['tensor<?x?xf32>', 'tensor<?x8xcomplex<f32>>'], ['tensor<?x?xf32>', 'index']],
      ['two', ['tensor<64x96xf32>', 'tensor<f32>'], ['tensor<64xf32>']],
      ['odd name, (x)', ['tensor<2xf32>'], ['tensor<2xf32>']],
      ['bare', ['i32'], []],
      ['nothing', [], []],
      ['strange', ['i32'], []],
      // As they are called: those that importers of PyTorch and ONNX leave.
      ['main', [undefined, 'i64'], [undefined]],
      ['fences', [undefined], [undefined]],
    ],
  );
  assert.deepEqual(functions[1]?.devices, ['device_a', 'device_b']);
  assert.deepEqual(
    functions[1].inputs.map(({ name }) => name),
    ['input0', 'a'],
  );
  assert.deepEqual([formats, takesParameters, texts], [['embedded-elf-x86_64'], true, ['model', 'hal.executable.format']]);
});

test('what prints no functions has none, and takes no parameters', () => {
  assert.deepEqual(parseModule('error: no module\n'), { functions: [], formats: [], takesParameters: false, texts: [] });
});

test('a function is chosen by its name, or is the only one', () => {
  const module = parseModule(DUMP);
  assert.equal(chosenFunction(module, 'two').name, 'two');
  assert.equal(chosenFunction({ ...module, functions: module.functions.slice(3, 4) }, undefined).name, 'bare');
  assert.throws(() => chosenFunction(module, undefined), /several functions: choose one with --function=NAME, of dynamic, two, /);
  assert.throws(() => chosenFunction(module, 'none'), /no function none: it has dynamic, two, /);
  assert.throws(() => chosenFunction({ ...module, functions: [] }, undefined), /exports no function/);
});

test('types are written as --input takes them', () => {
  for (const [type, written] of [
    ['tensor<?x256xf32>', '?x256xf32'],
    ['tensor<f32>', 'f32'],
    ['tensor<4xf8E4M3FNUZ>', '4xf8E4M3FNUZ'],
    ['tensor<2x3xi8, #encoding>', '2x3xi8'],
    ['index', 'index'],
    ['i1', 'i1'],
    ['bf16', 'bf16'],
    ['!hal.buffer_view', undefined],
    ['tensor<*xf32>x', undefined],
  ] as const) {
    assert.equal(inputType({ type }), written, type);
  }
});
