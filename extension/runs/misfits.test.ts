import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '../../protocol/capture/capture';
import type { RunOf } from '../../protocol/results/results';
import { DEFAULT_SETTINGS } from '../../protocol/replay/replay';
import { misfits } from './misfits';

const candidate = (...substitutions: string[]): RunOf<'substitute'>['options']['candidates'][number] => ({
  ...{ name: substitutions.join(), substitutions, workgroupCounts: [] },
});

function run(state: RunOf<'substitute'>['state'], ...candidates: RunOf<'substitute'>['options']['candidates']): RunOf<'substitute'> {
  return {
    ...{
      job: 'substitute',
      id: '1',
      capture: '/c.ireereplay',
      subject: '',
      started: '',
      settings: DEFAULT_SETTINGS,
      commandLine: '',
      state,
    },
    options: {
      run: { capture: '/c.ireereplay', devices: ['local-sync'], fileRemaps: [] },
      candidates,
      verify: {},
      seconds: 1,
    },
  };
}

/** As the engine says it. */
const ABI: Problem = {
  ...{ code: 'FAILED_PRECONDITION', kind: 'executable-abi', record: 7, offset: '770' },
  severity: 'error',
  message:
    "executable 4: replay executable 4 (substitute '/cache/1.so') function 'mul' ABI mismatch: captured=(bindings=3) loaded=(bindings=2)",
  remedy: 'Compile the substitute with the interface of the captured executable.',
};

test('a refusal is about the file that stands in for the executable, and the function that it names', () => {
  const found = misfits(run({ state: 'refused', problems: [ABI] }, candidate('4=/k/mul.c', '5=/k/other.c')));
  assert.deepEqual(
    found.map(({ file, kind, severity, function: called }) => [file, kind, severity, called]),
    [['/k/mul.c', 'executable-abi', 'error', 'mul']],
  );
  assert.equal(
    found[0]?.message,
    "Function 'mul' ABI mismatch: captured=(bindings=3) loaded=(bindings=2). Compile the substitute with the interface of the captured executable.",
  );
});

test('where a selector is no number it is about each', () => {
  const found = misfits(
    run({ state: 'refused', problems: [ABI] }, candidate('fn:*mul*=/k/mul.c'), candidate('4@embedded-elf-x86_64=/k/b.so')),
  );
  assert.deepEqual(
    found.map(({ file }) => file),
    ['/k/mul.c', '/k/b.so'],
  );
});

test('what is wrong with the capture is not wrong with a candidate', () => {
  const problem = {
    severity: 'error',
    code: 'NOT_FOUND',
    kind: 'file-missing',
    message: 'external replay file is missing',
    record: 3,
  } as const;
  assert.deepEqual(misfits(run({ state: 'refused', problems: [problem] }, candidate('4=/k/mul.c'))), []);
  assert.deepEqual(misfits(run({ state: 'cancelled' }, candidate('4=/k/mul.c'))), []);
});

test('a hint is about the files of its candidate, with the grid that fits', () => {
  const hints = [{ message: 'mul leaves 50 % unwritten.', workgroupCount: 'a=b=32,1,1' }, { message: 'mul leaves 10 % unwritten.' }];
  const result = { candidates: [{ hints: [] }, { hints }] } as unknown as Extract<
    RunOf<'substitute'>['state'],
    { readonly state: 'done' }
  >['result'];
  const found = misfits(run({ state: 'done', result }, candidate('4=/k/good.c'), candidate('4=/k/half.c')));
  assert.deepEqual(
    found.map(({ file, severity, function: called, workgroupCount }) => [file, severity, called, workgroupCount]),
    [
      ['/k/half.c', 'warning', 'a=b', 'a=b=32,1,1'],
      ['/k/half.c', 'warning', undefined, undefined],
    ],
  );
});
