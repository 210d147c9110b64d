/** Samples in the lines of assembly, as the command line tells them: by lines that it has, and by the code that it is. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { before, test } from 'node:test';
import * as v from 'valibot';
import { assemblyHeatRow } from '../../protocol/jobs/assemblyHeat';
import { isPadding } from '../../engine/kernels/sameInstruction';
import { withEnoughSamples } from '../enoughSamples';
import { writeHotLoops } from '../hotLoops';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const small = fixture('small.ireereplay');
const assembly = path.join(folder, 'hot_loops.s');
const profile = path.join(folder, 'run.ireeprof');

async function record(output: string, source: string, ...flags: readonly string[]): Promise<void> {
  const substitution = `--replay_executable_substitution=4=${source}`;
  const sample = (enough: readonly string[]): readonly Line[] => {
    const sampled = ['run', '--sample', ...enough, `--device_profiling_output=${output}`, substitution, ...flags, small];
    const { status, stderr } = ireereplay(...sampled);
    assert.equal(status, 0, stderr);
    return rows(output);
  };
  await withEnoughSamples(600, sample, (told) => told.find(({ type }) => type === 'hotspots_summary')?.in_kernels ?? 0);
}

/** Compiled so that each loop is a few instructions. */
function compile(output: string, ...flags: readonly string[]): void {
  const { file } = writeHotLoops(folder);
  execFileSync('clang', ['-O1', '-fno-unroll-loops', '-fPIC', '-ffreestanding', ...flags, '-S', file, '-o', output], { stdio: 'pipe' });
}

before(async () => {
  compile(assembly);
  await record(profile, assembly);
});

interface Line {
  readonly type: string;
  readonly in_kernels?: number;
  readonly path?: string;
  readonly line?: number;
  readonly own_samples?: number;
  readonly is_hot?: boolean;
  readonly code_digest?: string;
}

function rows(file: string): readonly Line[] {
  const { status, stdout, stderr } = ireereplay('profile', 'hotspots', '--format=jsonl', file);
  assert.equal(status, 0, stderr);
  return stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

function heat(file: string, of: string): readonly v.InferOutput<typeof assemblyHeatRow>[] {
  const { status, stdout, stderr } = ireereplay('profile', 'hotspots', '--format=jsonl', `--assembly=${file}`, of);
  assert.equal(status, 0, stderr);
  return stdout
    .toString()
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [v.parse(assemblyHeatRow, JSON.parse(line))]));
}

/** Samples of what only fills, which the line before has where lines say it, and no line where the code does. */
function paddingSamples(file: string): number {
  const { status, stdout, stderr } = ireereplay('profile', 'hotspots', '--format=jsonl', '--disassembly', file);
  assert.equal(status, 0, stderr);
  const functions = stdout
    .toString()
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row) as { readonly instructions?: readonly { readonly text: string; readonly samples: number }[] });
  const padding = functions.flatMap(({ instructions = [] }) => instructions).filter(({ text }) => isPadding(text));
  return padding.reduce((sum, { samples }) => sum + samples, 0);
}

const bySamples = (heated: ReturnType<typeof heat>): ReadonlyMap<number, number> =>
  new Map(heated.flatMap(({ lines }) => lines.map(({ line, samples }) => [line, samples] as const)));

test('the lines of a substitute in assembly have the samples of their instructions, whichever way they are told', () => {
  const told = heat(assembly, profile);
  assert.deepEqual(
    told.map(({ name, other }) => [name, other]),
    [['elementwise', undefined]],
  );
  const named = rows(profile).flatMap(({ type, path: of, line = 0, own_samples: samples = 0 }) =>
    type === 'hotspot_line' && of === assembly && samples > 0 ? [[line, samples] as const] : [],
  );
  const samples = bySamples(told);
  const more = named.map(([line, count]) => [line, count - (samples.get(line) ?? 0)] as const).filter(([, count]) => count !== 0);
  assert.deepEqual(
    [...samples.keys()].filter((line) => !named.some(([one]) => one === line)),
    [],
  );
  assert.ok(
    more.every(([, count]) => count > 0),
    JSON.stringify(more),
  );
  assert.equal(
    more.reduce((sum, [, count]) => sum + count, 0),
    paddingSamples(profile),
  );
  assert.ok(told[0]?.lines.some(({ isHot, text }) => isHot && /^(add|mul)ss /.test(text)));
});

