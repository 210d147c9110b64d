import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { ModuleFunction } from '../../protocol/sharing/recording';
import { temporaryFolder } from '../../test/programs';
import { givenInputs, inputFlags } from './inputs';

const folder = temporaryFolder();

const taking = (...types: readonly string[]): ModuleFunction => ({
  name: 'main',
  devices: [],
  inputs: types.map((type, i) => ({ name: `input${String(i)}`, type })),
  results: [],
});

test('inputs that are not given are random, of the type that the module declares', async () => {
  const given = givenInputs(taking('tensor<2x3xf32>', 'i32', 'tensor<4xi64>', 'tensor<f64>'), ['@a.npy'], 3);
  assert.deepEqual(
    given.map(({ asked }) => asked),
    ['@a.npy', 'i32=random', '4xi64=random', 'f64=random'],
  );
  const flags = await inputFlags(given, 3, folder);
  assert.equal(flags[0], '@a.npy');
  assert.match(flags[1] ?? '', /^[0-7]$/);
  assert.deepEqual(flags.slice(2), [`4xi64=@${path.join(folder, 'input2.bin')}`, `f64=@${path.join(folder, 'input3.bin')}`]);
  assert.deepEqual(
    [2, 3].map((i) => readFileSync(path.join(folder, `input${String(i)}.bin`)).length),
    [32, 8],
  );
});

test('bytes get the declared type, and all else is passed on as it is', () => {
  const given = givenInputs(taking('tensor<2x3xbf16>', 'tensor<?xf32>', 'tensor<?xf32>'), ['@b.bin', '7xf32=random', '2xf32=1 2'], 0);
  assert.deepEqual(
    given.map(({ flag }) => flag),
    ['2x3xbf16=@b.bin', '7xf32=@', '2xf32=1 2'],
  );
});

test('an input that is not known whole is asked for in a sentence', () => {
  for (const [types, asked, why] of [
    [['tensor<?x8xf32>'], [], /input0 \(tensor<\?x8xf32>\) is of any size: give one, as in --input=4x8xf32=random/],
    [['tensor<?xf32>'], ['@a.bin'], /input0 \(tensor<\?xf32>\) is of any size: give one, as in --input=4xf32=@a\.bin/],
    [['tensor<?xf32>'], ['?xf32=random'], /its size is not known/],
    [['tensor<4xi4>'], [], /input0 \(tensor<4xi4>\) cannot be created: elements of type i4 need a file/],
    [['tensor<4xcomplex<f32>>'], [], /elements of type complex<f32> need a file/],
    [['!hal.buffer_view'], [], /input0 \(!hal\.buffer_view\) cannot be created: give a value or a file with --input/],
    [['i32'], ['1', '2'], /main takes 1 input, and 2 are given/],
  ] as const) {
    assert.throws(() => givenInputs(taking(...types), asked, 0), why);
  }
});

test('inputs whose types nobody knows are asked for in one sentence, with how many there are', () => {
  const bare: ModuleFunction = { name: 'main', devices: [], inputs: [{ name: 'input0' }, { name: 'input1' }], results: [] };
  const how = 'as in --input=2x3xf32=random or --input=@file.npy';
  for (const [asked, why] of [
    [[], `main takes 2 inputs, and the module does not say their types: give each, ${how}`],
    [['@a.npy'], `main takes 2 inputs (1 given), and the module does not say their types: give each, ${how}`],
    [['random', '@a.npy'], 'the module does not say the type of input0: give it, as in --input=2x3xf32=random'],
    [['@b.bin', '@a.npy'], 'the module does not say the type of input0: give it, as in --input=2x3xf32=@b.bin'],
    [['1', '2', '3'], 'main takes 2 inputs, and 3 are given'],
  ] as const) {
    assert.throws(() => givenInputs(bare, asked, 0), { message: why });
  }
  const one = { ...bare, inputs: bare.inputs.slice(1) };
  assert.throws(() => givenInputs(one, [], 0), { message: `main takes 1 input, and the module does not say its type: give it, ${how}` });
  assert.deepEqual(
    givenInputs(bare, ['3xi64=@b.bin', 'f32=random'], 0).map(({ flag }) => flag),
    ['3xi64=@b.bin', 'f32=@'],
  );
});
