/** The command line that a result's view offers is one that ours takes, and asks for the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArguments } from '../../cli/arguments';
import { benchmark } from '../../cli/benchmark';
import { substitute } from '../../cli/substitute';
import { comparison, verify } from '../../cli/verify';
import { measureCommandLine } from '../../extension/runs/measureCommandLine';
import { DEFAULT_SETTINGS } from '../../protocol/replay';
import type { RunOptions } from '../../protocol/run';

const capture = '/x.ireereplay';
const settings = { ...DEFAULT_SETTINGS, device: 'local-task' };
const run: RunOptions = { capture, devices: ['local-task'], fileRemaps: [] };

/** What stands behind "ireereplay COMMAND", none of it quoted. */
const words = (line: string): readonly string[] => line.split(' ').slice(2);

test('of a benchmark', () => {
  const options = { run, scopes: ['execute'], dispatches: ['17'], minTime: { iterations: 20 } };
  const args = parseArguments(benchmark, words(measureCommandLine({ job: 'benchmark', capture, settings, options })));
  assert.deepEqual(args.values('replay_scope'), ['execute']);
  assert.deepEqual(args.values('replay_dispatch'), ['17']);
  assert.equal(args.value('benchmark_min_time'), '20x');
  assert.deepEqual(args.values('device'), ['local-task']);
});

test('of a verification', () => {
  const substituted = { ...run, substitutions: ['4=/k.so'], workgroupCounts: ['f=1,2,3'] };
  const options = { run: substituted, againstDevices: ['local-sync'], expect: '/out', level: 'dispatch' as const };
  const args = parseArguments(verify, words(measureCommandLine({ job: 'verify', capture, settings, options })));
  assert.deepEqual(args.values('against'), ['local-sync']);
  assert.deepEqual(args.values('replay_executable_substitution'), ['4=/k.so']);
  assert.deepEqual(args.values('replay_workgroup_count'), ['f=1,2,3']);
  assert.equal(comparison(args).expect, '/out');
  assert.equal(comparison(args).level, 'dispatch');
});

test('of a substitution, its candidates each for itself', () => {
  const candidates = ['a.so', 'b.so'].map((name) => ({ name, substitutions: [`4=/${name}`] }));
  const options = { run, candidates, pairs: 12 };
  const args = parseArguments(substitute, words(measureCommandLine({ job: 'substitute', capture, settings, options })));
  assert.deepEqual(args.values('replay_executable_substitution'), ['4=/a.so', '4=/b.so']);
  assert.equal(args.has('each'), true);
  assert.equal(args.value('pairs'), '12');
});

test('of a substitution of sources, with what builds them and how results are compared', () => {
  const compilers = { clang: '/opt/clang', clangFlags: ['-O2', '-g'], ireeCompile: '/iree/iree-compile' };
  const options = {
    run: { ...run, compilers },
    candidates: [{ name: 'k.c', substitutions: ['4=/k.c'] }],
    verify: { level: 'dispatch', tolerance: { ulp: 2, relative: 1e-6 } },
  } as const;
  const line = measureCommandLine({ job: 'substitute', capture, settings, options });
  const args = parseArguments(substitute, words(line));
  assert.equal(args.value('clang'), '/opt/clang');
  assert.deepEqual(args.values('clang_flag'), ['-O2', '-g']);
  assert.equal(args.has('iree_compile'), false, 'nothing is in MLIR');
  assert.deepEqual(comparison(args).tolerance, { absolute: 0, relative: 1e-6, ulp: 2, nanEqual: true });
  assert.equal(comparison(args).level, 'dispatch');
});
