import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { ModuleFunction, ModuleValue } from '../../protocol/sharing/recording';
import { fixture, temporaryFolder } from '../../test/programs';
import { builtinType, withTypesIn, withTypesOf } from './sourceTypes';

const folder = temporaryFolder();

const calling = (name: string, ...inputs: readonly ModuleValue[]): ModuleFunction => ({ name, devices: [], inputs, results: [] });
const unknown: ModuleValue = { name: 'input0' };

test('types are read from what exporters write', () => {
  for (const [model, name, inputs] of [
    ['product', 'main', ['arg0: tensor<24x32xf32>', 'arg1: tensor<32x16xf32>']],
    ['convolution', 'main', ['arg0: tensor<1x3x8x8xf32>', 'arg1: tensor<4x3x3x3xf32>', 'arg2: tensor<4xf32>']],
    ['softmax', 'main', ['arg0: tensor<4x16xf32>']],
    ['layer_norm', 'main', ['arg0: tensor<4x32xf32>']],
    ['onnx_product', 'main_graph', ['arg0: tensor<2x3xf32>', 'arg1: tensor<3x4xf32>']],
  ] as const) {
    const text = readFileSync(fixture(`imported/${model}.mlir`), 'utf8');
    const read = withTypesIn(text, calling(name, ...inputs.map(() => unknown)));
    assert.deepEqual(
      read.inputs.map((value) => `${value.name}: ${String(value.type)}`),
      inputs,
    );
  }
});

test('types have aliases, attributes and locations beside them, and lines of their own', () => {
  const text = `!in = !torch.vtensor<[2,?],si64>
// func.func @main(%a: !torch.vtensor<[9],f32>)
func.func private @main_(%a: !torch.vtensor<[8],f32>)
module @module {
  util.func public @"main"(
      %x: !in {iree.abi.affinity = #hal.device.promise<@a>} loc("a, b)":1:2),
      %y: !torch.vtensor<[],bf16> loc(#loc1), %flag: !torch.bool, %n: !torch.int,
      %z: !torch.list<int>) -> !in
`;
  const scalars = [
    { name: 'input2', type: 'i32' },
    { name: 'input3', type: 'i64' },
  ];
  assert.deepEqual(withTypesIn(text, calling('main', unknown, unknown, ...scalars, unknown)).inputs, [
    { name: 'x', type: 'tensor<2x?xsi64>' },
    { name: 'y', type: 'tensor<bf16>' },
    { name: 'flag', type: 'i1' },
    { name: 'n', type: 'i64' },
    { name: 'z' },
  ]);
});

test('a function stays as the module has it where the text has no such one, or the module knows all', () => {
  const text = 'func.func @main(%a: !torch.vtensor<[8],f32>) {\n';
  for (const one of [calling('other', unknown), calling('mai.', unknown), calling('main', unknown, unknown)])
    assert.equal(withTypesIn(text, one), one);
  const whole = calling('main', { name: 'input0', type: 'tensor<4xf32>' });
  assert.equal(withTypesIn(text, whole), whole);
  assert.equal(withTypesIn('func.func @main(%a: !torch.vtensor<[8]', calling('main', unknown)).inputs[0], unknown);
});

test('types are in the words of --input, and those that it has none for are not known', () => {
  for (const [written, type] of [
    ['!torch.vtensor<[2,3],f32>', 'tensor<2x3xf32>'],
    ['!torch.tensor<[?, 4], complex<f32>>', 'tensor<?x4xcomplex<f32>>'],
    ['!torch.vtensor<[],i1>', 'tensor<i1>'],
    ['tensor<2x3xf32>', 'tensor<2x3xf32>'],
    ['!torch.vtensor', undefined],
    ['!torch.vtensor<*,f32>', undefined],
    ['!hal.buffer_view', undefined],
  ] as const)
    assert.equal(builtinType(written), type, written);
});

test('a file of bytes that are no text has no types', async () => {
  const file = path.join(folder, 'bytecode.mlir');
  writeFileSync(file, Buffer.from([0x4d, 0x4c, 0xef, 0x52, 0x0d, 0xff, 0]));
  const one = calling('main', unknown);
  assert.deepEqual(await withTypesOf(file, [one]), [one]);
});
