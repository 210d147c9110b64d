/** Samples in what a kernel calls, by the function that they are in, and the machine code of that. */
import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { profiledFunctionCode } from '../../engine/addon/profiledCode';
import { hotspotsOf } from '../../engine/rendering/hotspots';
import type { Hotspots, SampledBody, SampledKernel, SampledShare } from '../../protocol/code/hotspots';
import { writeCalledLoops } from '../calledLoops';
import { unpacked } from '../captures';
import { withEnoughSamples } from '../enoughSamples';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const folder = temporaryFolder();

async function recorded(name: string, ...args: readonly string[]): Promise<Hotspots & { readonly profile: string }> {
  const profile = path.join(folder, name);
  const flags = ['--device=local-sync', '--sample', `--device_profiling_output=${profile}`];
  const { status, stderr } = ireereplay('run', ...flags, ...args);
  assert.equal(status, 0, stderr);
  return { profile, ...(await hotspotsOf(profile)) };
}

const sum = (shares: readonly SampledShare[]): number => shares.reduce((all, { samples }) => all + samples, 0);

/** Addresses of the instructions of a function that the profile holds. */
async function listedAddresses(
  profile: string,
  { executable }: SampledKernel,
  { address, name, bytes }: SampledBody,
): Promise<Set<string>> {
  const code = await profiledFunctionCode(profile, { executable, address });
  assert.deepEqual([code.function.name, code.function.address, code.function.size], [name, address, bytes]);
  return new Set(code.instructions.map(({ offset }) => String(BigInt(address) + BigInt(offset))));
}

test('samples are told by the function that they are in, which is listed by where it begins', async () => {
  const { file, called, calls, own } = writeCalledLoops(folder);
  const substitution = `--replay_executable_substitution=4=${file}`;
  const small = fixture('small.ireereplay');
  const kernelIn = ({ kernels }: Hotspots): SampledKernel | undefined => kernels.find(({ name }) => name === 'elementwise_mul');
  const hotspots = await withEnoughSamples(
    600,
    (flags) => recorded('called.ireeprof', ...flags, substitution, small),
    (of) => kernelIn(of)?.samples ?? 0,
  );
  const { profile, kernels, inKernels, inLibraries } = hotspots;
  const kernel = kernelIn(hotspots);
  assert.ok(kernel !== undefined && kernel.samples > 300, JSON.stringify(kernels.map(({ name, samples }) => [name, samples])));
  const [chain, itself] = kernel.bodies;
  assert.ok(chain !== undefined && itself !== undefined);
  assert.deepEqual([chain.name, itself.address], ['chain', kernel.address]);
  // The others were taken while the engine called it.
  assert.equal(sum(kernels.flatMap(({ bodies }) => bodies)), inKernels);
  assert.equal(sum(kernels), inKernels + inLibraries);
  assert.equal(kernel.bodies.length, 2);
  assert.ok(Math.abs(chain.samples / kernel.samples - 0.75) < 0.1, `${String(chain.samples)} of ${String(kernel.samples)}`);
  assert.ok(chain.low < chain.share && chain.share < chain.high && !chain.tooFew);
  for (const [line, of] of [
    [called, chain],
    [own, itself],
  ] as const) {
    const instructions = kernel.lines.find((one) => one.line === line)?.instructions ?? [];
    assert.ok(instructions.length > 0);
    const listed = await listedAddresses(profile, kernel, of);
    assert.ok(instructions.every(({ address }) => listed.has(address)));
  }
  const loops = kernel.loops.map((loop) => [loop.firstLine, loop.functionAddress]);
  assert.deepEqual(
    loops.toSorted(([a], [b]) => Number(a) - Number(b)),
    [
      [called, chain.address],
      [calls, itself.address],
      [own, itself.address],
    ],
  );
});

test('a function that nothing names is listed, too, and what is none is refused', async () => {
  const block = unpacked(folder, 'models/block/block-bench20.task.ireereplay.gz');
  const softmaxIn = ({ kernels }: Hotspots): SampledKernel | undefined => kernels.find(({ name }) => name.includes('softmax'));
  const exponentialIn = (kernel: SampledKernel | undefined): SampledBody | undefined =>
    kernel?.bodies.find(({ address }) => address !== kernel.address);
  const hotspots = await withEnoughSamples(
    50,
    (flags) => recorded('block.ireeprof', ...flags, block),
    (of) => exponentialIn(softmaxIn(of))?.samples ?? 0,
  );
  const { profile } = hotspots;
  const softmax = softmaxIn(hotspots);
  const exponential = exponentialIn(softmax);
  assert.ok(softmax !== undefined && exponential !== undefined);
  assert.match(exponential.name, /^function at 0x[\da-f]+$/);
  const listed = await listedAddresses(profile, softmax, exponential);
  const sampled = softmax.functions.find(({ address }) => address === exponential.address)?.instructions ?? [];
  assert.ok(sampled.length > 0 && sampled.every(({ address }) => listed.has(address)));
  const { executable } = softmax;
  await assert.rejects(
    profiledFunctionCode(profile, { executable, address: String(BigInt(exponential.address) + 1n) }),
    /the executable has no function at 0x[\da-f]+; it has /,
  );
  await assert.rejects(
    profiledFunctionCode(profile, { executable: '999', address: '0' }),
    /machine code of executable 999 is not in the profile/,
  );
});
