import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { fixture, temporaryFolder } from '../../test/programs';
import { crashOf, isClosedCapture, isRecordedWhole } from './recordedWhole';

const folder = temporaryFolder();
const closed = fixture('small.ireereplay');

test('a program crashed where a signal ended it, also one that a script tells of', () => {
  for (const [status, signal, crash] of [
    [undefined, 'SIGSEGV', 'SIGSEGV'],
    [245, undefined, 'exit status 245'],
    [139, undefined, 'exit status 139'],
    [0, undefined, undefined],
    [1, undefined, undefined],
  ] as const)
    assert.equal(crashOf({ status, signal }), crash);
});

test('a capture is closed where its recorder has said so, and every record is whole', async () => {
  assert.ok(await isClosedCapture(closed));
  for (const name of [
    'killed-recorder',
    'length-zero',
    'truncated-24293',
    'truncated-24',
    'truncated-0',
    'trailing-garbage',
    'sequence-gap',
  ])
    assert.ok(!(await isClosedCapture(fixture(`damaged/${name}.ireereplay`))), name);
  assert.ok(!(await isClosedCapture(path.join(folder, 'none.ireereplay'))));
});

test('a function has done its work where all its results are written, or its times are printed', async () => {
  const [written, other] = ['result0.bin', 'result1.bin'].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(written, 'x');
  const printed = 'BM_main/process_time/real_time       25.8 ms         22.7 ms            2 items_per_second=38.7425/s\n';
  for (const [results, stdout, whole] of [
    [[written], 'EXEC @main\n', true],
    [[written, other], 'EXEC @main\n', false],
    [[], 'EXEC @main\n', false],
    [[], printed, true],
    [[], "BM_main/process_time/real_time ERROR OCCURRED: 'INVALID_ARGUMENT'\n", false],
  ] as const)
    assert.equal(await isRecordedWhole(closed, results, { stdout }), whole);
  assert.ok(!(await isRecordedWhole(fixture('damaged/length-zero.ireereplay'), [written], { stdout: '' })));
});
