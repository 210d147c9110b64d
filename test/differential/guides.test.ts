/** Every example of docs/guides is run, and prints what stands below it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { writeWithChangedConstant } from '../changedConstant';
import { fixture, temporaryFolder } from '../programs';
import { ireeProgram } from './ireeTools';

const root = path.resolve(__dirname, '..', '..');
const guides = path.join(root, 'docs', 'guides');

/** A command, the status that it is said to end with, and what stands below it. */
interface Example {
  readonly line: number;
  readonly command: string;
  readonly status: number;
  readonly printed: readonly string[];
}

function examplesOf(text: string): readonly Example[] {
  const examples: { line: number; command: string; status: number; printed: string[] }[] = [];
  let inside = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('```')) inside = line === '```console';
    else if (inside && line.startsWith('$ ')) {
      const [, command = '', status = '0'] = /^\$ (.*?)(?: # exit status (\d+))?$/.exec(line) ?? [];
      examples.push({ line: index + 1, command, status: Number(status), printed: [] });
    } else if (inside) examples.at(-1)?.printed.push(line);
  }
  return examples;
}

/** `…` stands for anything in a line. */
function isLine(printed: string, line: string): boolean {
  const pattern = printed.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`).test(line);
}

/** A line that was expected and does not come; undefined where all do. A line of three dots stands for any lines. */
function missing([expected, ...others]: readonly string[], lines: readonly string[]): string | undefined {
  if (expected === undefined) return lines.length === 0 ? undefined : `nothing, but got: ${lines[0] ?? ''}`;
  if (expected !== '...') return isLine(expected, lines[0] ?? '') ? missing(others, lines.slice(1)) : expected;
  const ends = Array.from({ length: lines.length + 1 }, (_, from) => missing(others, lines.slice(from)));
  return ends.includes(undefined) ? undefined : (ends[0] ?? expected);
}

/** The folder in which a guide's examples run: with the files that guides name. */
function prepared(): string {
  const folder = temporaryFolder();
  const copies = {
    'matmul.ireereplay': 'models/mm256/mm256.sync.ireereplay',
    'before.ireereplay': 'models/block/block.sync.ireereplay',
    ...Object.fromEntries(['scalar.so', 'wrong.so', 'tile.so'].map((name) => [name, `models/mm256/kernels/${name}`])),
  };
  for (const [name, from] of Object.entries(copies)) copyFileSync(fixture(from), path.join(folder, name));
  copyFileSync(path.join(__dirname, 'models', 'matmul.mlir'), path.join(folder, 'matmul.mlir'));
  writeWithChangedConstant(path.join(folder, 'before.ireereplay'), path.join(folder, 'after.ireereplay'));
  return folder;
}

const tools = path.dirname(ireeProgram('iree-compile'));
const env = { ...process.env, PATH: [path.join(root, 'bin'), tools, process.env['PATH'] ?? ''].join(path.delimiter) };

for (const guide of readdirSync(guides)) {
  const examples = examplesOf(readFileSync(path.join(guides, guide), 'utf8'));
  if (examples.length === 0) continue;
  test(`the examples of ${guide}`, () => {
    const folder = prepared();
    for (const { line, command, status, printed } of examples) {
      const end = spawnSync('bash', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
      const where = `${guide}:${String(line)}: ${command}\n${end.stdout}${end.stderr}`;
      assert.equal(end.status, status, where);
      const lines = end.stdout.split('\n').slice(0, -1);
      assert.equal(missing(printed, lines), undefined, where);
    }
  });
}

test('an example that prints something else is found', () => {
  assert.equal(missing(['a', '...', 'c 1 …'], ['a', 'b', 'c 1 2']), undefined);
  assert.equal(missing(['a'], ['a', 'b']), 'nothing, but got: b');
  assert.equal(missing(['...', 'c'], ['a', 'b']), 'c');
  assert.equal(missing(['a.'], ['ab']), 'a.');
});

test('the guides are those of their list, and each has examples', () => {
  const names = readdirSync(guides).filter((name) => name !== 'README.md');
  const list = readFileSync(path.join(guides, 'README.md'), 'utf8');
  for (const name of names) {
    assert.ok(list.includes(`(${name})`), name);
    assert.ok(examplesOf(readFileSync(path.join(guides, name), 'utf8')).length > 0, name);
  }
});
