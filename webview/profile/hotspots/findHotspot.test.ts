import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hotspots, SampledFrame, SampledKernel, SampledShare } from '../../../protocol/code/hotspots';
import { kernelKey, lineKey, functionKey, markedHotspot, rowOfFrame } from './findHotspot';

const share = (samples: number): SampledShare => ({ samples, share: samples / 100, low: 0, high: 1, tooFew: samples < 10 });
const line = { path: 'block.mlir', line: 41, ...share(40), instructions: [] };
const exp = { name: 'exp', address: '8192', bytes: 32, ...share(20) };
const softmax: SampledKernel = {
  ...{ name: 'softmax', executable: '4', function: 6, address: '4096', ...share(60) },
  ...{ lines: [line], functions: [], bodies: [exp], loops: [] },
};
const matmul: SampledKernel = { ...softmax, name: 'matmul', function: 7, lines: [] };
const frame = (kind: SampledFrame['kind'], name: string, depth: number, at?: number): SampledFrame => ({
  ...{ kind, name, depth, samples: 10 },
  ...(at === undefined ? {} : { place: { path: 'block.mlir', line: at } }),
});
const hotspots: Hotspots = {
  ...{ samples: 100, inKernels: 90, inLibraries: 0, elsewhere: 10, notes: [], kernels: [softmax, matmul] },
  frames: [
    frame('operation', 'block.mlir:41', 0, 41),
    frame('kernel', 'softmax', 1),
    frame('function', 'exp', 2),
    frame('function', 'inlined', 2),
    // No line of the table: it belongs to another version of the source.
    frame('operation', 'block.mlir:12', 0, 12),
    frame('kernel', 'matmul', 1),
    frame('elsewhere', 'elsewhere in the engine', 0),
  ],
};

test('a frame of the graph stands for a row of the table', () => {
  assert.deepEqual(
    hotspots.frames.map((_, index) => rowOfFrame(hotspots, index)),
    [
      lineKey(softmax, line),
      kernelKey(softmax),
      functionKey(softmax, exp),
      kernelKey(softmax),
      kernelKey(matmul),
      kernelKey(matmul),
      undefined,
    ],
  );
  assert.equal(rowOfFrame(hotspots, 99), undefined);
});

test('in the graph a row is marked by the frame that takes its width', () => {
  const view = { hotspotsAs: 'graph' } as Parameters<typeof markedHotspot>[0]['view'];
  const rows = { hotspots: lineKey(softmax, line) };
  assert.equal(markedHotspot({ view, rows, sampledRoot: undefined }, hotspots), undefined);
  assert.equal(markedHotspot({ view, rows, sampledRoot: 0 }, hotspots)?.what, 'line');
});
