/** Real samples of original and candidate. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { CandidateResult } from '../../protocol/replay/substitution';
import { compileKernel, SCALAR, VECTOR, writeVectorLoops } from '../vectorLoops';
import { fixture, temporaryFolder } from '../programs';
import { sampleSides } from '../../engine/jobs/sampledSides';

const folder = temporaryFolder();
const skip = /\bavx2\b/.test(readFileSync('/proc/cpuinfo', 'utf8')) ? false : 'this processor has no AVX2';
const { signal } = new AbortController();
const result = (verdict: CandidateResult['verdict']): CandidateResult => ({ name: 'k', verdict, sentence: '', rows: [] });

test('the loop that became one of vectors made the difference, where the times say so, too', { skip }, async () => {
  const { file, vector } = writeVectorLoops(folder);
  const run = (kernel: string) => ({
    ...{ capture: fixture('small.ireereplay'), devices: ['local-sync'], fileRemaps: [] },
    substitutions: [`4=${kernel}`],
  });
  const sides = {
    original: run(compileKernel(file, 'scalar.so', ...SCALAR)),
    candidate: run(compileKernel(file, 'vector.so', ...VECTOR)),
    seconds: 2,
  };
  const faster = await sampleSides(sides, result('faster'), signal);
  assert.equal(faster.kernels?.[0]?.kernel, 'elementwise_mul');
  const unknown = /^Which loop made the difference is not known\. ./;
  // Beside other work the original may not be as long again: then that is said.
  if (!unknown.test(faster.sentence)) {
    assert.match(
      faster.sentence,
      new RegExp(`^The loop at vector_loops\\.c:${String(vector)} made most of the difference: .* now, it computes on 8 32-bit`),
    );
  }
  const slower = await sampleSides({ ...sides, seconds: 1 }, result('slower'), signal);
  assert.match(slower.sentence, unknown);
});

test('what does not run has no samples, and that is said', async () => {
  const original = { capture: fixture('small.ireereplay'), devices: ['local-sync'], fileRemaps: [] };
  const sampled = await sampleSides({ original, candidate: { ...original, capture: 'none' }, seconds: 1 }, result('faster'), signal);
  assert.match(sampled.sentence, /^Which loop made the difference is not known\. ./);
});
