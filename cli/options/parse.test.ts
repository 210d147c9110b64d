import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchmark } from '../../protocol/jobs/benchmark';
import { dump } from '../../protocol/jobs/dump';
import { info } from '../../protocol/jobs/info';
import { preflight } from '../../protocol/jobs/preflight';
import { run } from '../../protocol/jobs/run';
import { substitute } from '../../protocol/jobs/substitute';
import { verify } from '../../protocol/jobs/verify';
import type { Job } from '../../protocol/jobs/job';
import { parse } from './parse';
import { UsageError } from './usageError';

test("accepts flags in IREE's style", () => {
  const { options } = parse(run, [
    '--device=local-sync',
    'a.ireereplay',
    '--device=local-task',
    '--assume_host_signals=true',
    '--guard_buffers=false',
  ]);
  assert.equal(options.capture, 'a.ireereplay');
  assert.deepEqual(options.devices, ['local-sync', 'local-task']);
  assert.equal(options.assumeHostSignals, true);
  assert.equal(options.guardBuffers, false);
});

test('says what is wrong with a command line', () => {
  const lines: readonly (readonly [Job, readonly string[], RegExp])[] = [
    [run, [], /expected the path/],
    [run, ['a', 'b'], /expected one capture, got 2/],
    [run, ['--no_such_flag', 'a'], /Unknown option/],
    [run, ['--outputs=x', '--outputs=y', 'a'], /more than once/],
    [run, ['--device=cuda', 'a'], /^no device cuda: this engine has local-sync and local-task; others need --engine=iree$/],
    [run, ['--replay_file_remap=x', 'a'], /^--replay_file_remap=x is not captured_prefix=replay_prefix$/],
    [run, ['--format=xml', 'a'], /^unsupported --format=xml; expected text or json$/],
    [run, ['--engine=xla', 'a'], /^unsupported --engine=xla; expected native or iree$/],
    [run, ['--poison=300', 'a'], /^--poison=300 is not a whole number from 0 to 255$/],
    [run, ['--replay_stop_before=1.5', 'a'], /^--replay_stop_before=1\.5 is not a whole number from 0 up$/],
    [run, ['--timeout=0', 'a'], /^--timeout=0 is not a number of seconds above 0$/],
    [benchmark, ['--benchmark_filter=(', 'a'], /^--benchmark_filter=\( is not a regular expression$/],
    [verify, ['--type=f31', 'a'], /^no element type f31; there are f64, /],
    [verify, ['--absolute=-1', 'a'], /^--absolute=-1 is not a number from 0 up$/],
    [verify, ['--nan=same', 'a'], /^unsupported --nan=same; expected equal or differ$/],
    [substitute, ['a'], /^substitute needs --replay_executable_substitution$/],
    [info, ['--outputs=x', 'a'], /Unknown option '--outputs'/],
    [preflight, ['--engine=iree', 'a'], /Unknown option '--engine'/],
    [dump, ['--device=local-sync', 'a'], /Unknown option '--device'/],
  ];
  for (const [job, line, sentence] of lines) {
    assert.throws(
      () => parse(job, line),
      (error) => error instanceof UsageError && sentence.test(error.message),
      line.join(' '),
    );
  }
});

test('accepts bytes in hexadecimal, types in any case, and times with or without their unit', () => {
  assert.equal(parse(run, ['--poison=0xff', 'a']).options.poison, 255);
  assert.equal(parse(verify, ['--type=BF16', 'a']).options.type, 'bf16');
  assert.equal(parse(run, ['--timeout=0.5s', 'a']).options.timeoutMs, 500);
  assert.equal(parse(run, ['--timeout=2', 'a']).options.timeoutMs, 2000);
});

test('accepts times and iterations as Google Benchmark does', () => {
  const minTime = (text: string): unknown => parse(benchmark, [`--benchmark_min_time=${text}`, 'a']).options.minTime;
  assert.deepEqual(minTime('20x'), { iterations: 20 });
  assert.deepEqual(minTime('1.5s'), { seconds: 1.5 });
  assert.deepEqual(minTime('2'), { seconds: 2 });
  assert.deepEqual(parse(benchmark, ['a']).options.minTime, { seconds: 0.5 });
  for (const wrong of ['', 'x', '0x', '-1s', '1m', '1e3x']) assert.throws(() => minTime(wrong), /neither a number/);
});

test("ignores where the user's IREE is when the native engine was asked for", () => {
  assert.deepEqual(parse(run, ['--engine=iree', '--iree_tools=/i', '--device=vulkan', 'a']).options.iree, { setting: '/i' });
  assert.equal('iree' in parse(run, ['--engine=native', '--iree_tools=/i', 'a']).options, false);
  assert.equal('iree' in parse(run, ['--iree_tools=/i', 'a']).options, false);
});

test('takes substitutions together, or each as its own candidate', () => {
  const flags = [
    '--replay_executable_substitution=4=/k/a.so',
    '--replay_executable_substitution=5=b.c',
    '--replay_workgroup_count=f=1,2,3',
  ];
  const candidates = (line: readonly string[]): unknown => parse(substitute, line).options.candidates;
  assert.deepEqual(candidates([...flags, 'a']), [
    { name: 'a.so + b.c', substitutions: ['4=/k/a.so', '5=b.c'], workgroupCounts: ['f=1,2,3'] },
  ]);
  assert.deepEqual(candidates([...flags, '--each', 'a']), [
    { name: 'a.so', substitutions: ['4=/k/a.so'], workgroupCounts: ['f=1,2,3'] },
    { name: 'b.c', substitutions: ['5=b.c'], workgroupCounts: ['f=1,2,3'] },
  ]);
  assert.deepEqual(parse(substitute, [...flags, 'a']).options.run.substitutions, []);
});
