import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampledFrames } from './sampledFrames';

test('stacks are put together by what they begin with, and a kernel is not in itself', () => {
  const kernels = [
    { name: 'small', samples: 5 },
    { name: 'matmul', samples: 60 },
  ];
  const stacks = [
    { kernel: 'small', frames: ['small'], samples: 5 },
    { kernel: 'matmul', frames: ['matmul', 'tile'], samples: 10 },
    { kernel: 'matmul', frames: ['matmul', 'tile', 'expf'], samples: 30 },
    { kernel: 'matmul', frames: ['matmul', 'pack'], samples: 15 },
    { kernel: 'unknown', frames: ['unknown'], samples: 1 },
  ];
  assert.deepEqual(
    sampledFrames(kernels, stacks, 3).map(({ name, depth, samples }) => `${'  '.repeat(depth)}${name} ${String(samples)}`),
    ['matmul 60', '  tile 40', '    expf 30', '  pack 15', 'small 5', 'elsewhere in the engine 3'],
  );
});
