import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { hotspotsOf, hotspotsOfRows } from './hotspots';

const root = path.resolve(__dirname, '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-test-'));
after(() => rmSync(folder, { recursive: true }));

function record(name: string, ...flags: readonly string[]): string {
  const profile = path.join(folder, name);
  const capture = path.join(root, 'test', 'fixtures', 'models', 'block', 'block.sync.ireereplay');
  const replay = ['run', '--device=local-sync', ...flags, `--device_profiling_output=${profile}`, capture];
  execFileSync(process.execPath, [path.join(root, 'bin', 'ireereplay'), ...replay], { stdio: 'pipe' });
  return profile;
}

test('kernels have lines, lines have instructions, and no sample of an instruction is counted twice', async () => {
  const { samples, inKernels, kernels, frames, ...rest } = await hotspotsOf(
    record('sampled.ireeprof', '--sample', '--sample_seconds=1', '--sample_rate=1997'),
  );
  assert.ok(samples > 100 && inKernels > 100);
  assert.equal(rest.rateHz, 1997);
  const softmax = kernels.find(({ name }) => name.includes('softmax'));
  assert.ok(softmax !== undefined);
  const line = softmax.lines.find(({ path: file, line: at }) => file === 'block.mlir' && at === 41);
  assert.ok(line !== undefined && line.low < line.share && line.share < line.high);
  assert.ok(line.instructions.every(({ address, text }) => Number(address) > 0 && text !== ''));
  // A loop has what is in it: the one around has no less than those inside.
  assert.ok(softmax.loops.length > 1);
  for (const { parent, function: of, samples: some } of softmax.loops)
    if (parent !== undefined) assert.ok((softmax.loops.find((one) => one.index === parent && one.function === of)?.samples ?? 0) >= some);
  const own = [...softmax.lines, ...softmax.functions].flatMap(({ instructions }) => instructions);
  const sum = own.reduce((all, { samples: some }) => all + some, 0);
  assert.ok(sum > 0 && sum <= softmax.samples, `${String(sum)} of ${String(softmax.samples)}`);
  // What instructions do has each sample of its function once, and what computes is a part of that.
  const { mix, samples: inBody = 0 } = softmax.bodies.find(({ address }) => address === softmax.address) ?? {};
  const samplesIn = (parts: readonly { readonly samples: number }[] = []): number =>
    parts.reduce((all, { samples: some }) => all + some, 0);
  assert.equal(samplesIn(mix?.groups), inBody);
  // How many samples there are at what computes is a matter of chance.
  assert.ok(samplesIn(mix?.widths) <= inBody);
  assert.ok(mix !== undefined && mix.widths.length > 0);
  assert.ok([...mix.groups, ...mix.widths].every(({ instructions }) => instructions > 0));
  // An exponential function that several kernels call has no lines: each kernel has its own samples of it.
  assert.ok(softmax.functions.some(({ samples: some, instructions }) => some > 0 && instructions.length > 0));
  assert.equal(
    frames.filter(({ depth }) => depth === 0).reduce((all, { samples: some }) => all + some, 0),
    samples,
  );
});

test('a profile without samples has none', async () => {
  const none = await hotspotsOf(record('plain.ireeprof', '--device_profiling_mode=queue-events'));
  assert.equal(none.samples, 0);
});

test('a kernel is shown by the record with the most samples of it', () => {
  const kernel = { executable_id: 4, function_ordinal: 6, kernel: 'softmax' };
  const share = { samples: 9, share: 1, share_low: 0.7, share_high: 1, too_few: true };
  const { kernels, lost } = hotspotsOfRows([
    { type: 'hotspots_summary', samples: 9, sampling: '{"lost":"12","method":"timers"}' },
    { type: 'hotspot_kernel', ...kernel, ...share },
    { type: 'hotspot_record', record: 25, execute_record: 162, ...kernel, samples: 2 },
    { type: 'hotspot_record', record: 25, execute_record: 178, ...kernel, samples: 4 },
    { type: 'hotspot_record', ...kernel, samples: 8 },
  ]);
  assert.equal(lost, '12');
  assert.deepEqual([kernels[0]?.record, kernels[0]?.via, kernels[0]?.tooFew], [25, 178, true]);
});

test('each kernel has its own samples at what a function does', () => {
  const kernel = (ordinal: number) => ({ executable_id: 4, function_ordinal: ordinal, kernel: `k${String(ordinal)}` });
  const share = (samples: number) => ({ samples, share: samples / 40, share_low: 0.1, share_high: 0.9, too_few: samples < 10 });
  const group = (samples: number, name: string) => ({ group: name, instructions: 3, ...share(samples) });
  const width = { element: 'float', scalar: false, bits: 128, instructions: 2, available_bits: 512, available: 'AVX-512', ...share(30) };
  const { kernels } = hotspotsOfRows([
    { type: 'hotspot_kernel', ...kernel(0), ...share(40) },
    { type: 'hotspot_kernel', ...kernel(1), ...share(9) },
    { type: 'hotspot_kernel', ...kernel(2), ...share(1) },
    { type: 'hotspot_function', name: 'exp', address: 4096, size: 64, kernels: [0, 1].map((one) => ({ ...kernel(one), ...share(9) })) },
    {
      ...{ type: 'hotspot_mix', name: 'exp', address: 4096 },
      kernels: [
        { ...kernel(0), groups: [group(10, 'load'), group(30, 'float')], widths: [width], uncounted: 1 },
        { ...kernel(1), groups: [group(9, 'load'), group(0, 'float')], widths: [{ ...width, scalar: true }], uncounted: 1 },
      ],
    },
  ]);
  const mixes = kernels.map(({ bodies }) => bodies[0]?.mix);
  assert.deepEqual(
    mixes.map((mix) => mix?.groups.map(({ group: name, samples }) => [name, samples])),
    [
      [
        ['float', 30],
        ['load', 10],
      ],
      [
        ['load', 9],
        ['float', 0],
      ],
      undefined,
    ],
  );
  assert.deepEqual(mixes[0]?.widths[0]?.available, { bits: 512, name: 'AVX-512' });
  assert.deepEqual([mixes[0].widths[0].scalar, mixes[1]?.widths[0]?.scalar], [undefined, true]);
});

test('who wants no answer any more gets none', async () => {
  await assert.rejects(hotspotsOf(path.join(folder, 'sampled.ireeprof'), AbortSignal.abort()), { name: 'AbortError' });
});
