/** Copies of a captured executable with one bit of its code flipped: a verification of each agrees with separate processes. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { createJobQueue } from '../../engine/process/jobQueue';
import { startEngine } from '../../engine/process/engineProcess';
import type { RunOptions } from '../../protocol/replay/run';
import { checkout, fixture, keptOutputs, temporaryFolder } from '../programs';

/** IR_MUTANTS=N for another number. */
const COUNT = Number(process.env['IR_MUTANTS'] ?? 60);
/** The kernel that small.ireereplay calls, in elementwise_mul.so: where its code begins and ends. */
const KERNEL = [0x1020, 0x107c] as const;
/** Replays at a time; one that never returns may keep a processor busy. */
const LANES = 4;
/** A replay takes microseconds: one that takes this long never ends. */
const TIMEOUT_MS = 3000;
/** Further processes in which a mutant may end as it did in verification; one that was said to agree gets none. */
const ASTRAY = 20;
/**
 * Mutants that may end in none of these processes as they did in verification. Node.js is mapped to fixed addresses below 4 GiB:
 * of stores to an address of 32 bits, one in a thousand finds memory that it may write to, and does not crash.
 */
const BY_CHANCE = COUNT / 50;

const folder = temporaryFolder();
const engineScript = path.join(checkout, 'dist/engine.js');
const original = readFileSync(fixture('kernels/elementwise_mul.so'));

const run: RunOptions = {
  capture: fixture('small.ireereplay'),
  devices: ['local-sync'],
  fileRemaps: [],
  timeoutMs: TIMEOUT_MS,
};
/** As a verification replays. */
const strict = { guardBuffers: true, poison: 0xa5 };

/** The bytes of the file that are mapped to be executed. */
function codeOf(elf: Buffer): readonly [begin: number, end: number] {
  for (let i = 0, at = Number(elf.readBigUInt64LE(0x20)); i < elf.readUInt16LE(0x38); i++, at += 56) {
    const isExecutable = elf.readUInt32LE(at) === 1 && (elf.readUInt32LE(at + 4) & 1) === 1;
    const offset = Number(elf.readBigUInt64LE(at + 8));
    if (isExecutable) return [offset, offset + Number(elf.readBigUInt64LE(at + 32))];
  }
  throw new Error('no executable segment');
}

/** Bits to flip, the same each time: nine in ten in the kernel, the others anywhere in the code. */
function chosenBits(): readonly number[] {
  let state = 20260821;
  const below = (most: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const code = codeOf(original);
  const bits = new Set<number>();
  const kernelBits = 8 * (KERNEL[1] - KERNEL[0]);
  while (bits.size < COUNT) {
    const [begin, end] = below(10) === 0 || bits.size >= kernelBits ? code : KERNEL;
    bits.add(8 * begin + below(8 * (end - begin)));
  }
  return [...bits];
}

/** How a replay ended: what it read back as hexadecimal digits, or why there is nothing. */
type Found = { readonly outputs: string } | { readonly ended: string };

/** Replays in a process of its own. */
async function runAlone(options: RunOptions, name: string): Promise<Found> {
  const outputs = path.join(folder, name);
  mkdirSync(outputs);
  const engine = startEngine(engineScript, () => undefined);
  try {
    const state = await engine.start('run', { ...options, outputs }, () => undefined, new AbortController().signal);
    if (state.state === 'done') {
      return {
        outputs: keptOutputs(outputs)
          .map(({ bytes }) => bytes.toString('hex'))
          .join(' '),
      };
    }
    return { ended: endOf(state) };
  } finally {
    engine.dispose();
    rmSync(outputs, { recursive: true });
  }
}

/** One word for how an unfinished job ended. */
function endOf(state: {
  readonly state: string;
  readonly crash?: { readonly signal: string };
  readonly problem?: { readonly code?: string };
}): string {
  const signal = state.crash?.signal;
  if (signal === 'TIMEOUT' || state.problem?.code === 'DEADLINE_EXCEEDED') return 'timed out';
  return state.state;
}

test('says about every mutant what separate processes find', async () => {
  const right = await runAlone({ ...run, ...strict }, 'original');
  assert.ok('outputs' in right, JSON.stringify(right));
  // 1, 4, 9 and 16, twice.
  assert.equal(right.outputs, ['0000803f000080400000104100008041', '0000803f000080400000104100008041'].join(' '));

  const seen: Record<string, number> = {};
  const wrong: string[] = [];
  const otherwise: string[] = [];
  const check = async (bit: number, verifying: ReturnType<typeof createJobQueue>): Promise<void> => {
    const bytes = Buffer.from(original);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const file = path.join(folder, `${String(bit)}.so`);
    writeFileSync(file, bytes);
    const mutant: RunOptions = { ...run, substitutions: [`4=${file}`] };
    const alone = await runAlone({ ...mutant, ...strict }, `mutant-${String(bit)}`);
    const verified = await verifying.start(
      'verify',
      { run: mutant, type: 'bytes', perturbations: 0 },
      () => undefined,
      new AbortController().signal,
    );
    const says = verified.state === 'done' ? (verified.result.agrees ? 'agrees' : 'differs') : endOf(verified);
    const found = (one: Found): string => ('ended' in one ? one.ended : one.outputs === right.outputs ? 'agrees' : 'differs');
    let finds = found(alone);
    // Where stray code leads depends on the layout of its process: a stray read finds a number in one and nothing in another.
    for (let more = 0; says !== 'agrees' && says !== finds && more < ASTRAY; more++)
      finds = found(await runAlone({ ...mutant, ...strict }, `mutant-${String(bit)}`));
    if (says === 'agrees') {
      // Also as users run it.
      const plainly = await runAlone(mutant, `plain-${String(bit)}`);
      if (!('outputs' in plainly) || plainly.outputs !== right.outputs) finds += ', and not plainly';
    }
    seen[finds] = (seen[finds] ?? 0) + 1;
    if (says !== finds) {
      // Whether it agrees is never a matter of chance; how one that does not ends may be.
      (says === 'agrees' || finds === 'agrees' ? wrong : otherwise).push(
        `bit ${String(bit & 7)} of byte 0x${(bit >> 3).toString(16)}: verified as "${says}", alone "${finds}"`,
      );
    }
    rmSync(file);
  };

  const bits = [...chosenBits()];
  const lanes = Array.from({ length: LANES }, async () => {
    const verifying = createJobQueue(engineScript, () => undefined);
    try {
      for (let bit = bits.pop(); bit !== undefined; bit = bits.pop()) await check(bit, verifying);
    } finally {
      verifying.dispose();
    }
  });
  await Promise.all(lanes);
  console.log(JSON.stringify(seen));
  assert.deepEqual(wrong, []);
  assert.ok(otherwise.length <= BY_CHANCE, otherwise.join('\n'));
  // There are mutants of every kind, so that a verification that always says the same is often wrong.
  const least = COUNT / 20;
  for (const kind of ['agrees', 'differs', 'crashed']) assert.ok((seen[kind] ?? 0) > least, `${kind}: ${JSON.stringify(seen)}`);
});
