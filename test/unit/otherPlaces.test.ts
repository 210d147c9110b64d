/** What depends on memory that nothing wrote, or leaves its buffers, is told of captures, originals and candidates alike. */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import type { SubstituteResult } from '../../protocol/replay/substitution';
import type { VerificationResult } from '../../protocol/replay/verification';
import { builtKernel, captureWith, cheat } from '../madeCaptures';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();
const product = 'models/mm256/mm256.sync.ireereplay';
const by = (file: string): string => `--replay_executable_substitution=4=${file}`;
const honest = cheat(folder, 'honest');
const adds = cheat(folder, 'adds_to_result');
const reads = cheat(folder, 'reads_past');
const leaves = cheat(folder, 'leaves_the_end');
const leavesMore = builtKernel(folder, 'leaves_more', 'cheats.c', '-DCHEAT=leaves_the_end', '-DLEFT=4');
const indexes = cheat(folder, 'index_of_result');

function verified(...args: readonly string[]): VerificationResult {
  const { stdout, stderr, status } = ireereplay('verify', '--format=json', '--absolute=1e-3', ...args);
  assert.notEqual(stdout.toString(), '', stderr);
  const result = JSON.parse(stdout.toString()) as VerificationResult;
  assert.equal(status, result.agrees ? 0 : 1, result.sentence);
  return result;
}

