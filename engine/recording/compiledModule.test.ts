import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compilerFlags, isSource } from './compiledModule';

test('a source is compiled for this processor where no flag names a target', () => {
  assert.equal(compilerFlags([]).includes('--iree-llvmcpu-target-cpu=host'), true);
  assert.deepEqual(compilerFlags(['--iree-opt-level=O3']).slice(-1), ['--iree-opt-level=O3']);
  assert.deepEqual(compilerFlags(['--iree-hal-target-device=vulkan']), ['--iree-hal-target-device=vulkan']);
  assert.deepEqual([isSource('/a/b.mlir'), isSource('/a/b.vmfb')], [true, false]);
});
