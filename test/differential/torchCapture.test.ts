/**
 * Operations of real traces as captures of IREE's, whose results are PyTorch's: with Debian's PyTorch 1.13, which has no torch.export, by MLIR of the
 * operators alone; with the Python that IR_TURBINE_PYTHON names, which has iree-turbine, by that.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { createJobQueue } from '../../engine/process/jobQueue';
import { torchCapture } from '../../protocol/jobs/torchCapture';
import type { TorchCaptured } from '../../protocol/torch/capturing';
import { checkout, fixture, ireereplay, keptOutputs, run, temporaryFolder, withoutWaits } from '../programs';
import { iree } from './ireeTools';

const debian = process.env['TORCH_PYTHON'] ?? '/usr/bin/python3';
const turbine = process.env['IR_TURBINE_PYTHON'];
const tools = `--iree_tools=${process.env['IREE_TOOLS'] ?? ''}`;
const trace = (name: string): string => fixture(path.join('neighbours', 'pytorch', `${name}.json.gz`));
const folder = temporaryFolder();
const place = (name: string): string => path.join(folder, name);

interface End {
  readonly status: unknown;
  readonly text: string;
  readonly stderr: string;
}

function asked(python: string, output: string, ...args: readonly string[]): End {
  const flags = ['--measure=0.02', tools, `--python=${python}`, '-o', output].filter((flag) => !args.some((one) => isOfSame(flag, one)));
  const words = [path.join(checkout, 'bin', 'ireereplay'), 'torch', 'capture', ...flags, ...args];
  // IREE's programs are where the flag says, and nowhere else.
  const { status, stdout, stderr } = run(process.execPath, words, { env: { ...process.env, PATH: '/usr/bin:/bin' } });
  return { status, text: stdout.toString(), stderr: withoutWaits(stderr).trimEnd() };
}

const isOfSame = (flag: string, other: string): boolean => flag.startsWith('--') && flag.split('=')[0] === other.split('=')[0];

/** The result, which is what its schema says and nothing else. */
async function captured(python: string, output: string, ...args: readonly string[]): Promise<TorchCaptured> {
  const { text, stderr } = asked(python, output, '--format=json', ...args);
  assert.equal(stderr, '');
  const result = v.safeParse(await torchCapture.result(), JSON.parse(text));
  assert.ok(result.success, JSON.stringify(result.issues?.[0]));
  assert.deepEqual(result.output, JSON.parse(text), 'nothing is printed that is not described');
  return JSON.parse(text) as TorchCaptured;
}

const OPERATIONS = [
  ['aten::addmm', 27, 'cpu-train'],
  ['aten::convolution', 2, 'cpu-train'],
  ['aten::_softmax', 88, 'cpu-odd'],
  ['aten::native_layer_norm', 86, 'normalization'],
] as const;

for (const [python, by] of [
  [debian, "the operator's schema"],
  [turbine, 'torch.export and iree-turbine'],
] as const) {
  const skip = python === undefined ? 'IR_TURBINE_PYTHON names no Python with iree-turbine' : false;
  for (const [operation, number, inTheTrace] of OPERATIONS) {
    test(`${operation} by ${by} is a capture that agrees with PyTorch within 1e-4, and both engines replay it`, { skip }, async () => {
      const output = place(`${operation.slice('aten::'.length)}-${python === debian ? 'debian' : 'turbine'}.ireereplay`);
      const found = await captured(python ?? '', output, `--operation=${number}`, trace(inTheTrace));
      assert.deepEqual([found.name, found.number, found.mlir], [operation, number, by]);
      assert.equal(found.verdict, 'agrees', JSON.stringify(found));
      assert.ok(found.dispatches > 0);
      for (const { compared } of found.results) {
        assert.deepEqual(compared?.tolerance, { absolute: 1e-4, relative: 1e-4, ulp: 0 });
        assert.ok(Number(compared.elements) > 0 && compared.outOfTolerance === '0');
      }
      const { pytorch, iree: byIree, trace: inTrace } = found.times;
      assert.ok(byIree !== undefined && inTrace !== undefined, JSON.stringify(found.times));
      for (const { least, median, most } of [pytorch, byIree]) assert.ok(0 < least && least <= median && median <= most);
      assert.ok(inTrace.hostNs > 0);
      // What is read back of the capture is as long as the results, and the same by both.
      const kept = `${output}-results`;
      assert.equal(ireereplay('run', `--outputs=${kept}`, output).status, 0);
      const sizes = found.results.map(({ compared }) => Number(compared?.elements) * 4);
      assert.deepEqual(
        keptOutputs(kept).map(({ bytes }) => bytes.length),
        sizes,
      );
      assert.equal(iree('iree-run-replay', ['--device=local-sync', output]).status, 0);
      const verified = ireereplay('verify', '--engine=iree', tools, `--expect=${kept}`, '--type=f32', '--ulp=4', output);
      assert.equal(verified.status, 0, verified.stderr);
    });
  }
}

