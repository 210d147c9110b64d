/** The operations of real traces, replayed by a real PyTorch on the processor: Debian's, version 1.13. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { checkout, fixture, ireereplay, temporaryFolder } from '../programs';

const python = process.env['TORCH_PYTHON'] ?? '/usr/bin/python3';
const script = path.join(checkout, 'dist', 'torch', 'replay.py');

/** A line of what the script prints of an operation. */
interface Replayed {
  readonly op_name: string;
  readonly overload?: string;
  readonly state: 'replayed' | 'not-replayed';
  readonly reason?: string;
  readonly message?: string;
  readonly assumed?: readonly string[];
  readonly times?: { readonly calls: number; readonly least_ns: number; readonly median_ns: number; readonly most_ns: number };
}

interface Summary {
  readonly operations: number;
  readonly replayed: number;
  readonly reasons: Readonly<Record<string, number>>;
}

function replay(file: string, ...flags: readonly string[]): { readonly lines: readonly Replayed[]; readonly summary: Summary } {
  const { status, stdout, stderr } = spawnSync(python, [script, '--format=jsonl', ...flags, file], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  assert.equal(status, 0, stderr);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  return { lines: lines.slice(0, -1) as readonly Replayed[], summary: lines.at(-1) as Summary };
}

function described(name: string, ...flags: readonly string[]): string {
  const file = path.join(temporaryFolder(), `${name}.json`);
  const { status, stderr } = ireereplay(
    'torch',
    'ops',
    ...flags,
    '-o',
    file,
    fixture(path.join('neighbours', 'pytorch', `${name}.json.gz`)),
  );
  assert.equal(status, 0, stderr);
  return file;
}

const written = (operations: readonly unknown[]): string => {
  const file = path.join(temporaryFolder(), 'operations.json');
  writeFileSync(file, JSON.stringify(operations));
  return file;
};

test('every operation of traces that PyTorch 1.13 has on a processor is replayed, but for one', () => {
  const traces = ['bert-small-h100', 'cpu-odd', 'cpu-train', 'normalization'];
  // As texts: numbers of 64 bits would not stay what they are.
  const texts = traces.map((name) => readFileSync(described(name), 'utf8').trim().slice(1, -1));
  const file = path.join(temporaryFolder(), 'all.json');
  writeFileSync(file, `[${texts.join(',')}]`);
  const { lines, summary } = replay(file, '--repetitions=1', '--warm-up=0');
  assert.equal(summary.operations, 75 + 141 + 83 + 140);
  const { 'other-device': other = 0, 'no-operator': none = 0, ...reasons } = summary.reasons;
  const others = lines.flatMap(({ state, reason = '', message = '' }) =>
    state === 'replayed' || ['other-device', 'no-operator'].includes(reason) ? [] : [`${reason}: ${message}`],
  );
  assert.deepEqual(others, ['unknown-argument: equation, str, is not known (text)']);
  assert.deepEqual(reasons, { 'unknown-argument': 1 });
  assert.equal(summary.replayed + other + none + 1, summary.operations);
  assert.ok(summary.replayed >= 0.95 * summary.operations, `${summary.replayed} of ${summary.operations}`);
});

test('calls are timed one by one, and times are a distribution', () => {
  const { lines } = replay(described('cpu-train', '--filter=aten::addmm'), '--repetitions=9', '--seconds=60');
  const [{ overload, times } = assert.fail()] = lines;
  assert.deepEqual([lines.length, overload, times?.calls], [1, 'aten::addmm', 9]);
  assert.ok(times !== undefined && 0 < times.least_ns && times.least_ns <= times.median_ns && times.median_ns <= times.most_ns);
});

const tensor = (dtype: string, shape: readonly number[], strides: readonly number[], init: string | null): unknown => ({
  shape,
  dtype,
  strides,
  init,
});

/** In TraceLens' form alone. */
const operation = (
  name: string,
  ...args: readonly (readonly [name: string, type: string, value: unknown, beside?: object])[]
): unknown => ({
  op_name: name,
  replay_ir: {
    list_pos_args: args.map(([arg_name, arg_type, value, beside]) => ({ arg_name, arg_type, value, ...beside })),
    list_kwargs: [],
  },
});

test('an operator that writes its argument has a fresh one in each call', () => {
  const exp = operation('aten::exp_', ['self', 'Tensor(a!)', tensor('float', [3, 4], [1, 3], 'normal')]);
  const code = `
import argparse, json, sys, replay, torch
replay.load()
call = replay.Call(json.loads(sys.argv[1]), replay.Options(argparse.Namespace(device="cpu", memory=1, seed=1, input=[], results=None, expected=None)))
first, second = (call.arguments()[0][0] for _ in range(2))
call.function(first)
print(torch.equal(first, second.exp()), first.stride(), call.made[0].tensor().shape == second.shape, first.std() > 0)`;
  const { stdout, stderr } = spawnSync(python, ['-c', code, JSON.stringify(exp)], { encoding: 'utf8', cwd: path.dirname(script) });
  assert.equal(stdout.trim(), 'True (1, 3) True tensor(True)', stderr);
});

const reasons: readonly (readonly [reason: string, operation: unknown, message: RegExp])[] = [
  ['no-operator', operation('aten::no_such_operator'), /aten::no_such_operator is not in this PyTorch/],
  [
    'unknown-argument',
    operation('aten::view', ['self', 'Tensor', tensor('float', [2], [1], null)], ['size', 'SymInt[]', null]),
    /size, SymInt\[\], is not known/,
  ],
  ['type', operation('aten::neg', ['self', 'Tensor', tensor('c10::Nonsense', [2], [1], 'normal')]), /a tensor of c10::Nonsense/],
  [
    'memory',
    operation('aten::neg', ['self', 'Tensor', tensor('float', [1 << 20, 1 << 20], [1 << 20, 1], 'normal')]),
    /its tensors need \d+ MiB/,
  ],
  [
    'refused',
    operation(
      'aten::mm',
      ['self', 'Tensor', tensor('float', [2, 3], [3, 1], 'normal')],
      ['mat2', 'Tensor', tensor('float', [2, 3], [3, 1], 'normal')],
    ),
    /mat1 and mat2 shapes cannot be multiplied/,
  ],
  ['description', operation('aten::neg', ['self', 'Tensor', { dtype: 'float' }]), /KeyError/],
];

test("TraceLens' descriptions are replayed, also of integers, which it refuses itself, and what is not replayed has a reason", () => {
  const good = [
    operation(
      'aten::mm',
      ['self', 'Tensor', tensor('float', [2, 3], [3, 1], 'normal')],
      ['mat2', 'Tensor', tensor('float', [3, 4], [1, 3], 'normal')],
    ),
    operation('aten::neg', ['self', 'Tensor', tensor('long int', [2, 3], [3, 1], 'normal')]),
  ];
  const { lines, summary } = replay(written([...good, ...reasons.map(([, one]) => one)]));
  assert.deepEqual(
    lines.map(({ reason = 'replayed' }) => reason),
    ['replayed', 'replayed', ...reasons.map(([reason]) => reason)],
  );
  for (const [index, [, , message]] of reasons.entries()) assert.match(lines[index + good.length]?.message ?? '', message);
  assert.deepEqual(summary.reasons, Object.fromEntries(reasons.map(([reason]) => [reason, 1])));
});

test('a filter, a limit and an end at the first error are kept to', () => {
  const neg = operation('aten::neg', ['self', 'Tensor', tensor('float', [2], [1], 'normal')]);
  const file = written([neg, operation('aten::no_such_operator'), neg, neg]);
  assert.deepEqual(
    replay(file, '--filter=neg', '--limit=2').lines.map(({ state }) => state),
    ['replayed', 'replayed'],
  );
  assert.equal(replay(file, '--stop-on-error').lines.length, 2);
});

/** Lines and summary of a script in which `abs` does what the code in Python says. */
function withAbs(code: string, ...flags: readonly string[]): { readonly lines: readonly Replayed[]; readonly summary: Summary } {
  const neg = operation('aten::neg', ['self', 'Tensor', tensor('float', [2], [1], 'normal')]);
  const abs = operation('aten::abs', ['self', 'Tensor', tensor('float', [2], [1], 'normal')]);
  const wrapper = path.join(temporaryFolder(), 'wrapped.py');
  const wrapped = `
import os, signal, sys
sys.path.insert(0, ${JSON.stringify(path.dirname(script))})
import replay
replay.__file__ = __file__
original = replay.Call.call
${code}
replay.Call.call = changed
replay.main()
`;
  writeFileSync(wrapper, wrapped);
  const { stdout, stderr } = spawnSync(python, [wrapper, '--format=jsonl', ...flags, written([neg, abs, neg, abs])], { encoding: 'utf8' });
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Replayed & Summary);
  assert.equal(lines.length, 5, stderr);
  return { lines: lines.slice(0, -1), summary: lines.at(-1) ?? assert.fail() };
}

