/** Only where code for another device is all that is in the way, and it is for one kind of device. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExecutableSummary, Problem } from '../capture/capture';
import { recordedFor } from './recordedFor';

const format = (record: number): Problem => ({ severity: 'error', code: 'INCOMPATIBLE', kind: 'executable-format', message: '', record });
const executables = ['vulkan-spirv-fb', 'embedded-elf-arm_64', 'vulkan-spirv-fb-ptr', 'unheard-of'].map(
  (name, record): ExecutableSummary => ({ id: String(record), record, format: name, bytes: '1', functions: [] }),
);
const nameOf = (...problems: readonly Problem[]): string | undefined => recordedFor(problems, executables)?.name;

test('a capture for one kind of device is', () => {
  assert.equal(nameOf(format(0)), 'Vulkan');
  assert.equal(nameOf(format(0), format(2)), 'Vulkan');
  assert.equal(nameOf(format(1)), 'AArch64 processors');
});

test('warnings do not matter', () => {
  assert.equal(nameOf(format(0), { severity: 'warning', code: 'NOTICE', kind: 'file-unchecked', message: '', record: 3 }), 'Vulkan');
});

test('what is blocked by something else, by several kinds, or for no known one is not', () => {
  assert.equal(nameOf(), undefined);
  assert.equal(nameOf(format(0), { severity: 'error', code: 'NOT_FOUND', kind: 'file-missing', message: '', record: 9 }), undefined);
  assert.equal(nameOf(format(0), format(1)), undefined);
  assert.equal(nameOf(format(3)), undefined);
});
