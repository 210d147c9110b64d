/** What a replay left in memory, beside real recordings: compared bit for bit and within a tolerance. */
import assert from 'node:assert/strict';
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { compareLlvmReplay } from '../../engine/addon/llvm';
import { compareReplayed, elementsAround } from '../../engine/llvm/replayedMemory';
import { fixture, temporaryFolder } from '../programs';

const STEM = '__omp_offloading_fe00_984963_main_l7';

/** A copy of saxpy's recording, with what a replay has left in memory: made of what the recorded launch left. */
function replayedSaxpy(change: (memory: Buffer) => void): {
  readonly descriptor: string;
  readonly recorded: string;
  readonly left: string;
} {
  const folder = path.join(temporaryFolder(), 'saxpy');
  cpSync(fixture('neighbours/llvm/llvm16-saxpy'), folder, { recursive: true });
  const inFolder = (suffix: string): string => path.join(folder, STEM + suffix);
  const memory = readFileSync(inFolder('.original.output'));
  change(memory);
  writeFileSync(inFolder('.replay.output'), memory);
  return { descriptor: inFolder('.json'), recorded: inFolder('.original.output'), left: inFolder('.replay.output') };
}

const exact = { absolute: 0, relative: 0, ulp: 0, nanEqual: true };

test('a replay that left the same differs nowhere', async () => {
  const { differences } = await compareLlvmReplay(replayedSaxpy(() => undefined).descriptor, 10);
  assert.equal(differences?.bytes, '0');
  assert.equal(differences.compared, '8000');
});

test('a kernel that did nothing leaves what memory held before, and every element that it should have written differs', async () => {
  const { descriptor, recorded, left } = replayedSaxpy(() => undefined);
  copyFileSync(descriptor.replace('.json', '.memory'), left);
  const { differences } = await compareLlvmReplay(descriptor, 10);
  assert.ok(differences !== undefined);
  assert.equal(differences.words4, '999');
  const found = await compareReplayed(recorded, left, differences, 'f32', { ...exact, absolute: 1 });
  assert.ok(typeof found === 'object' && !found.agrees);
  assert.equal(found.first?.offset, 4);
});

test('within a tolerance elements may be a little off, and one that is farther off is found where it is', async () => {
  const { descriptor, recorded, left } = replayedSaxpy((memory) => {
    memory.writeInt32LE(memory.readInt32LE(100) + 1, 100);
    memory.writeInt32LE(memory.readInt32LE(2000) + 3, 2000);
  });
  const { differences } = await compareLlvmReplay(descriptor, 10);
  assert.ok(differences !== undefined);
  assert.equal(differences.rangeCount, '2');
  const within = (ulp: number) => compareReplayed(recorded, left, differences, 'f32', { ...exact, ulp });
  const wide = await within(3);
  assert.ok(typeof wide === 'object' && wide.agrees, JSON.stringify(wide));
  assert.equal(wide.maxUlp, '3');
  const narrow = await within(2);
  assert.ok(typeof narrow === 'object' && !narrow.agrees);
  assert.equal(narrow.outOfTolerance, '1');
  assert.equal(narrow.first?.offset, 2000);
});

test('more ranges than are listed are not compared within a tolerance', async () => {
  const { descriptor, recorded, left } = replayedSaxpy((memory) => {
    for (let at = 0; at < 4000; at += 8) memory.writeInt32LE(memory.readInt32LE(at) + 1, at);
  });
  const { differences } = await compareLlvmReplay(descriptor, 10);
  assert.ok(differences !== undefined);
  const found = await compareReplayed(recorded, left, differences, 'f32', { ...exact, ulp: 9 });
  assert.ok(typeof found === 'string');
  assert.match(found, /too many/);
});

test('elements around ranges are whole, none twice, and end with memory', () => {
  const range = (begin: number, end: number) => ({ begin: String(begin), end: String(end), before: { hex: '' }, after: { hex: '' } });
  assert.deepEqual(elementsAround([range(4, 8), range(12, 16), range(40, 44)], 8, 44), [
    { begin: 0, end: 16 },
    { begin: 40, end: 44 },
  ]);
});
