import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyRunnable, runnable } from './runnable';

test('a device runs executables of its own formats', () => {
  assert.equal(runnable('native', 'local-task', [{ format: 'embedded-elf-x86_64' }]), 'runs its executables');
  assert.equal(runnable('iree', 'vulkan://GPU-1', [{ format: 'vulkan-spirv-fb' }]), 'runs its executables');
  assert.equal(runnable('iree', 'hip://0', [{ format: 'rocm-hsaco-fb' }]), 'runs its executables');
});

test("VMVX is for IREE's local devices only", () => {
  const vmvx = [{ format: 'vmvx-bytecode-fb' }];
  assert.equal(runnable('iree', 'local-sync://', vmvx), 'runs its executables');
  assert.equal(runnable('native', 'local-sync', vmvx), 'cannot run vmvx-bytecode-fb');
  assert.equal(runnable('iree', 'cuda://GPU', [...vmvx, ...vmvx, { format: 'cuda-nvptx-fb' }]), 'cannot run vmvx-bytecode-fb');
});

test('of a driver that is not known, nothing is said', () => {
  assert.equal(runnable('iree', 'webgpu://', [{ format: 'webgpu-wgsl-fb' }]), '');
});

test('the one device that runs a capture is found where the chosen one cannot', () => {
  const sync = { engine: 'native', device: 'local-sync' } as const;
  const task = { engine: 'native', device: 'local-task' } as const;
  const gpu = { engine: 'iree', device: 'vulkan://GPU-1' } as const;
  const other = { engine: 'iree', device: 'vulkan://GPU-2' } as const;
  const spirv = [{ format: 'vulkan-spirv-fb' }];
  assert.equal(onlyRunnable(sync, [sync, task, gpu], spirv), gpu);
  assert.equal(onlyRunnable(gpu, [sync, task, gpu], spirv), undefined, 'it is chosen');
  assert.equal(onlyRunnable(sync, [sync, task, gpu, other], spirv), undefined, 'there are two');
  assert.equal(onlyRunnable(sync, [sync, task], spirv), undefined, 'there is none');
  assert.equal(onlyRunnable(sync, [sync, task, gpu], [{ format: 'embedded-elf-x86_64' }]), undefined, 'the chosen one runs it');
});
