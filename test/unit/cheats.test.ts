/** Kernels that are only right as long as they are watched are found out; an honest one is not accused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubstituteResult } from '../../protocol/replay/substitution';
import type { VerificationResult } from '../../protocol/replay/verification';
import { cheat } from '../madeCaptures';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const capture = fixture('models/mm256/mm256.sync.ireereplay');
const folder = temporaryFolder();

/** What is said of each kernel of cheats.c. */
const VERDICTS = {
  honest: ['faster', 'slower', 'no-difference', 'not-known-yet'],
  first_calls: ['results-differ'],
  half_of_the_rows: ['results-differ'],
  right_already: ['results-differ'],
  anything_there: ['results-differ'],
  adds_to_result: ['depends-on-unwritten-memory'],
  reads_past: ['crashed'],
  every_other_column: ['results-differ'],
  half_of_the_sums: ['results-differ'],
  clears_its_input: ['results-differ'],
  thins_its_input: ['results-differ'],
  at_another_grid: ['results-differ'],
  where_poison_is: ['results-differ', 'depends-on-unwritten-memory'],
  at_the_end_of_a_page: ['depends-on-unwritten-memory', 'results-differ'],
  at_other_alignments: ['depends-on-unwritten-memory', 'results-differ'],
  seldom: ['keeps-state', 'results-differ'],
  now_and_then: ['results-differ'],
  most_of_the_time: ['results-differ'],
  reads_clock: ['unknown', 'slower', 'no-difference', 'not-known-yet'],
  takes_random_numbers: ['unknown', 'slower', 'no-difference', 'not-known-yet'],
  calls_the_system: ['unknown', 'slower', 'no-difference', 'not-known-yet'],
  counts_calls: ['keeps-state'],
  // On other inputs, the one element that it looks at is sometimes the same.
  kept_result: ['keeps-state', 'results-differ'],
  recorded_result: ['results-differ'],
  recorded_half: ['results-differ'],
  known_inputs: ['unknown', 'not-known-yet'],
  all_inputs_kept: ['keeps-state'],
  // Where it is not found, nothing is left of what it has kept: then it is as fast as it is.
  kept_locally: ['results-differ', 'faster', 'slower', 'no-difference', 'not-known-yet'],
  first_calls_locally: ['results-differ'],
  // On other inputs, the one element that it looks at is sometimes the same.
  kept_on_the_stack: ['results-differ', 'faster', 'slower', 'no-difference', 'not-known-yet'],
  first_calls_on_the_stack: ['results-differ', 'faster', 'slower', 'no-difference', 'not-known-yet'],
  first_calls_in_registers: ['results-differ', 'faster', 'slower', 'no-difference', 'not-known-yet'],
  writes_past: ['keeps-state'],
  writes_before: ['keeps-state'],
  takes_what_follows: ['depends-on-unwritten-memory', 'results-differ', 'crashed'],
  takes_what_precedes: ['depends-on-unwritten-memory', 'results-differ', 'crashed'],
  switches_denormals: ['keeps-state'],
  switches_rounding: ['keeps-state'],
  rounds_its_own: ['faster', 'slower', 'no-difference', 'not-known-yet'],
  on_another_thread: ['crashed'],
  half_on_another_thread: ['crashed'],
  all_but_the_last: ['results-differ'],
} as const;

/** What is kept makes a kernel ten times as fast and more: how fast the honest one seems differs by less, however busy the machine is. */
const MOST_FASTER = 3;

/** What those leave behind that keep nothing in their own data. */
const LEFT_BEHIND: Readonly<Record<string, RegExp>> = {
  // A byte that they write may be what the random one there was: of four, each with a chance of one in 256.
  'writes_past.so':
    /[1-4] bytes? outside of all buffers holds? something else, the first (right after|[1-3] bytes? past) the end of buffer \d+\./,
  'writes_before.so': /[1-4] bytes? outside of all buffers holds? something else, the first [1-4] bytes? before buffer \d+\./,
  'switches_denormals.so': /changes how its thread computes: rounding, denormals/,
  'switches_rounding.so': /changes how its thread computes: rounding, denormals/,
};

const kernels = Object.keys(VERDICTS).map((name) => cheat(folder, name));
const substitutions = (files: readonly string[]): readonly string[] => files.map((file) => `--replay_executable_substitution=4=${file}`);

