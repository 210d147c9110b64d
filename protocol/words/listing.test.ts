import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { test } from 'node:test';
import { listedCode, placeIn } from './listing';

const root = path.resolve(import.meta.dirname, '..', '..');

/** What our command prints of a kernel in C, and of one in MLIR. */
function listing(fixture: string, ordinal = 0): readonly string[] {
  const capture = path.join(root, 'test', 'fixtures', fixture);
  const args = [path.join(root, 'bin', 'ireereplay'), 'source', '--disassembly', `--function=${String(ordinal)}`, capture];
  return execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');
}

test('the line that instructions come from is found above them, and where the function is', () => {
  const places = listing('small.ireereplay').flatMap((line) => placeIn(line) ?? []);
  assert.deepEqual(places[0], { path: 'elementwise.c', line: 78 });
  const lines = new Set(places.filter((place) => place.path.endsWith('elementwise.c')).map(({ line }) => line));
  for (const line of [80, 81, 82, 83, 85, 87]) assert.ok(lines.has(line), String(line));
  const mlir = listing('models/mm256/mm256.sync.ireereplay').flatMap((line) => placeIn(line) ?? []);
  assert.deepEqual(mlir[0], { path: 'mm256.mlir', line: 2 });
});

test('code is found by the line that it comes from, of a pipe by the source that the function is from', () => {
  const lines = listing('small.ireereplay');
  const code = listedCode(lines);
  const sum = code.filter(({ line }) => line === 85);
  assert.deepEqual(new Set(sum.map((one) => one.path)), new Set(['elementwise.c']));
  for (const { first, last } of sum) for (let i = first; i <= last; i++) assert.match(lines[i] ?? '', /movss|mulss/);
  assert.equal(code.filter(({ first, last }) => first > last).length, 0);
  const mlir = listedCode(listing('models/mm256/mm256.sync.ireereplay'));
  assert.ok(mlir.length >= 4);
  assert.deepEqual(new Set(mlir.map((one) => one.path)), new Set(['mm256.mlir']));
  assert.ok(mlir.some(({ line }) => line === 2));
});

test('code that has no line is that of none', () => {
  const lines = listing('models/block/block.sync.ireereplay', 2);
  const code = listedCode(lines);
  const at = lines.indexOf('no line') + 1;
  assert.match(lines[at] ?? '', /^ {2,}[\da-f]+ {2}/);
  assert.equal(
    code.find(({ first, last }) => at >= first && at <= last),
    undefined,
  );
  assert.ok(code.some(({ first }) => first > at));
});
