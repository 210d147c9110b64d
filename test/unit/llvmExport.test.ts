/** Memory of LLVM's recordings as arrays for numpy. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { arrayBytes, fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();
cpSync(fixture('neighbours/llvm/llvm16-saxpy'), folder, { recursive: true });
const saxpy = path.join(folder, '__omp_offloading_fe00_984963_main_l7.json');
const output = path.join(folder, 'array.npy');

const told = (...args: readonly string[]): { readonly status: unknown; readonly text: string; readonly stderr: string } => {
  const { status, stdout, stderr } = ireereplay('llvm', 'export', '-o', output, ...args, saxpy);
  return { status, text: stdout.toString(), stderr };
};
const floats = (): readonly number[] => {
  const bytes = arrayBytes(output);
  return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
};

test('what an argument leads to is written as it was before the launch, or after it', () => {
  assert.deepEqual(told('--argument=1', '--type=f32'), {
    ...{ status: 0, stderr: '' },
    text: `${output}: 1000 elements of f32, from byte 0 of memory after the launch on\n`,
  });
  // y = 2 x + y, of which the first alone stays, with x[i] = i.
  assert.deepEqual(floats().slice(0, 4), [1, 3, 5, 7]);
  assert.equal(told('--argument=1', '--type=f32', '--moment=before').status, 0);
  assert.deepEqual([...new Set(floats())], [1]);
  assert.equal(told('--argument=3', '--type=f32', '--elements=3').status, 0);
  assert.deepEqual(floats(), [0, 1, 2]);
});

test('the result for programs says what was written', () => {
  const { text } = told('--argument=3', '--type=f64', '--format=json');
  assert.deepEqual(JSON.parse(text), { file: output, type: 'f64', offset: 4000, elements: 500, moment: 'after' });
  assert.equal(arrayBytes(output).length, 4000);
});

test('where there are no such elements it is said why, and the file that is there stays', () => {
  writeFileSync(output, 'what was there');
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['--argument=0', '--type=f32'], /argument 0 is a scalar: only a pointer into the recorded memory leads to something/],
    [['--argument=4', '--type=f32'], /there is no argument 4: the last of the kernel is 3/],
    [['--argument=1', '--type=f32', '--elements=1001'], /argument 1 leads to 4000 bytes, which are 1000 elements of f32, not 1001/],
    [['--argument=1', '--type=f31'], /--type/],
  ];
  for (const [args, wanted] of cases) {
    const { status, stderr } = told(...args);
    assert.notEqual(status, 0);
    assert.match(stderr, wanted);
  }
  truncateSync(saxpy.replace('.json', '.memory'), 100);
  assert.match(told('--argument=1', '--type=f32', '--moment=before').stderr, /\S/);
  rmSync(saxpy.replace('.json', '.original.output'));
  assert.match(told('--argument=1', '--type=f32').stderr, /the contents of memory after the launch are not in the recording/);
  assert.ok(existsSync(output));
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('array')),
    ['array.npy'],
  );
});