const outcome = ({ state, reason, message }: Replayed): readonly unknown[] => [state, reason, message];

test('an operator that ends its process is told, and those after it are replayed', () => {
  // Which operators do is for PyTorch's versions to say: here one is made to, by the signal of a division by zero.
  const { lines, summary } = withAbs(`
def changed(self, arguments):
    if self.name == "aten::abs":
        os.kill(os.getpid(), signal.SIGFPE)
    return original(self, arguments)`);
  const ended = ['not-replayed', 'ended', 'by SIGFPE'];
  const replayed = ['replayed', undefined, undefined];
  assert.deepEqual(lines.map(outcome), [replayed, ended, replayed, ended]);
  assert.deepEqual([summary.operations, summary.replayed, summary.reasons], [4, 2, { ended: 2 }]);
});

test('after an operator that fails on the device, when it is called or later, the next ones are replayed in another process', () => {
  // Once a kernel has failed, all that is done on its device in the same process fails, too.
  for (const raised of ['replay.NotReplayed(replay.reason_of(RuntimeError(said)), said)', 'RuntimeError(said)']) {
    const { lines } = withAbs(`
failed = False
def changed(self, arguments):
    global failed
    failed = failed or self.name == "aten::abs"
    said = "CUDA error: an illegal memory access was encountered"
    if failed:
        raise ${raised}
    return original(self, arguments)`);
    const ended = ['not-replayed', 'ended', 'CUDA error: an illegal memory access was encountered'];
    const replayed = ['replayed', undefined, undefined];
    assert.deepEqual(lines.map(outcome), [replayed, ended, replayed, ended]);
  }
});

