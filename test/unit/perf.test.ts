/** What Linux's perf is told of kernels, and what it says of them then. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { findProgram } from '../../engine/programs/program';
import { writeHotLoops } from '../hotLoops';
import { checkout, fixture, ireereplay, run, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const small = fixture('small.ireereplay');
const FUNCTION = 'elementwise_mul';

/** The file that a replay leaves for perf in a folder of its own. */
function left(format: string, ...args: readonly string[]): Buffer {
  const own = temporaryFolder();
  const { status, stderr } = ireereplay('run', `--perf=${format}`, `--perf_folder=${own}`, ...args, small);
  assert.equal(status, 0, stderr);
  const [file = ''] = readdirSync(own);
  assert.match(file, format === 'map' ? /^perf-\d+\.map$/ : /^jit-\d+\.dump$/);
  return readFileSync(path.join(own, file));
}

test('the map has each function where it is loaded', () => {
  const lines = left('map').toString().trimEnd().split('\n');
  assert.ok(lines.every((line) => /^[0-9a-f]+ [0-9a-f]+ \S+$/.test(line)));
  assert.ok(lines.some((line) => line.endsWith(` ${FUNCTION}`)));
});

test('the dump has code, lines and names, record by record', () => {
  const { file } = writeHotLoops(folder);
  const dump = left('jitdump', `--replay_executable_substitution=4=${file}`);
  assert.deepEqual([dump.readUInt32LE(0), dump.readUInt32LE(4), dump.readUInt32LE(8)], [0x4a695444, 1, 40]);
  const kinds: number[] = [];
  for (let at = 40; at < dump.length; at += dump.readUInt32LE(at + 4)) kinds.push(dump.readUInt32LE(at));
  // Lines come before the code that they are of.
  assert.deepEqual([...new Set(kinds)].sort(), [0, 2]);
  assert.equal(kinds[kinds.indexOf(2) + 1], 0);
  assert.ok(dump.includes(`${FUNCTION}\0`) && dump.includes('hot_loops.c\0'));
});

test('a folder that is not there is named', () => {
  const { status, stderr } = ireereplay('run', '--perf=map', '--perf_folder=/nowhere/at/all', small);
  assert.equal(status, 1);
  assert.match(stderr, /cannot write \/nowhere\/at\/all\/perf-\d+\.map for perf: No such file or directory/);
});

/** Its caches are below the folder. */
const perf = (...args: readonly string[]): ReturnType<typeof run> =>
  run('perf', args, { cwd: folder, env: { ...process.env, HOME: folder } });

/** Why perf cannot be asked here. */
function withoutPerf(): string | false {
  if (findProgram('perf') === undefined) return 'perf is not installed';
  return perf('record', '-e', 'cpu-clock', '-o', 'probe.data', 'true').status === 0 ? false : 'perf may not record here';
}

/** Where perf looks for them, and nowhere else. */
const maps = (): readonly string[] => readdirSync('/tmp').filter((name) => /^perf-\d+\.map$/.test(name));

test('perf names the kernel, and annotates its lines in the order of ours', { skip: withoutPerf() }, () => {
  const { file, loops } = writeHotLoops(folder);
  const replay = [
    path.join(checkout, 'bin', 'ireereplay'),
    'benchmark',
    '--benchmark_min_time=200x',
    `--replay_executable_substitution=4=${file}`,
  ];
  const record = ['record', '-e', 'cpu-clock', '-F', '997', '-k', 'mono', '-o'];
  const others = maps();
  assert.equal(perf(...record, 'map.data', ...replay, '--perf=map', small).status, 0);
  const report = perf('report', '-i', 'map.data', '--stdio', '--sort', 'sym');
  assert.match(report.stdout.toString(), new RegExp(`^ +[6-9]\\d\\.\\d+% +\\[\\.\\] ${FUNCTION}$`, 'm'));
  for (const name of maps().filter((each) => !others.includes(each))) rmSync(path.join('/tmp', name));

  assert.equal(perf(...record, 'jit.data', ...replay, '--perf=jitdump', small).status, 0);
  assert.equal(perf('inject', '--jit', '-i', 'jit.data', '-o', 'injected.data').status, 0);
  const { stdout } = perf('annotate', '-i', 'injected.data', '--stdio', '-l', '-s', FUNCTION);
  const lines = [...stdout.toString().matchAll(/^ +\d+\.\d+ +hot_loops\.c:(\d+)$/gm)].map(([, line]) => Number(line));
  // By construction 60, 30 and 10 %: by how much perf's own shares are off on a busy machine is no matter of what we wrote.
  assert.deepEqual(
    lines.slice(0, loops.length),
    loops.map(({ line }) => line),
  );
});
