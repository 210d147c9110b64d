/** torch extract: what is handed on runs in an empty environment with PyTorch alone. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import type { TorchExtracted } from '../../protocol/torch/replay';
import { fixture, ireereplay, temporaryFolder } from '../programs';

const python = process.env['TORCH_PYTHON'] ?? '/usr/bin/python3';
const trace = fixture(path.join('neighbours', 'pytorch', 'bert-small-h100.json.gz'));

function extracted(...flags: readonly string[]): TorchExtracted {
  const { status, stdout, stderr } = ireereplay('torch', 'extract', `--python=${python}`, '--format=json', ...flags, trace);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout.toString()) as TorchExtracted;
}

/** Nothing of this process's environment, and a folder of its own. */
const alone = (
  cwd: string,
  ...args: readonly string[]
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } =>
  spawnSync('/usr/bin/env', ['-i', python, ...args], { cwd, encoding: 'utf8', maxBuffer: 1 << 26 });

test('a zip of a whole trace runs in an empty environment, and agrees with what is expected', () => {
  const folder = temporaryFolder();
  const zip = path.join(folder, 'bert.zip');
  const { operations, expected } = extracted('--expected', '-o', zip);
  assert.equal(operations.length, 75);
  assert.ok(expected !== undefined && expected.whole > 60);
  assert.deepEqual(readdirSync(folder), ['bert.zip']);
  const there = path.join(folder, 'there');
  mkdirSync(there);
  assert.equal(alone(there, '-m', 'zipfile', '-e', zip, '.').status, 0);
  const inside = path.join(there, 'bert');
  assert.deepEqual(readdirSync(inside).toSorted(), ['README.md', 'expected', 'operations.json', 'replay.py', 'results.py']);
  // The commands of its README.
  const readme = readFileSync(path.join(inside, 'README.md'), 'utf8');
  const commands = Array.from(readme.matchAll(/^ {4}python3 (.*)$/gm), ([, args = '']) => args.split(' '));
  assert.equal(commands.length, 3);
  const [timing = [], , comparing = []] = commands;
  const timed = alone(inside, ...timing);
  assert.equal(timed.status, 0, timed.stderr);
  assert.match(timed.stdout, new RegExp(`\n${75 - expected.notReplayed.length} of 75 replayed by PyTorch`));
  const compared = alone(inside, ...comparing);
  assert.equal(compared.status, 0, compared.stderr);
  assert.match(compared.stdout, new RegExp(`\n  ${expected.whole} agrees\n`));
  assert.doesNotMatch(compared.stdout, /differs/);
});

test('whoever replays it sees a result that differs', () => {
  const folder = path.join(temporaryFolder(), 'gelu');
  extracted('--expected', '--filter=aten::gelu', '-o', folder);
  const array = readdirSync(path.join(folder, 'expected')).find((name) => name.endsWith('.npy')) ?? assert.fail();
  const file = path.join(folder, 'expected', array);
  const bytes = readFileSync(file);
  // bfloat16 1000.
  bytes.writeUInt16LE(0x447a, bytes.length - 2);
  writeFileSync(file, bytes);
  const { status, stdout } = alone(folder, 'replay.py', '--expected=expected', 'operations.json');
  assert.equal(status, 1);
  assert.match(stdout, /differs {2}aten::gelu: result: 1 of \d+ elements differ/);
});

test('without expected results no PyTorch is needed to extract', () => {
  const folder = path.join(temporaryFolder(), 'mm');
  const { status, stderr } = ireereplay('torch', 'extract', '--python=/no/such', '--filter=addmm', '-o', folder, trace);
  assert.equal(status, 0, stderr);
  assert.ok(!existsSync(path.join(folder, 'expected')));
});

test('a folder with something in it stays as it is, and so does what is not meant', () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'mine'), '');
  const refused = (...flags: readonly string[]): string => {
    const { status, stderr } = ireereplay('torch', 'extract', ...flags, trace);
    assert.equal(status, 1);
    return stderr;
  };
  assert.match(refused('-o', folder), /is not empty: name a new folder, or a \.zip/);
  assert.match(refused('-o', path.join(folder, 'mine')), /mine is a file: name a new folder, or a \.zip/);
  assert.match(refused('--filter=nothing', '-o', path.join(folder, 'new')), /none of its 75 operations is meant/);
  assert.match(refused('--expected', '--python=/no/such', '-o', path.join(folder, 'new.zip')), /PyTorch was not found/);
  assert.deepEqual(readdirSync(folder), ['mine']);
});
