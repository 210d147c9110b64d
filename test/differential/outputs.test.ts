/** What the recorded application read back, from replays by IREE's tools: byte for byte what the native engine's replays leave. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { composeTaps, hostReads } from '../../engine/addon/composing';
import { run as work } from '../../engine/jobs/run';
import type { RunOptions } from '../../protocol/replay/run';
import { allCaptures, applicationOutputs, checkApplicationOutputs, type TestCapture } from '../captures';
import { arrayBytes, fixture, ireereplay, keptOutputs, temporaryFolder } from '../programs';
import { ireeAtOnce, ireeAtOnceProgram, mustIree } from './ireeTools';

const folder = temporaryFolder();
const iree = { setting: path.dirname(ireeAtOnceProgram('iree-run-replay')), path: '' };

/** The files of a replay's outputs with their index, by name; undefined, with why, where it fails. */
async function outputsOf(options: RunOptions): Promise<ReadonlyMap<string, string> | string> {
  const told = { ...options, outputs: options.outputs ?? '', timeoutMs: 60_000 };
  const why = await work(undefined, false)(
    told,
    () => undefined,
    new AbortController().signal,
    () => undefined,
  ).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  if (why !== undefined) return why;
  return new Map(readdirSync(told.outputs).map((name) => [name, readFileSync(path.join(told.outputs, name), 'base64')]));
}

const runOf = (capture: TestCapture, device: string, outputs: string): RunOptions => ({
  capture: capture.file,
  devices: Array<string>(capture.devices).fill(device),
  fileRemaps: [`/mnt/capture/params=${capture.set}`, `/mnt/capture=${path.join(capture.set, 'models')}`],
  outputs: path.join(folder, outputs),
});

let compared = 0;
for (const [index, capture] of allCaptures(folder).entries()) {
  test(`${capture.name}: outputs by IREE's tool are ours, or there are none`, async () => {
    const ours = await outputsOf(runOf(capture, 'local-sync', `ours-${String(index)}`));
    for (const device of ['local-sync', 'local-task']) {
      const asked = runOf(capture, device, `${device}-${String(index)}`);
      const theirs = await outputsOf({ ...asked, iree });
      if (typeof theirs === 'string') {
        assert.equal(typeof ours, 'string', theirs);
        assert.ok(!existsSync(asked.outputs ?? ''), 'nothing is left behind');
        continue;
      }
      compared++;
      // What IREE alone replays, VMVX for one, gives what the application read.
      if (typeof ours === 'string') checkApplicationOutputs(capture, keptOutputs(asked.outputs ?? ''));
      else assert.deepEqual(theirs, ours);
    }
  });
}

test('most captures were compared', () => {
  assert.ok(compared > 60, String(compared));
});

test('the command line prints outputs alike, and has them in its JSON', () => {
  const capture = fixture('small.ireereplay');
  const print = (name: string, ...flags: readonly string[]): string => {
    const { status, stdout, stderr } = ireereplay('run', `--outputs=${path.join(folder, name)}`, ...flags, capture);
    assert.equal(status, 0, stderr);
    return stdout.toString();
  };
  const engine = ['--engine=iree', `--iree_tools=${iree.setting}`];
  const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line.startsWith('  output of #'));
  assert.deepEqual(lines(print('theirs', ...engine)), lines(print('ours')));
  assert.equal(lines(print('again')).length, 2);
  const json = (text: string): unknown => (JSON.parse(text) as { readonly outputs: unknown }).outputs;
  assert.deepEqual(json(print('theirs', '--format=json', ...engine)), json(print('ours', '--format=json')));
});

const onVulkan = allCaptures(folder).filter(({ name }) => name.includes('-vulkan'));

test('all captures of Vulkan are looked at', () => {
  assert.ok(onVulkan.length >= 5);
});

for (const capture of onVulkan) {
  // Mesa's driver in software compiles the same kernels to the same arithmetic, right or wrong, as when they were recorded.
  test(`${capture.name}: outputs on Vulkan are what the application read`, async () => {
    assert.ok(applicationOutputs(capture).length > 0);
    const asked = runOf(capture, 'vulkan', path.basename(capture.name));
    assert.ok(typeof (await outputsOf({ ...asked, iree })) !== 'string');
    checkApplicationOutputs(capture, keptOutputs(asked.outputs ?? ''));
  });
}

/** A matrix product on Vulkan. */
function recordOnVulkan(): string {
  const [module, capture] = [path.join(folder, 'vulkan.vmfb'), path.join(folder, 'vulkan.ireereplay')];
  mustIree('iree-compile', ['--iree-hal-target-device=vulkan', fixture('models/mm256/mm256.mlir'), '-o', module]);
  const inputs = ['a', 'b'].map((name) => `--input=@${fixture(`models/mm256/${name}.npy`)}`);
  const { status, stderr } = ireereplay('record', `--iree_tools=${iree.setting}`, '--device=vulkan', ...inputs, '-o', capture, module);
  assert.equal(status, 0, stderr);
  return capture;
}

test('a capture of Vulkan', async (context) => {
  const capture = recordOnVulkan();
  // Its numbers are eighths up to one: every device computes the same.
  const expected = arrayBytes(fixture('models/mm256/c.npy'));
  const kept = path.join(folder, 'vulkan');
  const { status, stderr } = ireereplay(
    'run',
    '--engine=iree',
    `--iree_tools=${iree.setting}`,
    '--device=vulkan',
    `--outputs=${kept}`,
    capture,
  );
  assert.equal(status, 0, stderr);

  await context.test('gives what the application read', () => {
    const [output, ...others] = keptOutputs(kept);
    assert.deepEqual(others, []);
    assert.ok(output?.bytes.equals(expected));
  });

  await context.test('gives what a device keeps in memory that the host cannot read', async () => {
    const rows = ireeAtOnce('iree-dump-replay', ['--format=jsonl', capture]).stdout.toString().trim().split('\n');
    const made = rows
      .map((row) => JSON.parse(row) as { readonly operation?: string; readonly related_object_id?: number })
      .findLast(({ operation }) => operation === 'device.queue_alloca');
    const { outputs } = await hostReads(capture);
    const [result] = outputs;
    assert.ok(made !== undefined && result !== undefined);
    const copy = path.join(folder, 'device.ireereplay');
    const file = path.join(folder, 'device.bin');
    writeFileSync(file, Buffer.alloc(expected.length));
    await composeTaps(capture, copy, [{ ...result, buffer: String(made.related_object_id), path: file }]);
    mustIree('iree-run-replay', ['--device=vulkan', '--device=local-sync', copy]);
    assert.ok(readFileSync(file).equals(expected));
  });
});
