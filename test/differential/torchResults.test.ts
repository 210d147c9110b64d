/** Results of PyTorch's operators, kept and compared by the script: what differs is found, and what is not known is not said to agree. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { npyHead, readNpy } from '../../engine/comparing/npy';
import { checkout, temporaryFolder } from '../programs';

const python = process.env['TORCH_PYTHON'] ?? '/usr/bin/python3';
const folder = path.join(checkout, 'dist', 'torch');

type Argument = readonly [name: string, type: string, value: unknown];

const tensor = (shape: readonly number[], dtype = 'float', init: string | null = 'normal'): unknown => ({
  ...{ shape, dtype, init },
  strides: shape.map((_, at) => shape.slice(at + 1).reduce((product, size) => product * size, 1)),
});

const operation = (overload: string, positional: readonly Argument[], keywords: readonly Argument[] = []): unknown => ({
  op_name: overload.replace(/\..*/, ''),
  replay_ir: {
    list_pos_args: positional.map(([arg_name, arg_type, value]) => ({ arg_name, arg_type, value })),
    list_kwargs: keywords.map(([arg_name, arg_type, value]) => ({ arg_name, arg_type, value })),
  },
  ireereplay: { version: 1, overload },
});

const mm = (dtype: string): unknown =>
  operation('aten::mm', [
    ['self', 'Tensor', tensor([32, 64], dtype)],
    ['mat2', 'Tensor', tensor([64, 16], dtype)],
  ]);

const OPERATIONS: Readonly<Record<string, unknown>> = {
  mm: mm('float'),
  'mm of bfloat16': mm('c10::BFloat16'),
  exp_: operation('aten::exp_', [['self', 'Tensor(a!)', tensor([8])]]),
  view: operation('aten::view', [
    ['self', 'Tensor', tensor([4, 4])],
    ['size', 'int[]', [16]],
  ]),
  argmax: operation('aten::argmax', [['self', 'Tensor', tensor([64])]]),
  empty: operation('aten::empty.memory_format', [['size', 'int[]', [64]]]),
  bernoulli: operation('aten::bernoulli', [['self', 'Tensor', tensor([1], 'float', 'probabilities')]]),
  'log of negative numbers': operation('aten::log', [['self', 'Tensor', { ...(tensor([4]) as object), init: 'normal' }]]),
  add: operation(
    'aten::add.Tensor',
    [
      ['self', 'Tensor', tensor([16], 'long int')],
      ['other', 'Tensor', tensor([16], 'long int')],
    ],
    [['alpha', 'Scalar', 1]],
  ),
};

interface Said {
  readonly state: string;
  readonly verdict?: string;
  readonly results: readonly { readonly name: string; readonly verdict?: string; readonly why?: string; readonly differing?: number }[];
}

/** Results kept, then compared with those of a script in which operators do what `change` makes of them, in Python. */
function compared(change: string, flags: readonly string[] = [], spoil?: (expected: string) => void): ReadonlyMap<string, Said> {
  const own = temporaryFolder();
  const file = path.join(own, 'operations.json');
  const expected = path.join(own, 'expected');
  writeFileSync(file, JSON.stringify(Object.values(OPERATIONS)));
  const keeping = spawnSync(python, [path.join(folder, 'replay.py'), `--results=${expected}`, file], { encoding: 'utf8' });
  assert.equal(keeping.status, 0, keeping.stderr);
  spoil?.(expected);
  const wrapper = path.join(own, 'wrapped.py');
  writeFileSync(
    wrapper,
    `
import sys
sys.path.insert(0, ${JSON.stringify(folder)})
import replay
replay.__file__ = __file__
original = replay.Call.call
def changed(self, arguments):
    result = original(self, arguments)
    name = self.name.split("::")[1]
    torch = replay.torch
${change}
    return result
replay.Call.call = changed
replay.main()
`,
  );
  const { stdout, stderr, status } = spawnSync(python, [wrapper, `--expected=${expected}`, '--format=jsonl', ...flags, file], {
    encoding: 'utf8',
  });
  const lines = stdout.trimEnd().split('\n');
  const said = lines.slice(0, -1).map((line) => JSON.parse(line) as Said);
  assert.equal(said.length, Object.keys(OPERATIONS).length, stderr);
  assert.equal(status, said.some(({ verdict }) => verdict === 'differs') ? 1 : 0, stderr);
  return new Map(Object.keys(OPERATIONS).map((name, index) => [name, said[index] ?? assert.fail()]));
}

const verdicts = (found: ReadonlyMap<string, Said>): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Array.from(found, ([name, { verdict }]) => [name, verdict]));

const SAME = {
  ...{ mm: 'agrees', 'mm of bfloat16': 'agrees', exp_: 'agrees', view: 'agrees', argmax: 'agrees', add: 'agrees' },
  ...{ empty: 'not-known', bernoulli: 'not-known' },
};

