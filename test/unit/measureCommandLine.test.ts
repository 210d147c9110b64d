/** The command line that a result's view offers is accepted by ours, and asks for the same. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { parse } from '../../cli/options/parse';
import { measureCommandLine, runCommandLine } from '../../extension/runs/measureCommandLine';
import { benchmark } from '../../protocol/jobs/benchmark';
import { run as replay } from '../../protocol/jobs/run';
import { substitute } from '../../protocol/jobs/substitute';
import { verify } from '../../protocol/jobs/verify';
import type { RunOptions } from '../../protocol/replay/run';

const capture = '/x.ireereplay';
const run: RunOptions = { capture, devices: ['local-task'], fileRemaps: [] };

/** What a shell makes of the words after "ireereplay COMMAND". */
const words = (line: string): readonly string[] =>
  execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(2, -1);

test('is the whole command', () => {
  assert.equal(
    runCommandLine({ capture: '/x/my model.ireereplay', devices: ['local-sync'], fileRemaps: ['/models=/data'] }),
    "ireereplay run --device=local-sync --replay_file_remap=/models=/data '/x/my model.ireereplay'",
  );
});

test('contains all choices, but no threads for a device without them', () => {
  const chosen = {
    capture: 'x.ireereplay',
    fileRemaps: [],
    workers: 2,
    assumeHostSignals: true,
    allowFileWrites: false,
    guardBuffers: true,
  };
  assert.equal(
    runCommandLine({ ...chosen, devices: ['local-task'] }),
    'ireereplay run --device=local-task --task_topology_group_count=2 --assume_host_signals --guard_buffers x.ireereplay',
  );
  assert.equal(
    runCommandLine({ ...chosen, devices: ['local-sync'] }),
    'ireereplay run --device=local-sync --assume_host_signals --guard_buffers x.ireereplay',
  );
  const against = { run: { ...run, devices: ['local-sync'], workers: 2 }, againstDevices: ['local-task'] };
  assert.equal(parse(verify, words(measureCommandLine('verify', against))).options.run.workers, 2);
});

test('of a benchmark', () => {
  const asked = { run, scopes: ['execute'], dispatches: ['17'], minTime: { iterations: 20 } };
  const { options } = parse(benchmark, words(measureCommandLine('benchmark', asked)));
  assert.deepEqual(options.scopes, ['execute']);
  assert.deepEqual(options.dispatches, ['17']);
  assert.deepEqual(options.minTime, { iterations: 20 });
  assert.deepEqual(options.run.devices, ['local-task']);
});

test('of a verification', () => {
  const substituted = { ...run, substitutions: ['4=/k.so'], workgroupCounts: ['f=1,2,3'] };
  const asked = { run: substituted, againstDevices: ['local-sync'], expect: '/out', level: 'dispatch' as const };
  const { options } = parse(verify, words(measureCommandLine('verify', asked)));
  assert.deepEqual(options.againstDevices, ['local-sync']);
  assert.deepEqual(options.run.substitutions, ['4=/k.so']);
  assert.deepEqual(options.run.workgroupCounts, ['f=1,2,3']);
  assert.equal(options.expect, '/out');
  assert.equal(options.level, 'dispatch');
});

test('of a substitution, each of its candidates separately', () => {
  const candidates = ['a.so', 'b.so'].map((name) => ({ name, substitutions: [`4=/${name}`] }));
  const { options } = parse(substitute, words(measureCommandLine('substitute', { run, candidates, pairs: 12 })));
  assert.deepEqual(
    options.candidates.map(({ name, substitutions }) => [name, substitutions]),
    [
      ['a.so', ['4=/a.so']],
      ['b.so', ['4=/b.so']],
    ],
  );
  assert.equal(options.pairs, 12);
});

test('of a substitution of sources, with what builds them and how results are compared', () => {
  const compilers = { clang: '/opt/clang', clangFlags: ['-O2', '-g'], ireeCompile: '/iree/iree-compile' };
  const asked = {
    run: { ...run, compilers },
    candidates: [{ name: 'k.c', substitutions: ['4=/k.c'] }],
    verify: { level: 'dispatch', tolerance: { ulp: 2, relative: 1e-6 } },
  } as const;
  const { options } = parse(substitute, words(measureCommandLine('substitute', asked)));
  assert.deepEqual(options.run.compilers, { clang: '/opt/clang', clangFlags: ['-O2', '-g'], ireeCompileFlags: [] }, 'nothing is in MLIR');
  assert.deepEqual(options.verify.tolerance, { absolute: 0, relative: 1e-6, ulp: 2, nanEqual: true });
  assert.equal(options.verify.level, 'dispatch');
});

test('of a benchmark of every scope, which is not one of the whole capture', () => {
  const { options } = parse(benchmark, words(measureCommandLine('benchmark', { run, scopes: ['*'] })));
  assert.deepEqual(options.scopes, ['*']);
});

test('of a capture of two devices, which needs two', () => {
  const devices = ['local-task', 'local-task'];
  const two = { ...run, devices };
  assert.deepEqual(parse(benchmark, words(measureCommandLine('benchmark', { run: two }))).options.run.devices, devices);
  assert.deepEqual(parse(replay, words(runCommandLine(two))).options.devices, devices);
});

test('a shell leaves names unchanged, whatever they contain', () => {
  const odd = `/a b/it's "$HOME" \`id\` [x]{1,2} *?~;&|<>!#\\ é
x.ireereplay`;
  const pattern = 'block$async_dispatch_9_*';
  const asked = { run: { ...run, capture: odd, fileRemaps: [`${odd}=/b c`] }, scopes: ['a b', "it's"], dispatches: [pattern] };
  const { options } = parse(benchmark, words(measureCommandLine('benchmark', asked)));
  assert.deepEqual(options.scopes, ['a b', "it's"]);
  assert.deepEqual(options.dispatches, [pattern]);
  assert.deepEqual([options.run.capture, options.run.fileRemaps], [odd, [`${odd}=/b c`]]);
});

test("of a replay by the user's IREE, with its place, unless it is this machine's own", () => {
  const iree = { setting: '/my iree', python: ['/venv'], path: '/bin' };
  const { options } = parse(replay, words(runCommandLine({ ...run, iree, devices: ['vulkan'] })));
  assert.deepEqual([options.iree, options.devices], [{ setting: '/my iree' }, ['vulkan']]);
});

test('of a replay that records a profile', () => {
  const profiling = {
    mode: 'queue-events,host-execution',
    output: '/x/my run.ireeprof',
    filterFunction: '*matmul*',
    filterCommandBuffer: 9,
  };
  const { options } = parse(replay, words(measureCommandLine('run', { ...run, workers: 2, profiling })));
  assert.equal(options.workers, 2);
  assert.deepEqual(
    { ...options.profiling, counters: undefined, statistics: undefined, sample: undefined },
    { ...profiling, counters: undefined, statistics: undefined, sample: undefined },
  );
  const alone = { ...run, devices: ['local-sync'], workers: 2, profiling };
  assert.equal(parse(replay, words(measureCommandLine('run', alone))).options.workers, undefined);
});
