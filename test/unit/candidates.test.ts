/** Candidates whose code crashes or does not return: that is their result, and the others get theirs. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { createJobQueue } from '../../engine/process/jobQueue';
import type { RunOptions } from '../../protocol/replay/run';
import type { CandidateResult, SubstituteResult } from '../../protocol/replay/substitution';
import type { VerificationResult } from '../../protocol/replay/verification';
import { checkout, fixture, ireereplay, temporaryFolder, withoutWaits } from '../programs';

const folder = temporaryFolder();
const small = fixture('small.ireereplay');
/** Executable 4 of small.ireereplay. */
const captured = fixture('kernels/elementwise_mul.so');
/** First instruction of its kernel, and where the file lies in the capture. */
const kernel = { offset: 0x1020, begins: '488b4620', inCapture: 925 };

/** A copy of a file whose kernel begins with another instruction. */
function withInstruction(file: string, name: string, offset: number, instruction: string): string {
  const bytes = Buffer.from(readFileSync(file));
  assert.equal(bytes.subarray(offset, offset + 4).toString('hex'), kernel.begins);
  bytes.write(instruction, offset, 'hex');
  const copy = path.join(folder, name);
  writeFileSync(copy, bytes);
  return copy;
}

/** An undefined instruction, and a jump to itself. */
const undefinedInstruction = '0f0b';
const endlessLoop = 'ebfe';

const broken = withInstruction(captured, 'broken.so', kernel.offset, undefinedInstruction);
const endless = withInstruction(captured, 'endless.so', kernel.offset, endlessLoop);

const queue = createJobQueue(path.join(checkout, 'dist/engine.js'), (line) => console.log(line));
after(() => queue.dispose());

const run: RunOptions = { capture: small, devices: ['local-sync'], fileRemaps: [] };
const candidatesOf = (files: readonly string[]) => files.map((file) => ({ name: path.basename(file), substitutions: [`4=${file}`] }));

test('a crash is the result of the candidate that crashed', async () => {
  const seen: (readonly CandidateResult[])[] = [];
  const ended = await queue.start(
    'substitute',
    { run, candidates: candidatesOf([broken, captured]), pairs: 10, seconds: 10 },
    (state) => state.state === 'running' && seen.push(state.progress.candidates),
    new AbortController().signal,
  );
  assert.ok(ended.state === 'done', JSON.stringify(ended));
  const [crashed, good] = ended.result.candidates;
  assert.equal(crashed?.verdict, 'crashed');
  assert.match(
    crashed.sentence,
    /^broken\.so died of SIGILL .*in record #27: function elementwise_mul of executable 4, workgroup \[0,0,0\]/,
  );
  assert.equal(crashed.crash?.record, 27);
  assert.deepEqual(crashed.rows, []);
  assert.equal(good?.verification?.agrees, true);
  assert.equal(good.rows[0]?.original.length, 10);
  // The first has its result while the second is measured.
  assert.deepEqual(seen.at(-1)?.[0], crashed);
});

test('a capture that crashes by itself says nothing about a candidate', async () => {
  const capture = withInstruction(small, 'crashing.ireereplay', kernel.inCapture + kernel.offset, undefinedInstruction);
  const options = { run: { ...run, capture }, candidates: candidatesOf([captured, captured]) };
  const ended = await queue.start('substitute', options, () => undefined, new AbortController().signal);
  assert.ok(ended.state === 'crashed', JSON.stringify(ended));
  assert.equal(ended.crash.record, 27);
});

/** The one candidate's result of a substitution during whose measurement `change` is done. */
async function changedMeanwhile(file: string, change: () => void): Promise<CandidateResult | undefined> {
  let changed = false;
  const ended = await queue.start(
    'substitute',
    { run, candidates: candidatesOf([file]), pairs: 10, seconds: 10 },
    (state) => {
      if (state.state !== 'running' || state.progress.phase !== 'preparing' || changed) return;
      changed = true;
      change();
    },
    new AbortController().signal,
  );
  assert.ok(ended.state === 'done', JSON.stringify(ended));
  assert.ok(changed);
  return ended.result.candidates[0];
}