test('the same PyTorch agrees with itself, but for chance and memory that nothing wrote', () => {
  const found = compared('    pass');
  const { 'log of negative numbers': log, ...others } = verdicts(found);
  assert.deepEqual(others, SAME);
  assert.equal(log, 'agrees');
  assert.equal(found.get('empty')?.results[0]?.why, 'it is memory that nothing wrote');
  // Of one element, which is the same in three calls once in four times.
  assert.equal(found.get('bernoulli')?.results[0]?.why, 'it is random');
});

test('a result that differs by more than rounding is found, however little that is', () => {
  const wrong = verdicts(compared('    if name == "mm": result[3, 5] += 0.02 if result.dtype == torch.float32 else 2'));
  assert.deepEqual(pick(wrong), { ...SAME, mm: 'differs', 'mm of bfloat16': 'differs' });
  // So little is rounding, of 64 products and their sums.
  assert.equal(compared('    if name == "mm" and result.dtype == torch.float32: result[3, 5] *= 1.0000005').get('mm')?.verdict, 'agrees');
});

const pick = (all: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.keys(SAME).map((name) => [name, all[name]]));

test('what an operator leaves in its argument is compared, and integers have to be the same', () => {
  const wrong = pick(verdicts(compared('    if name == "exp_": arguments[0][0][2] += 1\n    if name == "add": result[15] += 1')));
  assert.deepEqual(wrong, { ...SAME, exp_: 'differs', add: 'differs' });
});

test('another shape or type differs', () => {
  const wrong = pick(verdicts(compared('    if name == "view": result = result[:15]\n    if name == "add": result = result.int()')));
  assert.deepEqual(wrong, { ...SAME, view: 'differs', add: 'differs' });
});

test('NaN where a number was differs', () => {
  const wrong = compared('    if name == "mm" and result.dtype == torch.float32: result[0, 0] = float("nan")');
  assert.equal(wrong.get('mm')?.verdict, 'differs');
  assert.equal(wrong.get('mm')?.results[0]?.differing, 1);
});

test('what is not the same in three calls, or chosen among equals, is not known', () => {
  const found = compared(`
    global calls
    calls = globals().get("calls", 0) + 1
    if name == "mm": result = result * (1 + calls)
    if name == "argmax": result = result + 1`);
  assert.deepEqual(pick(verdicts(found)), { ...SAME, mm: 'not-known', 'mm of bfloat16': 'not-known', argmax: 'not-known' });
  assert.match(found.get('mm')?.results[0]?.why ?? '', /not the same in three calls/);
});

test('memory that an operator leaves as it is, whatever its name, is not known', () => {
  const found = compared('    if name == "view": result = torch.empty(16)');
  assert.deepEqual(pick(verdicts(found)), { ...SAME, view: 'not-known' });
});

test('bounds that are given are kept to', () => {
  const change = '    if name == "mm" and result.dtype == torch.float32: result[3, 5] += 0.02';
  assert.equal(compared(change, ['--absolute=0.03']).get('mm')?.verdict, 'agrees');
  assert.equal(compared(change, ['--absolute=0.01']).get('mm')?.verdict, 'differs');
});

test('kept results that are damaged are not taken for right', () => {
  const found = compared('    pass', [], (expected) => {
    const file = path.join(expected, '0-0.npy');
    const bytes = readFileSync(file);
    bytes.writeFloatLE(1000, bytes.length - 4);
    writeFileSync(file, bytes);
    writeFileSync(path.join(expected, '1-0.npy'), bytes.subarray(0, 100));
  });
  assert.deepEqual([found.get('mm')?.verdict, found.get('mm of bfloat16')?.verdict], ['differs', 'not-known']);
  assert.match(found.get('mm of bfloat16')?.results[0]?.why ?? '', /^what was kept of it cannot be read/);
});

test('results of another seed or another operation are not compared', () => {
  assert.equal(compared('    pass', ['--seed=2']).get('mm')?.verdict, 'not-known');
});

test('given data is what the operator is called on', () => {
  const own = temporaryFolder();
  const file = path.join(own, 'operations.json');
  writeFileSync(file, JSON.stringify([operation('aten::neg', [['self', 'Tensor', tensor([2, 2])]])]));
  const elements = Buffer.from(Float32Array.of(1, -2, 0.5, 4).buffer);
  const given = { 'x.npy': Buffer.concat([npyHead('f32', [2, 2]), elements]), 'nid_3_tid_0.dat': elements };
  for (const [name, bytes] of Object.entries(given)) {
    writeFileSync(path.join(own, name), bytes);
    const flags = [`--input=self=${path.join(own, name)}`, `--results=${path.join(own, 'kept')}`];
    const { status, stderr } = spawnSync(python, [path.join(folder, 'replay.py'), ...flags, file], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const { type, shape, data } = readNpy(readFileSync(path.join(own, 'kept', '0-0.npy')));
    assert.deepEqual([type, shape], ['f32', [2, 2]]);
    assert.deepEqual(Buffer.from(data), Buffer.from(Float32Array.of(-1, 2, -0.5, -4).buffer));
  }
});
