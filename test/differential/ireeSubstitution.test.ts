/** Substitutes on Vulkan, through the installed IREE: right and wrong ones, slow ones, and the original against itself. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { namedOperations } from '../../engine/addon/composing';
import { inspect } from '../../engine/addon/inspection';
import { tappedRepetitions } from '../../engine/iree/repetitions';
import { findIreeTools } from '../../engine/iree/tools';
import { substituteByIree } from '../../engine/jobs/substituteByIree';
import { substitute as job } from '../../protocol/jobs/substitute';
import type { CandidateResult, SubstituteProgress, SubstituteResult } from '../../protocol/replay/substitution';
import { shaderOf } from '../shaderConstant';
import { checkout, fixture, run, temporaryFolder, type Outcome } from '../programs';
import { ireeAtOnceProgram, ireeProgram, mustIree } from './ireeTools';

const folder = temporaryFolder();
const real = path.dirname(ireeAtOnceProgram('iree-run-replay'));
const capture = fixture('models/mm256/mm256-vulkan.ireereplay');
const model = fixture('models/mm256/mm256.mlir');
const VULKAN = '--iree-hal-target-device=vulkan';

const made = (name: string): string => path.join(folder, name);

/** The product's executable as it is before it is translated: the source of others. */
function configured(): string {
  const into = made('configurations');
  mustIree('iree-compile', [VULKAN, `--iree-hal-dump-executable-configurations-to=${into}`, model, '-o', made('module.vmfb')]);
  const [only = ''] = readdirSync(into);
  return readFileSync(path.join(into, only), 'utf8');
}

/** A source with another text in one place. */
function changed(name: string, text: string, from: string, to: string): string {
  assert.ok(text.includes(from), from);
  writeFileSync(made(name), text.replace(from, to));
  return made(name);
}

/** Where temporary files are. */
const TMPDIR = made('temporary');
mkdirSync(TMPDIR);

const started = (...args: readonly string[]): Outcome =>
  run(path.join(checkout, 'bin/ireereplay'), args, { env: { ...process.env, TMPDIR }, timeoutSeconds: 300 });

const substituted = (file: string, flags: readonly string[], tools = real): Outcome =>
  started(
    ...['substitute', '--engine=iree', `--iree_tools=${tools}`, '--device=vulkan', `--iree_compile=${ireeProgram('iree-compile')}`],
    ...[`--replay_executable_substitution=4=${file}`, '--format=json', ...flags, capture],
  );

function candidateOf({ stdout, stderr }: Outcome): CandidateResult {
  assert.notEqual(stdout.toString(), '', stderr);
  const [candidate] = (JSON.parse(stdout.toString()) as SubstituteResult).candidates;
  assert.ok(candidate !== undefined);
  return candidate;
}

/** What our jobs have left where temporary files are. */
const leftovers = (): readonly string[] => readdirSync(TMPDIR).filter((name) => name.startsWith('.iree-replay-'));

const source = configured();
const { bytes, zero } = shaderOf(readFileSync(capture));

test('the original in its own place agrees and is not told different', () => {
  const same = made('same.spv');
  writeFileSync(same, bytes);
  for (const file of [same, model]) {
    const outcome = substituted(file, ['--seconds=4']);
    const { verdict, verification, rows, sentence } = candidateOf(outcome);
    assert.ok(verdict === 'no-difference' || verdict === 'not-known-yet', sentence);
    assert.equal(outcome.status, 0);
    assert.equal(verification?.agrees, true);
    assert.ok((verification.timed?.compared ?? 0) >= 9, 'three of each preparation');
    assert.match(sentence, /^Results agree\. /);
    const [row] = rows;
    assert.equal(row?.kind, 'dispatch');
    assert.equal(row.label, 'matmul_dispatch_0_matmul_256x256x256_f32');
    assert.equal(
      row.preparations?.reduce((sum, pairs) => sum + pairs, 0),
      row.original.length,
    );
    assert.ok(row.original.length >= 24);
    assert.ok(row.originalStatistics.median > 10_000, 'nanoseconds');
  }
});

