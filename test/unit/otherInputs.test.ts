/** Other inputs that end a process: whether the original's or the candidate's fault, it is told as what it is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BisectResult } from '../../protocol/jobs/bisect';
import type { SubstituteResult } from '../../protocol/replay/substitution';
import type { VerificationResult } from '../../protocol/replay/verification';
import { builtKernel, captureWith, cheat } from '../madeCaptures';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const small = fixture('small.ireereplay');
/** The elementwise kernel, which does `otherwise` where its first input is not the recorded one. */
const kernel = (name: string, otherwise: string): string =>
  builtKernel(folder, name, 'elementwise.c', `-DOP=* (lhs[0] == 1.0f ? 1.0f : ({ ${otherwise}; 1.0f; })) *`);

const traps = kernel('traps', '__builtin_trap()');
const loops = kernel('loops', 'for (volatile int i = 0;; ) i = i');
const honest = kernel('honest', '');
const by = (file: string): string => `--replay_executable_substitution=4=${file}`;

function substituted(capture: string, file: string, ...flags: readonly string[]): SubstituteResult {
  const { stdout, stderr } = ireereplay('substitute', '--seconds=0.1', '--seed=3', '--format=json', ...flags, by(file), capture);
  assert.notEqual(stdout.toString(), '', stderr);
  return JSON.parse(stdout.toString()) as SubstituteResult;
}

test('a candidate that crashes on other inputs has crashed, and the seed that shows it is named', () => {
  const [candidate] = substituted(small, traps).candidates;
  assert.equal(candidate?.verdict, 'crashed', candidate?.sentence);
  assert.match(candidate.sentence, /died of SIG(ILL|TRAP) .*, on other inputs than the recorded ones \(seed 3\)\. No speed/);
  const { status, stderr } = ireereplay('run', '--perturbation=3', by(traps), small);
  assert.equal(status, 1);
  assert.match(stderr, /died of SIG(ILL|TRAP)/);
  const verified = ireereplay('verify', '--seed=3', by(traps), small);
  assert.equal(verified.status, 1);
  assert.match(verified.stdout.toString(), /died of SIG(ILL|TRAP) .*seed 3/);
});

test('an original that crashes on other inputs tells nothing of its candidate, which is compared on the recorded ones', () => {
  const capture = captureWith(folder, 'small.ireereplay', traps);
  const [candidate] = substituted(capture, honest).candidates;
  assert.ok(candidate?.verification?.agrees, candidate?.sentence);
  assert.ok(candidate.rows.length > 0, 'it is timed');
  assert.deepEqual(candidate.verification.otherInputs?.silent, ['the original itself does not come to its end']);
  const { stdout, stderr, status } = ireereplay('verify', '--format=json', by(honest), capture);
  assert.equal(status, 0, stderr);
  const { sentence } = JSON.parse(stdout.toString()) as VerificationResult;
  assert.match(sentence, /agree with .*On other inputs nothing is known: the original itself does not come to its end\./);
});

test('a candidate that does not return on other inputs took too long, and so may its original', () => {
  const [candidate] = substituted(small, loops, '--timeout=0.3').candidates;
  assert.equal(candidate?.verdict, 'timed-out', candidate?.sentence);
  assert.match(candidate.sentence, /on other inputs than the recorded ones \(seed 3\)/);
  const [other] = substituted(captureWith(folder, 'small.ireereplay', loops), honest, '--timeout=0.3').candidates;
  assert.ok(other?.verification?.agrees, other?.sentence);
});

test('a build that is right on the recorded inputs alone is the first bad one of a series', () => {
  const builds = ['honest', 'recorded_half'].map((name) => `--build=${cheat(folder, name)}`);
  const { stdout, stderr } = ireereplay(
    'bisect',
    '--kernel=4',
    '--absolute=1e-3',
    '--format=json',
    ...builds,
    fixture('models/mm256/mm256.sync.ireereplay'),
  );
  const { verdict, candidates, sentence } = JSON.parse(stdout.toString()) as BisectResult;
  assert.deepEqual([verdict, candidates], ['found', [2]], `${sentence} ${stderr}`);
  assert.match(sentence, /on other ones \(seed \d+\)/);
});