for (const device of ['local-sync', 'local-task']) {
  test(`what each is, on ${device}`, () => {
    const flags = [`--device=${device}`, '--each', '--seconds=0.2', '--absolute=1e-3', '--format=json'];
    const { stdout, status, stderr } = ireereplay('substitute', ...flags, ...substitutions(kernels), capture);
    assert.equal(status, 1, stderr);
    const { candidates } = JSON.parse(stdout.toString()) as SubstituteResult;
    const expected = Object.values(VERDICTS) as readonly (readonly string[])[];
    assert.equal(candidates.length, expected.length);
    const honest = candidates.find(({ name }) => name === 'honest.so');
    for (const [index, { name, verdict, sentence, rows, verification }] of candidates.entries()) {
      assert.ok(expected[index]?.includes(verdict), `${name}: ${sentence}`);
      if (name === 'honest.so') {
        assert.ok((verification?.timed?.compared ?? 0) > 0, 'executions that were timed are compared');
        continue;
      }
      if (rows[0]?.onInputs !== undefined) assert.match(sentence, /its speed depends on what they hold/);
      // What it would keep does not make it faster than the honest one, which computes the same product.
      else assert.ok((rows[0]?.ratio ?? 0) < MOST_FASTER * Math.max(1, honest?.rows[0]?.ratio ?? 1), `${name}: ${sentence}`);
      if (verdict === 'faster' || verdict === 'slower' || verdict === 'no-difference' || verdict === 'not-known-yet') continue;
      assert.deepEqual(rows, [], `${name} has no speed`);
      if (verdict === 'keeps-state')
        assert.match(sentence, LEFT_BEHIND[name] ?? /of its own data, the first at (kept|seen|calls|last|inputs)\b/);
    }
  });
}

test('what is right on the recorded inputs alone is found on others, whose seed makes them again', () => {
  const recorded = kernels.filter((file) => file.endsWith('recorded_half.so'));
  const { stdout } = ireereplay('verify', '--absolute=1e-3', '--format=json', '--level=cause', ...substitutions(recorded), capture);
  const { otherInputs, sentence, divergence } = JSON.parse(stdout.toString()) as VerificationResult;
  assert.match(sentence, /agree with the original's on the recorded inputs, but not on other ones \(seed \d+\): .*differ/);
  assert.equal(divergence?.first?.function, 'matmul_dispatch_0_matmul_256x256x256_f32');
  const again = [
    'verify',
    '--level=cause',
    `--seed=${String(otherInputs?.differs)}`,
    '--perturbations=1',
    '--absolute=1e-3',
    '--format=json',
  ];
  const once = ireereplay(...again, ...substitutions(recorded), capture);
  assert.equal((JSON.parse(once.stdout.toString()) as VerificationResult).sentence, sentence);
  const none = ireereplay('verify', '--perturbations=0', '--absolute=1e-3', ...substitutions(recorded), capture);
  assert.equal(none.status, 0, none.stderr);
});

test('a verification says that a kernel keeps state, which is no agreement', () => {
  const counting = kernels.filter((file) => file.endsWith('counts_calls.so'));
  const flags = ['--absolute=1e-3', '--format=json'];
  const { stdout, status, stderr } = ireereplay('verify', ...flags, ...substitutions(counting), capture);
  assert.equal(status, 1, stderr);
  const { agrees, ranges, keepsState } = JSON.parse(stdout.toString()) as VerificationResult;
  assert.equal(agrees, false);
  assert.ok(ranges.every((range) => range.agrees));
  assert.equal(keepsState?.executable, '4');
});

test('a benchmark of a kernel in the place of another says that its results were not compared', () => {
  const fast = kernels.filter((file) => file.endsWith('first_calls.so'));
  const flags = ['--benchmark_min_time=3x', ...substitutions(fast), capture];
  assert.match(ireereplay('benchmark', ...flags).stdout.toString(), /^The results of what was substituted were not compared/);
  const { context } = JSON.parse(ireereplay('benchmark', '--benchmark_format=json', ...flags).stdout.toString()) as {
    readonly context: { readonly uncompared?: string };
  };
  assert.match(context.uncompared ?? '', /were not compared with the original's/);
  assert.doesNotMatch(ireereplay('benchmark', '--benchmark_min_time=3x', capture).stdout.toString(), /not compared/);
});

test('what a kernel asks the machine for is told, with its place, and keeps it from being faster unless it is allowed', () => {
  const asking = kernels.filter((file) => /(reads_clock|takes_random_numbers|calls_the_system)\.so$/.test(file));
  const flags = ['--each', '--seconds=0.1', '--absolute=1e-3', '--format=json', ...substitutions(asking), capture];
  const candidatesOf = (...more: readonly string[]): SubstituteResult['candidates'] =>
    (JSON.parse(ireereplay('substitute', ...more, ...flags).stdout.toString()) as SubstituteResult).candidates;
  const asks = candidatesOf().map(({ verification }) => verification?.asks?.map(({ kind, what }) => `${kind} ${what}`));
  assert.deepEqual(asks, [['clock rdtsc'], ['random rdrand'], ['system-call syscall']]);
  const [, , system] = candidatesOf('--allow=clock,random');
  assert.notEqual(system?.verdict, 'faster', system?.sentence);
  assert.match(system?.sentence ?? '', /calls the system \(syscall at product\+0x[0-9a-f]+ of executable 4\)/);
  for (const { verdict, sentence } of candidatesOf('--allow=clock,random,system-call')) assert.notEqual(verdict, 'unknown', sentence);
});