test('a changed constant is found with its dispatch', () => {
  const wrong = Buffer.from(bytes);
  wrong.writeFloatLE(1, zero);
  writeFileSync(made('wrong.spv'), wrong);
  const outcome = substituted(made('wrong.spv'), []);
  assert.equal(outcome.status, 1);
  const { verdict, verification, rows, sentence } = candidateOf(outcome);
  assert.equal(verdict, 'results-differ');
  assert.deepEqual(rows, []);
  assert.match(
    sentence,
    /^Results differ, so no speed is reported\. .* in 1 of 1 buffer: buffer 9, written by matmul_dispatch_0_matmul_256x256x256_f32 \(#17\).*expected 5\.125, got 6\.125/,
  );
  const first = verification?.divergence?.first;
  assert.deepEqual([first?.record, first?.via, first?.function], [17, 35, 'matmul_dispatch_0_matmul_256x256x256_f32']);
  assert.equal(first?.inputs, 'agree');
});

test('what is within the tolerance is timed', () => {
  const nearly = changed('nearly.mlir', source, '0.000000e+00 : f32', '1.000000e-03 : f32');
  const { verdict, verification } = candidateOf(substituted(nearly, ['--absolute=0.01', '--pairs=12']));
  assert.notEqual(verdict, 'results-differ');
  assert.equal(verification?.agrees, true);
  assert.equal(candidateOf(substituted(nearly, ['--absolute=0.0001'])).verdict, 'results-differ');
});

test('one that computes without vectors is right, and slower by the times of the device', () => {
  const slow = changed('slow.mlir', source, '<BaseVectorize>', '<BaseDistribute>');
  const { verdict, rows, sentence } = candidateOf(substituted(slow, ['--seconds=5']));
  assert.equal(verdict, 'slower', sentence);
  assert.ok((rows[0]?.ratio ?? 1) < 0.5, sentence);
});

test('what does not fit is refused in a sentence, before anything is executed', () => {
  for (const [file, flags, words] of [
    [fixture('models/mm256/kernels/tile.so'), [], /tile\.so cannot take the place of executable 4: it is not SPIR-V/],
    [fixture('kernels/elementwise.c'), [], /elementwise\.c cannot be built for vulkan-spirv-fb: only \.mlir can/],
    [fixture('models/dynamic/dynamic.mlir'), [], /dynamic\.mlir has 2 executables, but only one can be substituted/],
    [model, ['--replay_dispatch=elsewhere'], /no dispatch matches elsewhere/],
    [model, ['--poison=1'], /the iree engine cannot do --poison: only the native engine can/],
    [model, ['--sample', '--allow=clock'], /the iree engine cannot do --allow, --sample: only the native engine can/],
  ] as const) {
    const { status, stdout, stderr } = substituted(file, flags);
    assert.equal(status, 1);
    assert.equal(stdout.toString(), '');
    assert.match(stderr, words);
  }
  const other = fixture('models/dynamic/dynamic-vulkan.ireereplay');
  const { status, stderr } = started(
    ...['substitute', '--engine=iree', `--iree_tools=${real}`, '--device=vulkan', `--iree_compile=${ireeProgram('iree-compile')}`],
    ...[`--replay_executable_substitution=4=${model}`, other],
  );
  assert.equal(status, 1);
  assert.match(stderr, /has no function dynamic_dispatch_0_\S+ with ordinal 0, which the capture calls; it has matmul_dispatch_0/);
});

test('without times of dispatches results are compared, and the speed is not known', () => {
  const onProcessor = (file: string, ...flags: readonly string[]): Outcome =>
    started(
      ...['substitute', '--engine=iree', `--iree_tools=${real}`, '--device=local-task', '--format=json', ...flags],
      ...[
        `--replay_executable_substitution=4=${fixture(`models/mm256/kernels/${file}.so`)}`,
        fixture('models/mm256/mm256.sync.ireereplay'),
      ],
    );
  const right = candidateOf(onProcessor('tile', '--absolute=1e-3'));
  assert.equal(right.verdict, 'unknown');
  assert.equal(right.sentence, 'Results agree. tile.so was not timed: local-task gives no device times of dispatches.');
  assert.equal(candidateOf(onProcessor('wrong', '--absolute=1e-3')).verdict, 'results-differ');
});

test('executed again and again on a device of IREE, a dispatch leaves what it leaves in a replay by the native engine', async () => {
  const tools = findIreeTools({ setting: real, path: '' });
  for (const name of ['small.ireereplay', 'models/dynamic/dynamic.task.ireereplay', 'queue-dispatches-1k.ireereplay']) {
    const replay = { capture: fixture(name), devices: ['local-sync'], fileRemaps: [] };
    const { operations } = await namedOperations(replay.capture);
    const dispatch = operations.find(({ operation }) => operation === 'dispatch');
    assert.ok(dispatch !== undefined);
    const { record, via, ranges } = dispatch;
    const place = { record, ...(via === undefined ? {} : { via }) };
    const shown = await inspect({ run: replay, ...place });
    const repetitions = [1, 0, 1].map((executable) => ({ executable, pattern: 0, tapped: true }));
    const series = { ...place, executables: [{}, {}], repetitions, overwritten: [] };
    const { bound, behind } = await tappedRepetitions(tools, replay, series, new AbortController().signal);
    const [last] = ranges.slice(-1);
    const range = shown.inspection.ranges.findIndex((one) => one.buffer === last?.buffer && one.offset === last.offset);
    let at = 0;
    for (const one of bound) {
      if (one.buffer === last?.buffer) break;
      at += Number(one.length);
    }
    const own = bound.find(({ buffer }) => buffer === last?.buffer);
    at += Number(BigInt(last?.offset ?? 0) - BigInt(own?.offset ?? 0));
    assert.equal(behind.length, 3);
    for (const bytes of behind)
      assert.deepEqual(Buffer.from(bytes.subarray(at, at + Number(last?.length))), Buffer.from(shown.bytes(range, 'after')), name);
  }
});

test('a substitution that is ended early gives what there is', async () => {
  const ending = new AbortController();
  writeFileSync(made('early.spv'), bytes);
  const told = v.parse(job.options, {
    run: { capture, devices: ['vulkan'], fileRemaps: [], iree: { setting: real, path: '' } },
    candidates: [{ name: 'early.spv', substitutions: [`4=${made('early.spv')}`] }],
  });
  const tell = ({ candidates }: SubstituteProgress): void => {
    if (candidates.some(({ rows }) => rows.length > 0)) ending.abort();
  };
  const { candidates } = await substituteByIree(told, tell, ending.signal);
  assert.equal(candidates.length, 1);
  assert.equal(candidates[0]?.verification?.agrees, true);
  assert.equal(candidates[0].rows.length, 1, candidates[0].sentence);
});

/** IREE's tools with a program that does something else at the Nth of its replays; others are counted in a file. */
function toolsThat(name: string, deed: string, nth: number): string {
  const own = made(name);
  mkdirSync(own);
  const program = path.join(own, 'iree-run-replay');
  const count = path.join(own, 'count');
  const counting = `echo x >> '${count}'; test $(wc -l < '${count}') -eq ${String(nth)} && { ${deed}; }`;
  writeFileSync(program, `#!/bin/sh\n${counting}\nexec '${path.join(real, 'iree-run-replay')}' "$@"\n`);
  chmodSync(program, 0o755);
  return own;
}

test('a tool that is killed, fails or loses its times ends in a sentence, and leaves nothing behind', () => {
  // Two replays of each side, two that probe the dispatch, then times and results in turn.
  for (const [nth, words] of [
    [1, /iree-run-replay ended with SIGKILL/],
    [4, /With mm256\.mlir, the replay does not come to its end: iree-run-replay ended with SIGKILL/],
    [6, /UNKNOWN; iree-run-replay ended with SIGKILL/],
    [7, /With mm256\.mlir, .*SIGKILL/],
    [8, /With mm256\.mlir, .*SIGKILL/],
  ] as const) {
    const { status, stderr } = substituted(model, ['--pairs=10'], toolsThat(`killed-${String(nth)}`, 'kill -9 $$', nth));
    assert.equal(status, 1);
    assert.match(stderr, words);
  }
  for (const nth of [3, 7]) {
    const crashed = candidateOf(substituted(model, ['--pairs=10'], toolsThat(`crashed-${String(nth)}`, 'kill -SEGV $$', nth)));
    assert.equal(crashed.verdict, 'crashed');
    assert.match(crashed.sentence, /^With mm256\.mlir, the replay does not come to its end: .*SIGSEGV.* No speed is reported\.$/);
  }
  const lost = candidateOf(substituted(model, ['--pairs=10'], toolsThat('lost', 'echo DATA_LOSS >&2; exit 1', 7)));
  assert.equal(lost.rows.length, 1, lost.sentence);
  assert.match(lost.verification?.sentence ?? '', /lost the times of 1 replay, which was repeated/);
  for (const nth of [7, 8]) {
    const { status, stderr } = substituted(model, ['--pairs=10'], toolsThat(`empty-${String(nth)}`, 'exit 0', nth));
    assert.equal(status, 1);
    assert.match(stderr, /cannot open|was not written/);
  }
  assert.deepEqual(leftovers(), []);
});
