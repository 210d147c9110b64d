import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SampledFrame } from './hotspots';
import { kernelsOfFrames } from './sampledKernels';

const frame = (kind: SampledFrame['kind'], name: string, depth: number): SampledFrame => ({ kind, name, depth, samples: 1 });

test('an operation has the colour of the kernel that does most of it, and the engine that of none', () => {
  const frames = [
    frame('operation', 'a.mlir:3', 0),
    frame('kernel', 'first', 1),
    frame('function', 'expf', 2),
    frame('kernel', 'second', 1),
    frame('operation', 'a.mlir:4', 0),
    frame('kernel', 'third', 1),
    frame('kernel', 'fourth', 0),
    frame('elsewhere', 'elsewhere in the engine', 0),
  ];
  assert.deepEqual(kernelsOfFrames(frames), ['first', 'first', 'first', 'second', 'third', 'third', 'fourth', undefined]);
});
