import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SampledInstruction, SampledKernel, SampledShare } from '../../../protocol/code/hotspots';
import { sampledCode } from './sampledCode';

const share = (samples: number): SampledShare => ({
  ...{ samples, share: samples / 100, low: samples / 100 - 0.01, high: samples / 100 + 0.01, tooFew: samples < 10 },
});
const at = (address: string, samples: number): SampledInstruction => ({ address, text: 'nop', kind: 'nothing', ...share(samples) });
const kernel: SampledKernel = {
  ...{ name: 'softmax', executable: '4', function: 6, ...share(90) },
  lines: [{ path: 'a.c', line: 3, ...share(50), instructions: [at('4096', 40), at('4104', 9)] }],
  functions: [{ name: 'exp', address: '45936', ...share(41), instructions: [at('45936', 41)] }],
  bodies: [],
  loops: [{ address: '4104', function: 'softmax', functionAddress: '4096', index: 0, path: '', firstLine: 0, lastLine: 0, ...share(80) }],
};
const code = sampledCode(kernel);

test('samples are found by the addresses that a listing has', () => {
  assert.equal(code.instruction('1008')?.samples, 9);
  assert.equal(code.instruction('1010'), undefined);
  assert.equal(code.loop('1008')?.samples, 80);
  assert.equal(code.loop('1000'), undefined);
});

test('heat is of the hottest instruction, and what could be chance has none', () => {
  assert.equal(code.heat(share(41)), 1);
  assert.equal(code.heat(share(9)), 0);
  assert.equal(sampledCode({ ...kernel, lines: [], functions: [] }).heat(share(20)), 0);
});