for (const device of ['local-sync', 'local-task']) {
  test(`a capture whose kernel adds to what nothing wrote depends on it, and the dispatch is named, on ${device}`, () => {
    const result = verified(`--device=${device}`, '--seed=3', captureWith(folder, product, adds));
    assert.deepEqual(result.dependsOnUnwritten, { whose: 'capture', seed: 3 });
    assert.match(
      result.sentence,
      /^The results depend on memory that nothing wrote.*: with its buffers elsewhere \(seed 3\), buffer \d+.*differ/,
    );
    assert.equal(result.divergence?.first?.function, 'matmul_dispatch_0_matmul_256x256x256_f32');
    assert.deepEqual(result.otherPlaces, { guarded: true, placements: 1, seed: 3 });
  });

  // Memory that nothing wrote is made zero, so that it is right on what it is compared on first.
  test(`so does a candidate, which gets no speed, on ${device}`, () => {
    const flags = [`--device=${device}`, '--seconds=0.1', '--poison=0', '--absolute=1e-3', '--each', '--format=json'];
    const { stdout } = ireereplay('substitute', ...flags, by(adds), by(honest), fixture(product));
    const { candidates } = JSON.parse(stdout.toString()) as SubstituteResult;
    const [wrong, right] = candidates;
    assert.equal(wrong?.verdict, 'depends-on-unwritten-memory', wrong?.sentence);
    assert.deepEqual(wrong.rows, []);
    assert.match(wrong.sentence, /^Results depend on memory that nothing wrote, so no speed is reported\. The substitute's results depend/);
    assert.ok((right?.rows.length ?? 0) > 0, right?.sentence);
  });
}

test('an original that does is nothing to compare a candidate with', () => {
  const result = verified(by(honest), captureWith(folder, product, adds));
  assert.equal(result.dependsOnUnwritten?.whose, 'original');
  assert.match(result.sentence, /^The original's results depend on memory that nothing wrote/);
});

test('an original that leaves other results from run to run says nothing of a candidate', () => {
  // It computes in its first five calls.
  const original = captureWith(folder, product, cheat(folder, 'first_calls'));
  const { agrees, deterministic, sentence } = verified(by(honest), '--runs=6', '--perturbations=0', original);
  assert.deepEqual([agrees, deterministic], [false, false]);
  assert.match(sentence, /^Nothing is known about the outputs: the original itself leaves other results from run to run\.$/);
});

test('a kernel that crashes of what nothing wrote does so as a candidate; as a capture, or an original, it depends on it', () => {
  const { stdout } = ireereplay('substitute', '--seconds=0.1', '--seed=3', '--format=json', by(indexes), fixture(product));
  const [candidate] = (JSON.parse(stdout.toString()) as SubstituteResult).candidates;
  assert.equal(candidate?.verdict, 'crashed', candidate?.sentence);
  assert.match(candidate.sentence, /died of SIGSEGV .*, with its buffers elsewhere \(seed 3\)/);
  const capture = captureWith(folder, product, indexes);
  const itself = verified('--seed=3', capture);
  assert.deepEqual(itself.dependsOnUnwritten, { whose: 'capture', seed: 3 });
  assert.match(itself.sentence, /with its buffers elsewhere \(seed 3\), the replay does not come to its end\./);
  const other = ireereplay('substitute', '--seconds=0.1', '--seed=3', '--format=json', by(honest), capture);
  const [compared] = (JSON.parse(other.stdout.toString()) as SubstituteResult).candidates;
  assert.equal(compared?.verdict, 'depends-on-unwritten-memory', compared?.sentence);
  assert.deepEqual(compared.rows, []);
  assert.match(compared.sentence, /The original's results depend on memory that nothing wrote/);
});

test('the end of an output that nothing writes is not compared, unless it is a substitute that leaves it out', () => {
  const original = captureWith(folder, product, leaves);
  const itself = verified(original);
  assert.ok(itself.agrees, itself.sentence);
  assert.deepEqual(itself.unwrittenEnds, [3]);
  assert.match(itself.sentence, /The last 3 bytes that #\d+ reads back are not compared: nothing writes them\.$/);
  for (const device of ['local-sync', 'local-task']) {
    const flags = [`--device=${device}`, '--seconds=0.2', '--absolute=1e-3', '--each', '--format=json'];
    const { stdout } = ireereplay('substitute', ...flags, by(leaves), by(honest), by(leavesMore), original);
    const { candidates } = JSON.parse(stdout.toString()) as SubstituteResult;
    const [same, whole, more] = candidates;
    for (const one of [same, whole]) assert.ok(one?.verification?.agrees, one?.sentence);
    assert.equal(more?.verdict, 'results-differ', more?.sentence);
  }
  const { agrees, sentence, unwrittenEnds } = verified('--relative=0', by(leaves), fixture(product));
  assert.ok(!agrees, sentence);
  assert.equal(unwrittenEnds, undefined);
});

test('nor is it compared with what was saved, unless it is a substitute that leaves it out', () => {
  const original = captureWith(folder, product, leaves);
  const saved = path.join(folder, 'saved');
  assert.equal(ireereplay('run', `--outputs=${saved}`, original).status, 0);
  for (const same of [[], [by(honest)], [by(leaves)]]) {
    const { agrees, sentence } = verified(`--expect=${saved}`, ...same, original);
    assert.ok(agrees, sentence);
  }
  assert.ok(!verified(`--expect=${saved}`, by(leavesMore), original).agrees);
  const whole = path.join(folder, 'whole');
  assert.equal(ireereplay('run', `--outputs=${whole}`, fixture(product)).status, 0);
  assert.ok(!verified(`--expect=${whole}`, by(leaves), fixture(product)).agrees);
});

test('an end of a word or more is what results lack', () => {
  const { dependsOnUnwritten, unwrittenEnds } = verified('--seed=3', captureWith(folder, product, leavesMore));
  assert.deepEqual([dependsOnUnwritten, unwrittenEnds], [{ whose: 'capture', seed: 3 }, undefined]);
});

test('without other places nobody looks', () => {
  const { agrees, otherPlaces } = verified('--placements=0', captureWith(folder, product, adds));
  assert.ok(agrees);
  assert.equal(otherPlaces?.placements, 0);
});

test('a kernel that reads past its input is named by a plain verification as by a guarded run, with its line', () => {
  const capture = captureWith(folder, product, reads);
  const named =
    /died of SIGSEGV at address 0x[0-9a-f]+ in record #17.*function matmul_\S+ of executable 4, workgroup \[.*source \S*cheats\.c:\d+/;
  const run = ireereplay('run', '--guard_buffers', capture);
  assert.equal(run.status, 1);
  assert.match(run.stderr, named);
  const { status, stdout } = ireereplay('verify', capture);
  assert.equal(status, 1);
  assert.match(stdout.toString(), named);
  assert.doesNotMatch(stdout.toString(), /tiled/);
  assert.equal(ireereplay('run', capture).status, 0);
});
