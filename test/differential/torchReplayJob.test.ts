/** torch replay: operations of real traces through Debian's PyTorch 1.13, as a job of the command line. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { npyHead } from '../../engine/comparing/npy';
import * as v from 'valibot';
import { torchReplay } from '../../engine/jobs/torchReplay';
import { torchReplay as job } from '../../protocol/jobs/torchReplay';
import type { TorchProgress, TorchReplayFound } from '../../protocol/torch/replay';
import { checkout, fixture, ireereplay, temporaryFolder } from '../programs';

const python = process.env['TORCH_PYTHON'] ?? '/usr/bin/python3';
const trace = (name: string): string => fixture(path.join('neighbours', 'pytorch', `${name}.json.gz`));

function found(status: number, ...flags: readonly string[]): TorchReplayFound {
  const ended = ireereplay('torch', 'replay', `--python=${python}`, '--format=json', ...flags);
  assert.equal(ended.status, status, ended.stderr);
  return JSON.parse(ended.stdout.toString()) as TorchReplayFound;
}

test('operations are timed, and each stands beside its time in the trace', () => {
  const { installation, operations, asked } = found(0, '--filter=aten::addmm', '--repetitions=11', '--seconds=60', trace('cpu-train'));
  assert.match(installation.version, /^\d+\.\d+/);
  assert.deepEqual([installation.python, installation.device, asked, operations.length], [python, 'cpu', 1, 1]);
  const [{ call, samples, statistics, trace: traced, timesTrace } = assert.fail()] = operations;
  assert.match(call, /^aten::addmm\(self=float32\[/);
  assert.equal(samples.length, 11);
  assert.equal(statistics.count, 11);
  assert.ok(statistics.interval[0] <= statistics.median && statistics.median <= statistics.interval[1]);
  // This trace is of a processor alone.
  assert.ok(traced !== undefined && traced.deviceNs === undefined && traced.hostNs > 0);
  assert.equal(timesTrace?.of, 'host');
  assert.equal(timesTrace.ratio, statistics.median / traced.hostNs);
});

test('what a GPU did in the trace is what the replay is held against', () => {
  const { operations } = found(0, '--filter=aten::addmm', '--limit=1', trace('bert-small-h100'));
  const [{ trace: traced, timesTrace, statistics } = assert.fail()] = operations;
  assert.ok(traced?.deviceNs !== undefined && traced.deviceNs > 0);
  assert.deepEqual([timesTrace?.of, timesTrace?.ratio], ['device', statistics.median / traced.deviceNs]);
});

test('what is not replayed has its reason and its number, and the exit status says so', () => {
  const { operations, notReplayed, asked } = found(
    1,
    '--filter=flash',
    '--filter=aten::embedding',
    '--repetitions=1',
    trace('bert-small-h100'),
  );
  assert.equal(operations.length + notReplayed.length, asked);
  assert.deepEqual([...new Set(operations.map(({ name }) => name))], ['aten::embedding']);
  assert.ok(notReplayed.length > 0);
  for (const { name, reason, number, message } of notReplayed) {
    assert.match(name, /flash/);
    assert.ok(['other-device', 'no-operator'].includes(reason) && message !== '' && number > 0);
  }
});

test('operations without a description are listed', () => {
  const { undescribed, operations } = found(
    0,
    '--repetitions=1',
    '--warm_up=0',
    '--filter=AccumulateGrad',
    '--filter=aten::relu',
    trace('cpu-train'),
  );
  assert.ok(operations.length > 0 && undescribed.length > 0);
  assert.ok(undescribed.every(({ name, reason }) => name.includes('AccumulateGrad') && reason === 'range'));
});

test('a number, a limit and an end at the first error choose what is replayed', () => {
  const all = found(0, '--operation=2,5', '--repetitions=1', trace('bert-small-h100'));
  assert.deepEqual(
    all.operations.map(({ number }) => number),
    [2, 5],
  );
  const stopped = found(1, '--filter=flash', '--stop_on_error', trace('bert-small-h100'));
  assert.deepEqual([stopped.notReplayed.length, stopped.asked > 1], [1, true]);
});

test('given data is taken where it fits its argument, and refused where it does not', () => {
  const folder = temporaryFolder();
  const operations = path.join(folder, 'operations.json');
  const self = { shape: [2, 2], dtype: 'float', strides: [2, 1], init: 'normal' };
  const neg = {
    op_name: 'aten::neg',
    replay_ir: { list_pos_args: [{ arg_name: 'self', arg_type: 'Tensor', value: self }], list_kwargs: [] },
  };
  writeFileSync(operations, JSON.stringify([neg]));
  const array = (type: 'f32' | 'f64', shape: readonly number[]): string => {
    const file = path.join(folder, `${type}${shape.length}.npy`);
    writeFileSync(file, Buffer.concat([npyHead(type, shape), Buffer.alloc(shape.reduce((a, b) => a * b, type === 'f32' ? 4 : 8))]));
    return file;
  };
  assert.equal(found(0, `--input=self=${array('f32', [2, 2])}`, operations).operations.length, 1);
  const refused = (file: string): string => found(1, `--input=${file}`, operations).notReplayed[0]?.message ?? '';
  assert.match(refused(`self=${array('f64', [2, 2])}`), /its elements are <f8, not <f4/);
  assert.match(refused(`self=${array('f32', [4])}`), /has the shape \[4\], the argument \[2, 2\]/);
  assert.match(refused(`other=${array('f32', [4])}`), /it has no tensor other/);
  // As PyTorch's execution trace observer saves them: bytes alone.
  const saved = (bytes: number): string => {
    const file = path.join(folder, `nid_3_tid_${bytes}.dat`);
    writeFileSync(file, Buffer.alloc(bytes));
    return file;
  };
  assert.equal(found(0, `--input=self=${saved(16)}`, operations).operations.length, 1);
  assert.match(refused(`self=${saved(12)}`), /it has 12 bytes, and the argument 16/);
  const several = ireereplay('torch', 'replay', `--python=${python}`, '--input=self=x.npy', trace('cpu-train'));
  assert.deepEqual([several.status, /is the data of one operation, and \d+ are meant/.test(several.stderr)], [1, true]);
});

test('without PyTorch, or without the device, it is said where it was looked for', () => {
  const folder = temporaryFolder();
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  const none = path.join(bin, 'python3');
  writeFileSync(none, '#!/bin/sh\nexit 3\n');
  chmodSync(none, 0o755);
  const replay = (...flags: readonly string[]): string => {
    const { status, stderr } = ireereplay('torch', 'replay', ...flags, trace('bert-small-h100'));
    assert.equal(status, 1);
    return stderr;
  };
  assert.match(replay(`--python=${folder}`), /PyTorch was not found: .*bin\/python3 has none\. Install it with pip install torch, or name/);
  assert.match(replay('--python=/no/such'), /PyTorch was not found: there is no Python in \/no\/such/);
  assert.match(replay(`--python=${python}`, '--device=cuda:63'), /has no device cuda:63/);
});

test('progress is told for each operation, and a cancelled replay ends at once', async () => {
  const told = v.parse(job.options, { capture: trace('cpu-train'), python, repetitions: 1_000_000, seconds: 60, operations: [1, 2, 3] });
  const controller = new AbortController();
  const progress: TorchProgress[] = [];
  const ending = torchReplay(
    { ...told, repetitions: 1 },
    path.join(checkout, 'dist', 'torch'),
    (so) => progress.push(so),
    controller.signal,
    () => undefined,
  );
  const { asked } = await ending;
  assert.deepEqual(
    progress,
    Array.from({ length: asked }, (_, index) => ({ done: index + 1, of: asked })),
  );
  const began = performance.now();
  setTimeout(() => controller.abort(), 500);
  await assert.rejects(
    torchReplay(
      told,
      path.join(checkout, 'dist', 'torch'),
      () => undefined,
      controller.signal,
      () => undefined,
    ),
    { name: 'AbortError' },
  );
  // Without an end it would be a minute for each of the three.
  assert.ok(performance.now() - began < 50_000);
});