test('lines that its assembler adds leave the code as it is', async () => {
  const without = path.join(folder, 'without.ireeprof');
  await record(without, assembly, '--clang_flag=-g0');
  const digest = (file: string): string | undefined => rows(file).find(({ type }) => type === 'hotspot_kernel')?.code_digest;
  assert.notEqual(digest(profile), undefined);
  assert.equal(digest(without), digest(profile));
  assert.ok(!rows(without).some(({ type }) => type === 'hotspot_line'));
  // Without them lines are told by the code.
  assert.ok((heat(assembly, without)[0]?.lines.length ?? 0) > 3);
});

test('assembly whose lines are those of another source has samples in its own', () => {
  const compiled = path.join(folder, 'compiled.s');
  compile(compiled, '-g');
  const [kernel] = heat(compiled, profile);
  assert.equal(kernel?.other, undefined);
  assert.ok((kernel?.lines.length ?? 0) > 3);
});

test('assembly of another version has none, and says where it differs', () => {
  const changed = path.join(folder, 'changed.s');
  const text = readFileSync(assembly, 'utf8')
    .replace(/^elementwise:/m, 'elementwise_mul:')
    .replace(/^\taddss\t/m, '\tsubss\t');
  writeFileSync(changed, text);
  const [kernel] = heat(changed, profile);
  assert.deepEqual(kernel?.lines, []);
  const line = text.split('\n').findIndex((one) => one.startsWith('\tsubss\t')) + 1;
  assert.match(kernel.other ?? '', new RegExp(`^line ${String(line)} is "subss %xmm1, %xmm0" where "addss xmm0, xmm1" was sampled$`));
  const { stdout } = ireereplay('profile', 'hotspots', `--assembly=${changed}`, profile);
  assert.match(stdout.toString(), /elementwise_mul: another version than was sampled: line \d+ is "subss /);
});

test('all machine code that was sampled is told with the share of each instruction', () => {
  const { status, stdout } = ireereplay('profile', 'hotspots', '--disassembly', profile);
  assert.equal(status, 0);
  const lines = stdout.toString().split('\n');
  assert.match(lines[0] ?? '', /^elementwise_mul, executable 4: {1,2}[\d.]+ % \[[\d.]+, [\d.]+\] {2}\d+ samples$/);
  const shares = lines.flatMap((line) => /^ *([\d.]+) % +\d+ {2} +[\da-f]+ {2}[\da-f]+ +\w+ /.exec(line)?.[1] ?? []);
  assert.ok(shares.length > 2 && shares.reduce((sum, share) => sum + Number(share), 0) > 80, shares.join());
  assert.ok(lines.some((line) => /^ {17,}[\da-f]+ {2}[\da-f]+ +ret$/.test(line)));
  const both = ireereplay('profile', 'hotspots', '--disassembly', `--assembly=${assembly}`, profile);
  assert.equal(both.status, 2);
  assert.match(both.stderr, /--disassembly and --assembly are one or the other/);
});

test('LLVM IR without lines is built with its own, and to the same code', async () => {
  const ir = path.join(folder, 'hot_loops.ll');
  const { file } = writeHotLoops(folder);
  execFileSync('clang', ['-O1', '-fno-unroll-loops', '-fPIC', '-ffreestanding', '-S', '-emit-llvm', file, '-o', ir], { stdio: 'pipe' });
  const output = path.join(folder, 'ir.ireeprof');
  await record(output, ir);
  const hot = rows(output).flatMap(({ type, path: of, line, is_hot: isHot }) =>
    type === 'hotspot_line' && of === ir && isHot === true ? [line] : [],
  );
  const text = readFileSync(ir, 'utf8').split('\n');
  assert.ok(hot.length >= 3, hot.join());
  assert.ok(
    hot.some((line = 0) => / = (?:(?:tail )?call float @llvm\.fmuladd|fmul|fadd)/.test(text[line - 1] ?? '')),
    hot.map((line = 0) => text[line - 1]).join('\n'),
  );
});
