import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hotspots, SampledInstruction, SampledKernel, SampledLoop, SampledShare } from '../../../protocol/code/hotspots';
import { findHotspot, functionKey, instructionKey, kernelKey, lineKey, loopKey } from './findHotspot';
import { functionOfRow, isListed, listedFunctions, samplesElsewhere } from './listedFunctions';

const share = (samples: number): SampledShare => ({
  ...{ samples, share: samples / 100, low: samples / 100 - 0.01, high: samples / 100 + 0.01, tooFew: samples < 10 },
});
const at = (address: string, samples: number): SampledInstruction => ({ address, text: 'nop', kind: 'nothing', ...share(samples) });
const loop = (of: string, functionAddress: string, address: string, samples: number): SampledLoop => ({
  ...{ address, function: of, functionAddress, index: 0, path: '', firstLine: 0, lastLine: 0, ...share(samples) },
});
const own = { name: 'softmax', address: '4096', bytes: 64, ...share(30) };
const exp = { name: 'exp', address: '8192', bytes: 32, ...share(40) };
const other = { name: 'exp', address: '8256', bytes: 32, ...share(5) };
const unnamed = { name: '', address: '16384', bytes: 0, ...share(2) };
const kernel: SampledKernel = {
  ...{ name: 'softmax', executable: '4', function: 6, address: '4096', ...share(80) },
  lines: [
    { path: 'a.c', line: 3, ...share(75), instructions: [at('4100', 10)] },
    { path: 'a.c', line: 9, ...share(60), instructions: [at('4104', 20), at('8192', 30)] },
    { path: 'a.c', line: 4, ...share(9), instructions: [] },
  ],
  functions: [{ name: 'exp', address: '8256', ...share(5), instructions: [at('8260', 5)] }],
  bodies: [exp, own, other, unnamed],
  loops: [loop('softmax', '4096', '4096', 75), loop('rows', '12288', '12300', 40), loop('unused', '20480', '20480', 0)],
};
const functions = listedFunctions(kernel);
const hotspots: Hotspots = {
  ...{ samples: 100, inKernels: 77, inLibraries: 3, elsewhere: 20, notes: [], frames: [], kernels: [kernel] },
};
const listedAt = (key: string): string | undefined => {
  const found = findHotspot(hotspots, key);
  return found === undefined ? undefined : functionOfRow(found, functions)?.name;
};

test('functions that samples are in are offered, the most samples first, told apart where they have one name', () => {
  assert.deepEqual(
    functions.map(({ name, samples, choice }) => [name, samples, choice]),
    [
      ['exp at 0x2000', 40, { executable: '4', address: '8192' }],
      ['softmax', 30, { executable: '4', ordinal: 6 }],
      ['exp at 0x2040', 5, { executable: '4', address: '8256' }],
      // The loop that it calls others in has samples.
      ['rows', 0, { executable: '4', address: '12288' }],
    ],
  );
  const named = listedFunctions({ ...kernel, bodies: [own, { ...exp, name: 'softmax' }], loops: [] });
  assert.deepEqual(
    named.map(({ name, isOwn }) => [name, isOwn]),
    [
      ['softmax at 0x2000', false],
      ['softmax', true],
    ],
  );
});

test('a kernel that only calls is offered, and alone where the profile does not hold its code', () => {
  const calls = listedFunctions({ ...kernel, bodies: [exp], loops: [] });
  assert.deepEqual(
    calls.map(({ name, samples, isOwn }) => [name, samples, isOwn]),
    [
      ['exp', 40, false],
      ['softmax', 0, true],
    ],
  );
  const { name, executable, function: ordinal, lines, loops } = kernel;
  const unknown = { name, executable, function: ordinal, lines, loops, functions: [], bodies: [exp, unnamed], ...share(42) };
  assert.deepEqual(
    listedFunctions(unknown).map((one) => one.name),
    ['softmax'],
  );
});

test('what is marked is listed in the function that it is in', () => {
  const [first, both, called] = kernel.lines;
  const [inOwn, inRows] = kernel.loops;
  assert.ok(first && both && called && inOwn && inRows);
  assert.equal(listedAt(kernelKey(kernel)), 'softmax');
  assert.equal(listedAt(loopKey(kernel, inOwn)), 'softmax');
  assert.equal(listedAt(loopKey(kernel, inRows)), 'rows');
  assert.equal(listedAt(lineKey(kernel, first)), 'softmax');
  // A line of both: where most of its samples are.
  assert.equal(listedAt(lineKey(kernel, both)), 'exp at 0x2000');
  assert.equal(listedAt(lineKey(kernel, called)), 'softmax');
  assert.equal(listedAt(instructionKey(lineKey(kernel, both), at('4104', 20))), 'softmax');
  assert.equal(listedAt(instructionKey(functionKey(kernel, other), at('8260', 5))), 'exp at 0x2040');
  for (const one of functions) assert.equal(listedAt(one.key), one.name);
  // Where code begins that nothing names is not known.
  assert.equal(listedAt(functionKey(kernel, unnamed)), 'softmax');
});

test('samples that are elsewhere are told, with the function that has the most of them', () => {
  const told = (of: SampledKernel): readonly (readonly [string, string | undefined])[] =>
    samplesElsewhere(of, listedFunctions(of)).map(({ sentence, most }) => [sentence, most?.name]);
  assert.deepEqual(told(kernel), [
    ['45 samples of its 80 lie in functions that it calls: they count in its loops.', 'exp at 0x2000'],
    ['2 samples lie in code of no known function: the table has it.', undefined],
    ['3 samples of its 80 lie outside of its executable, in code that the profile does not have.', undefined],
  ]);
  assert.deepEqual(told({ ...kernel, ...share(32), bodies: [own, unnamed], loops: [] }), [
    ['2 samples of its 32 lie in functions that it calls: they count in its loops, and their instructions are in the table.', undefined],
  ]);
  assert.deepEqual(told({ ...kernel, ...share(31), bodies: [own, { ...exp, ...share(1) }], loops: [] }), [
    ['1 sample of its 31 lies in functions that it calls: they count in its loops.', 'exp'],
  ]);
  assert.deepEqual(told({ ...kernel, ...share(30), bodies: [own], loops: [] }), []);
});

test('what is in a function that can be listed leads to its listing, and code of no known function does not', () => {
  const keys = [
    kernelKey(kernel),
    loopKey(kernel, loop('rows', '12288', '12300', 40)),
    `${lineKey(kernel, { path: 'a.c', line: 9, ...share(60), instructions: [] })} i8192`,
    functionKey(kernel, { address: '8256' }),
    functionKey(kernel, { address: '16384' }),
    instructionKey(functionKey(kernel, { address: '16384' }), at('16390', 2)),
  ];
  const listed = (of: SampledKernel): readonly boolean[] =>
    keys.map((key) => {
      const found = findHotspot({ ...hotspots, kernels: [of] }, key);
      assert.ok(found);
      return isListed(found);
    });
  assert.deepEqual(listed(kernel), [true, true, true, true, false, false]);
  const { name, executable, function: ordinal, lines, functions: unlined, bodies, loops } = kernel;
  const unknown = { name, executable, function: ordinal, lines, functions: unlined, bodies, loops, ...share(80) };
  assert.deepEqual(listed(unknown), [true, true, false, false, false, false]);
});
