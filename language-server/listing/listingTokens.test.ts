import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { test } from 'node:test';
import { listingTokens } from './listingTokens';

const root = path.resolve(import.meta.dirname, '..', '..');

/** What our command prints of a kernel. */
function listing(fixture: string): readonly string[] {
  const capture = path.join(root, 'test', 'fixtures', fixture);
  const args = [path.join(root, 'bin', 'ireereplay'), 'source', '--disassembly', '--function=0', capture];
  return execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');
}

test('instructions are coloured without a character in two tokens', () => {
  const lines = listing('models/mm256/mm256.sync.ireereplay');
  for (const line of lines) {
    let end = 0;
    for (const { start, length } of listingTokens(line)) {
      assert.ok(start >= end && length > 0, line);
      end = start + length;
    }
  }
  const move = lines.find((line) => line.includes('mov          rcx, [rsi+0x20]')) ?? '';
  assert.deepEqual(
    listingTokens(move).map(({ start, length, type }) => [move.slice(start, start + length).trim(), type]),
    [
      ['f9dd  488b4e20', 'comment'],
      ['mov', 'keyword'],
      ['rcx', 'variable'],
      ['rsi', 'variable'],
      ['0x20', 'number'],
    ],
  );
});