test('a verdict says which contents it is about', async () => {
  const file = path.join(folder, 'kept.so');
  copyFileSync(captured, file);
  const result = await changedMeanwhile(file, () => undefined);
  const content = `sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}`;
  assert.deepEqual(result?.files, [{ path: file, content }]);
});

test('an executable that changes while it is timed has no verdict: what was timed was not verified', async () => {
  const file = path.join(folder, 'changing.so');
  copyFileSync(captured, file);
  const other = path.join(folder, 'other.so');
  copyFileSync(fixture('kernels/elementwise_add.so'), other);
  const result = await changedMeanwhile(file, () => renameSync(other, file));
  assert.equal(result?.verdict, 'unknown');
  assert.equal(result.sentence, 'changing.so changed while it was verified and timed. Run it again.');
  assert.deepEqual(result.rows, []);
  assert.deepEqual(result.files, [{ path: file }]);
});

test('a source that changes after it was built keeps the verdict on what it was, which says that it is not on what it is', async () => {
  const file = path.join(folder, 'changing.c');
  const text = readFileSync(fixture('kernels/elementwise.c'), 'utf8');
  writeFileSync(file, text);
  const result = await changedMeanwhile(file, () => writeFileSync(file, text.replace('#define OP *', '#define OP +')));
  assert.equal(result?.verification?.agrees, true);
  assert.equal(result.rows[0]?.original.length, 10);
  assert.deepEqual(result.files, [{ path: file }]);
});

const substitution = (file: string): string => `--replay_executable_substitution=4=${file}`;

test('the command line gives a verdict on each candidate, whatever becomes of the others', () => {
  const flags = ['--each', '--format=json', '--pairs=10', '--seconds=2', '--timeout=2'];
  const { status, stdout, stderr } = ireereplay('substitute', ...flags, ...[broken, endless, captured].map(substitution), small);
  assert.equal(status, 1, stderr);
  const { candidates, environment } = JSON.parse(stdout.toString()) as SubstituteResult;
  assert.deepEqual(
    candidates.map(({ name, crash }) => [name, crash?.signal]),
    [
      ['broken.so', 'SIGILL'],
      ['endless.so', 'TIMEOUT'],
      ['elementwise_mul.so', undefined],
    ],
  );
  assert.deepEqual(
    candidates.slice(0, 2).map(({ verdict }) => verdict),
    ['crashed', 'timed-out'],
  );
  assert.equal(candidates[2]?.verification?.agrees, true);
  assert.deepEqual(environment.devices, ['local-sync']);
});

test('the command line describes in text what became of a candidate', () => {
  const { status, stdout } = ireereplay('substitute', '--timeout=2', substitution(endless), small);
  assert.equal(status, 1);
  assert.match(stdout.toString(), /^endless\.so did not return in time and was stopped in record #27: function elementwise_mul/);
});

test('a substitute that crashes or does not return is not verified', () => {
  const crashed = ireereplay('verify', '--format=json', substitution(broken), small);
  assert.equal(crashed.status, 1, crashed.stderr);
  const result = JSON.parse(crashed.stdout.toString()) as VerificationResult;
  assert.equal(result.agrees, false);
  assert.equal(result.crash?.function, 'elementwise_mul');
  const late = ireereplay('verify', '--timeout=2', substitution(endless), small);
  assert.equal(late.status, 1);
  assert.match(late.stdout.toString(), /^The replay did not return in time and was stopped in record #27/);
});

test('what keeps a verification from being done is reported unchanged', () => {
  const refused = ireereplay('verify', `--replay_executable_substitution=7=${captured}`, small);
  assert.equal(refused.status, 1);
  assert.match(withoutWaits(refused.stderr), /^ireereplay: NOT_FOUND; the substitution for executable 7 matches no executable/);
  const source = path.join(folder, 'kernel.c');
  writeFileSync(source, 'int f(void) {\n  return nothing;\n}\n');
  const unbuilt = ireereplay('verify', substitution(source), small);
  assert.equal(unbuilt.status, 1);
  // All that the compiler printed, with its excerpt of the source.
  assert.match(unbuilt.stderr, /return nothing;[^]*ireereplay: clang cannot build/);
});