for (const [operation, by] of [
  ['aten::nll_loss_nd', 'torch.export of its parts and iree-turbine'],
  ['aten::native_batch_norm_backward', 'torch.export in core operators and iree-turbine'],
] as const) {
  const skip = turbine === undefined ? 'IR_TURBINE_PYTHON names no Python with iree-turbine' : false;
  test(`${operation}, which the compiler does not know, is a capture by ${by}`, { skip }, async () => {
    const found = await captured(turbine ?? '', place('parts.ireereplay'), `--filter=${operation}`, trace('cpu-train'));
    assert.deepEqual([found.verdict, found.mlir], ['agrees', by], JSON.stringify(found));
    assert.match(found.refused[0]?.why ?? '', /^iree-compile refuses it: /);
  });
}

test("a tensor lies in IREE's memory as in that of PyTorch, and the trace says how long its device took", async () => {
  const output = place('transposed.ireereplay');
  const mlir = place('transposed.mlir');
  const found = await captured(debian, output, '--operation=59', `--mlir=${mlir}`, trace('bert-small-h100'));
  assert.match(found.call, /mat2=bfloat16\[(\d+), (\d+)\] by \[1, \1\]/);
  const [, rows = '', columns = ''] = /mat2=bfloat16\[(\d+), (\d+)\] by/.exec(found.call) ?? [];
  assert.equal(found.inputs[2], `${columns}x${rows}xbf16`);
  assert.match(readFileSync(mlir, 'utf8'), /torch\.aten\.permute %arg2, /);
  assert.deepEqual([found.verdict, found.number, found.count], ['agrees', 59, 4]);
  assert.deepEqual(found.results[0]?.compared?.tolerance, { absolute: 0.016, relative: 0.016, ulp: 0 });
  assert.ok((found.times.trace?.deviceNs ?? 0) > 0);
  assert.equal(found.times.trace?.device, 'NVIDIA H100 80GB HBM3');
});

test('the same seed gives the same, and another seed other data', () => {
  const outputs = ['--seed=1', '--seed=1', '--seed=2'].map((seed, index) => {
    const output = place(`seed${index}.ireereplay`);
    assert.equal(asked(debian, output, '--operation=88', seed, trace('cpu-odd')).status, 0);
    const kept = `${output}-results`;
    assert.equal(ireereplay('run', `--outputs=${kept}`, output).status, 0);
    return keptOutputs(kept)[0]?.bytes;
  });
  assert.deepEqual(outputs[0], outputs[1]);
  assert.notDeepEqual(outputs[0], outputs[2]);
});

test('results that are farther apart than is allowed differ, with how far, and the exit status says so', () => {
  const { status, text } = asked(debian, place('strict.ireereplay'), '--operation=88', '--absolute=1e-30', trace('cpu-odd'));
  assert.equal(status, 1);
  assert.match(text, /^IREE's results are not PyTorch's: the result differs by more than it may\.$/m);
  assert.match(
    text,
    /^ {2}result 0, 7x20xf32: differs; \d+ of 140 elements not within 1e-30; at most \S+ apart; the first, \d+: PyTorch \S+, IREE \S+$/m,
  );
  assert.match(
    text,
    /^times of a call:\n {2}PyTorch 1\.13\S*, \d+ threads? +\S+ \S+ .*\n {2}IREE, local-\w+, \d+ threads? .*\n {2}the trace .* mean of 1 call$/m,
  );
});

/** An operation in TraceLens' form. */
function described(name: string, overload: string, ...args: readonly (readonly [name: string, type: string, value: unknown])[]): string {
  const file = place(`${overload.replaceAll(':', '-')}.json`);
  const all = args.map(([arg_name, arg_type, value]) => ({ arg_name, arg_type, value }));
  const ir = { list_pos_args: all, list_kwargs: [] };
  writeFileSync(file, JSON.stringify([{ op_name: name, replay_ir: ir, ireereplay: { version: 1, overload } }]));
  return file;
}

const tensor = { shape: [3, 4], dtype: 'float', strides: [4, 1], init: 'normal' };

test('what is random is not known to agree', async () => {
  const file = described(
    'aten::dropout',
    'aten::dropout',
    ...([
      ['input', 'Tensor', tensor],
      ['p', 'float', 0.5],
      ['train', 'bool', true],
    ] as const),
  );
  const { verdict, results, sentence } = await captured(debian, place('dropout.ireereplay'), '--filter=aten::dropout', file);
  assert.deepEqual([verdict, results[0]?.why], ['not-known', 'PyTorch itself gives another each time'], sentence);
});

test('memory that nothing wrote is not known to agree', async () => {
  const { verdict, results } = await captured(debian, place('empty.ireereplay'), '--operation=115', trace('cpu-odd'));
  assert.deepEqual([verdict, results[0]?.why], ['not-known', 'it is memory that nothing has written']);
});

test('an operator that could be random and is not is compared', async () => {
  const file = described(
    'aten::dropout',
    'aten::dropout',
    ...([
      ['input', 'Tensor', tensor],
      ['p', 'float', 0.5],
      ['train', 'bool', false],
    ] as const),
  );
  const { verdict } = await captured(debian, place('no-dropout.ireereplay'), '--filter=aten::dropout', file);
  assert.equal(verdict, 'agrees');
});

