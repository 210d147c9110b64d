/**
 * Random programs on IREE's engine and on ours: the same buffers in the end. IR_RANDOM_COUNT is the number of programs, IR_RANDOM_SEED the
 * first seed; a failing program is reduced to its shortest failing beginning.
 */
import assert from 'node:assert/strict';
import { readFileSync, truncateSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { prepareReplay } from '../../engine/addon/replay';
import { run, temporaryFolder } from '../programs';
import { ireeAtOnce } from './ireeTools';

const folder = temporaryFolder();
const count = Number(process.env['IR_RANDOM_COUNT'] ?? 3000);
const firstSeed = Number(process.env['IR_RANDOM_SEED'] ?? 1);
const operations = 40;
/** Programs per test, to show progress. */
const batch = 500;

const ourDevices = ['local-sync', 'local-task'] as const;

function program(seed: number, suffix: string): string {
  return path.join(folder, `${String(seed)}.${suffix}`);
}

/** Writes programs from `seed` on; their device counts. */
function generate(seed: number, programs: number, length: number): readonly number[] {
  const { status, stdout, stderr } = run(process.env['RANDOM_CAPTURES'] ?? '', [folder, String(seed), String(programs), String(length)]);
  assert.equal(status, 0, stderr);
  return stdout.toString().trim().split('\n').map(Number);
}

/** What a program leaves in its file, which starts out as zeros. */
async function result(seed: number, execute: () => Promise<void>): Promise<Buffer> {
  const file = program(seed, 'result');
  const { length } = readFileSync(file);
  truncateSync(file, 0);
  truncateSync(file, length);
  await execute();
  return readFileSync(file);
}

function theirs(seed: number, devices: number): Promise<Buffer> {
  return result(seed, () => {
    const { status, stderr } = ireeAtOnce('iree-run-replay', [
      ...Array<string>(devices).fill('--device=local-sync'),
      program(seed, 'ireereplay'),
    ]);
    assert.equal(status, 0, `iree-run-replay, seed ${String(seed)}: ${stderr}`);
    return Promise.resolve();
  });
}

function ours(seed: number, devices: number, device: string): Promise<Buffer> {
  return result(seed, async () => {
    const options = {
      capture: program(seed, 'ireereplay'),
      devices: Array<string>(devices).fill(device),
      fileRemaps: [],
      allowFileWrites: true,
    };
    const { report, session } = await prepareReplay(options);
    assert.ok(session, `seed ${String(seed)}: ${report.problems[0]?.message ?? ''}`);
    await session.run();
    session.close();
  });
}

/** The first of our devices whose buffers differ from IREE's; undefined when all agree. */
async function differing(seed: number, devices: number): Promise<string | undefined> {
  const expected = await theirs(seed, devices);
  for (const device of ourDevices) {
    if (!(await ours(seed, devices, device)).equals(expected)) return device;
  }
  return undefined;
}

/** The shortest beginning of the program that still differs. */
async function shortest(seed: number): Promise<number> {
  for (let length = 1; length < operations; length++) {
    const [devices] = generate(seed, 1, length);
    if ((await differing(seed, devices ?? 1)) !== undefined) return length;
  }
  return operations;
}

for (let first = firstSeed; first < firstSeed + count; first += batch) {
  const last = Math.min(first + batch, firstSeed + count) - 1;
  test(`random programs ${String(first)} to ${String(last)} leave the same buffers`, async () => {
    const devices = generate(first, last - first + 1, operations);
    for (const [index, deviceCount] of devices.entries()) {
      const seed = first + index;
      const device = await differing(seed, deviceCount);
      if (device === undefined) continue;
      assert.fail(
        `seed ${String(seed)} differs on ${device}; IR_RANDOM_SEED=${String(seed)}, from ${String(await shortest(seed))} operations on`,
      );
    }
  });
}