test('what an operator prints is taken for nothing', () => {
  const { lines } = withAbs(`
def changed(self, arguments):
    print("{} not a line")
    os.write(1, b"nor this")
    return original(self, arguments)`);
  assert.deepEqual(
    lines.map(({ state }) => state),
    ['replayed', 'replayed', 'replayed', 'replayed'],
  );
});

test('an operator that takes too long is ended and told, and those after it are replayed', () => {
  const code = `
import time
def changed(self, arguments):
    if self.name == "aten::abs":
        time.sleep(600)
    return original(self, arguments)`;
  const { lines, summary } = withAbs(code, '--timeout=3');
  const late = ['not-replayed', 'time-out', 'after 3 s'];
  const replayed = ['replayed', undefined, undefined];
  assert.deepEqual(lines.map(outcome), [replayed, late, replayed, late]);
  assert.deepEqual(summary.reasons, { 'time-out': 2 });
});

test('data is the same for the same seed, another one for another, and within what its initialization says', () => {
  const code = `
import replay
replay.load()
import torch
def made(init, dtype, key=7, **beside):
    return replay.values(replay.mixed(100000, key), init, beside, dtype)
normal = made("normal", torch.float64)
print([round(each, 6) for each in normal[:3].tolist()], abs(normal.mean().item()) < 0.01, abs(normal.std().item() - 1) < 0.01)
print(torch.equal(normal, made("normal", torch.float64)), torch.equal(normal, made("normal", torch.float64, 8)), (normal == 0).any().item())
integers = made("integers", torch.int64, least=-2, most=5)
print(integers.unique().tolist(), made("booleans", torch.bool).float().mean().sub(0.5).abs().item() < 0.01)
print(made("positive", torch.float32).min().item() > 0, made("probabilities", torch.float16).max().item() <= 1)`;
  const { stdout, stderr } = spawnSync(python, ['-c', code], { encoding: 'utf8', cwd: path.dirname(script) });
  // The first line is what SplitMix64 of these keys is, whatever the version of PyTorch.
  assert.equal(
    stdout.trim(),
    ['[-0.669856, -0.5634, -0.680031] True True', 'True False False', '[-2, -1, 0, 1, 2, 3, 4, 5] True', 'True True'].join('\n'),
    stderr,
  );
});
