import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { generationOf, recordingCommand, recordingVariables, type KernelRecording } from './kernelRecording';

const SAXPY: KernelRecording = {
  ...{ program: '/w/saxpy', args: ['-n', '1 000'], generation: 1, folder: '/w/saxpy-recordings', gibibytes: 8, keepsOutput: true },
};

const before = process.env['LD_LIBRARY_PATH'];
beforeEach(() => {
  delete process.env['LD_LIBRARY_PATH'];
});
afterEach(() => {
  if (before === undefined) delete process.env['LD_LIBRARY_PATH'];
  else process.env['LD_LIBRARY_PATH'] = before;
});

test('LLVM 16 to 22 take gibibytes, and are not told a folder', () => {
  assert.deepEqual(recordingVariables(SAXPY), {
    LIBOMPTARGET_RECORD: '1',
    LIBOMPTARGET_RR_DEVMEM_SIZE: '8',
    LIBOMPTARGET_RR_SAVE_OUTPUT: '1',
  });
  assert.deepEqual(Object.keys(recordingVariables({ ...SAXPY, keepsOutput: false })), [
    'LIBOMPTARGET_RECORD',
    'LIBOMPTARGET_RR_DEVMEM_SIZE',
  ]);
});

test('later versions take bytes, the folder and the name of a report', () => {
  assert.deepEqual(recordingVariables({ ...SAXPY, generation: 2, gibibytes: 9_000_000_000, keepsOutput: false }), {
    LIBOMPTARGET_RECORD: '1',
    LIBOMPTARGET_RECORD_DIR: '/w/saxpy-recordings',
    LIBOMPTARGET_RECORD_MEMSIZE: '9663676416000000000',
    LIBOMPTARGET_RECORD_OUTPUT: '0',
    LIBOMPTARGET_RECORD_REPORT_FILENAME: 'kernel-record-report.txt',
  });
});

test('libraries of LLVM come before those that the program has', () => {
  const libraries = '/usr/lib/llvm-16/lib';
  assert.equal(recordingVariables({ ...SAXPY, libraries })['LD_LIBRARY_PATH'], libraries);
  process.env['LD_LIBRARY_PATH'] = '/opt/lib';
  assert.equal(recordingVariables({ ...SAXPY, libraries })['LD_LIBRARY_PATH'], '/usr/lib/llvm-16/lib:/opt/lib');
  assert.equal(recordingVariables(SAXPY)['LD_LIBRARY_PATH'], undefined);
});

test('the command line has the variables before the program', () => {
  assert.deepEqual(recordingCommand({ ...SAXPY, keepsOutput: false }), [
    ...['env', 'LIBOMPTARGET_RECORD=1', 'LIBOMPTARGET_RR_DEVMEM_SIZE=8', '/w/saxpy', '-n', '1 000'],
  ]);
});

test('a version of LLVM is of a generation', () => {
  assert.deepEqual([16, 22, 23].map(generationOf), [1, 1, 2]);
});
