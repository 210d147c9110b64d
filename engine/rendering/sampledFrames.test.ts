import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampledFrames, type SampledStack } from './sampledFrames';

const shown = (...of: Parameters<typeof sampledFrames>): readonly string[] =>
  sampledFrames(...of).map(({ name, depth, samples }) => `${'  '.repeat(depth)}${name} ${String(samples)}`);

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
  assert.deepEqual(shown(kernels, stacks, 3), [
    'matmul 60',
    '  tile 40',
    '    expf 30',
    '  pack 15',
    'small 5',
    'elsewhere in the engine 3',
  ]);
});

test('kernels stand in the operations of the model that they do, and what is of none by itself', () => {
  const line = (at: number, path = '/model/block.mlir') => ({ line: { path, line: at } });
  const stacks: readonly SampledStack[] = [
    // It does two operations, of which another does the second, too.
    { kernel: 'fused', frames: ['fused'], ...line(49), samples: 20 },
    { kernel: 'fused', frames: ['fused', 'expf'], ...line(52), samples: 30 },
    { kernel: 'fused', frames: ['fused'], ...line(52), samples: 5 },
    { kernel: 'rest', frames: ['rest'], ...line(52), samples: 10 },
    { kernel: 'fused', frames: ['fused'], samples: 1 },
    { kernel: 'in C', frames: ['in C'], ...line(7, 'mul.c'), samples: 40 },
    // Another file of that name.
    { kernel: 'rest', frames: ['rest'], ...line(52, '/other/block.mlir'), samples: 2 },
  ];
  const kernels = [
    { name: 'fused', samples: 58 },
    { name: 'in C', samples: 40 },
    { name: 'rest', samples: 12 },
  ];
  assert.deepEqual(shown(kernels, stacks, 900), [
    'block.mlir:52 45',
    '  fused 35',
    '    expf 30',
    '  rest 10',
    'in C 40',
    'block.mlir:49 20',
    '  fused 20',
    // One has no line, and two are in libraries.
    'fused 3',
    'block.mlir:52 2',
    '  rest 2',
    'elsewhere in the engine 900',
  ]);
  assert.deepEqual(sampledFrames(kernels, stacks, 0)[0]?.place, { path: '/model/block.mlir', line: 52 });
});
