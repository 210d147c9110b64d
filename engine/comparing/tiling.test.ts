import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunCrash } from '../../protocol/replay/run';
import { crashHints } from './tiling';

const crash: RunCrash = { signal: 'SIGSEGV', record: 17, function: 'mul', workgroup: [0, 4, 0], workgroupCount: [16, 8, 1] };
const counts = (of: Partial<RunCrash>): readonly (string | undefined)[] =>
  crashHints({ ...crash, ...of }).map(({ workgroupCount }) => workgroupCount);

test('takes the first workgroup outside its buffers for one too many', () => {
  assert.deepEqual(counts({}), ['mul=16,4,1']);
  assert.deepEqual(counts({ workgroup: [8, 0, 0] }), ['mul=8,8,1']);
});

test('suggests no grid when the crash does not imply one', () => {
  assert.deepEqual(counts({ signal: 'SIGILL' }), []);
  assert.deepEqual(counts({ workgroup: [0, 0, 0] }), []);
  assert.deepEqual(counts({ workgroup: [3, 4, 0] }), []);
});