test('lists of tensors, booleans and whole numbers go in and come out', async () => {
  for (const [operation, number, name] of [
    ['aten::stack', 16, 'cpu-odd'],
    ['aten::broadcast_tensors', 148, 'normalization'],
    ['aten::gt', 25, 'cpu-odd'],
    ['aten::topk', 78, 'cpu-odd'],
  ] as const) {
    const found = await captured(debian, place('lists.ireereplay'), `--operation=${number}`, trace(name));
    assert.deepEqual([found.name, found.verdict], [operation, 'agrees'], JSON.stringify(found));
  }
});

const refused: readonly (readonly [what: string, args: readonly string[], says: RegExp])[] = [
  [
    'an operation that is not there',
    ['--filter=aten::nonsense', trace('cpu-odd')],
    /^ireereplay: none of its \d+ operations is meant: ireereplay torch ops lists them$/,
  ],
  ['a number that is not there', ['--operation=9999', trace('cpu-odd')], /^ireereplay: there is no operation 9999: \d+ are in it$/],
  [
    'that several are meant',
    ['--filter=aten::addmm', trace('bert-small-h100')],
    /^ireereplay: 4 operations are meant: choose one by --operation=N\n {2}#38 {2}aten::addmm\(.*\n {2}#59 .*\n {2}#68 .*\n {2}#74 .*$/,
  ],
  [
    'a Python without PyTorch',
    ['--operation=88', `--python=${process.env['IREE_TOOLS'] ?? ''}/python3`, trace('cpu-odd')],
    /^ireereplay: PyTorch was not found: .* has none\. Install it with pip install torch, or name a Python that has it with --python=PATH$/,
  ],
  [
    'a Python that is not there',
    ['--operation=88', '--python=/nonsense', trace('cpu-odd')],
    /^ireereplay: PyTorch was not found: there is no Python in \/nonsense\./,
  ],
  ['no compiler', ['--operation=88', `--iree_tools=${folder}`, trace('cpu-odd')], /iree-compile was not found/],
  ['a time that is over', ['--operation=88', '--timeout=0.2', trace('cpu-odd')], /^ireereplay: it took longer than 0\.2 s \(--timeout\)$/],
  [
    'an operation that gives no tensor',
    ['--filter=aten::item', trace('bert-small-h100')],
    /^ireereplay: aten::item has no MLIR by PyTorch 1\.13\S*: it gives no tensor$/,
  ],
  [
    'an operator that writes its arguments, without iree-turbine',
    ['--operation=98', trace('cpu-train')],
    /iree-turbine is not installed for .* \(pip install iree-turbine\)[\s\S]*aten::add_\.Tensor writes its arguments/,
  ],
];

for (const [what, args, says] of refused) {
  test(`${what} is told in a sentence, and what was there stays`, () => {
    const output = place('stays.ireereplay');
    writeFileSync(output, 'there');
    const { status, text, stderr } = asked(debian, output, ...args);
    assert.deepEqual([status, text], [1, '']);
    assert.match(stderr, says);
    assert.equal(readFileSync(output, 'utf8'), 'there');
  });
}

test('what the compiler refuses is told with its words, and kept where that is asked', () => {
  const mlir = place('refused.mlir');
  const output = place('refused.ireereplay');
  const { status, stderr } = asked(
    debian,
    output,
    '--filter=aten::addmm',
    '--iree_compile_flag=--nonsense',
    `--mlir=${mlir}`,
    trace('cpu-train'),
  );
  assert.equal(status, 1);
  assert.match(stderr, /MLIR by the operator's schema: iree-compile refuses it: .*nonsense/);
  assert.match(readFileSync(mlir, 'utf8'), /"torch\.aten\.addmm"/);
  assert.ok(!existsSync(output));
});

test('the engine process makes one, says what it is at, and leaves nothing of one that is cancelled', async () => {
  const queue = createJobQueue(path.join(checkout, 'dist', 'engine.js'), () => undefined);
  const output = place('queued.ireereplay');
  const options = {
    ...{ capture: trace('cpu-odd'), operation: 88, output, python: debian, measuredSeconds: 0.02 },
    iree: { setting: process.env['IREE_TOOLS'] ?? '' },
  };
  const phases = new Set<string>();
  const controller = new AbortController();
  const started = queue.start(
    'torchCapture',
    options,
    (state) => {
      if (state.state !== 'running') return;
      phases.add(state.progress.phase);
      if (state.progress.phase === 'compiling') controller.abort();
    },
    controller.signal,
  );
  assert.equal((await started).state, 'cancelled');
  assert.ok(!existsSync(output));
  const ended = await queue.start(
    'torchCapture',
    options,
    (state) => {
      if (state.state === 'running') phases.add(state.progress.phase);
    },
    new AbortController().signal,
  );
  queue.dispose();
  assert.equal(ended.state === 'done' ? ended.result.verdict : ended.state, 'agrees');
  assert.deepEqual([...phases], ['reading', 'exporting', 'compiling', 'recording', 'comparing', 'measuring']);
});
