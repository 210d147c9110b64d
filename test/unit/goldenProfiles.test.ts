/** Answers about the fixtures' profiles against what iree-profile answered. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { askProfile } from '../profiles';
import { fixture, ireereplay, run, temporaryFolder } from '../programs';

const names = readdirSync(fixture('profiles/golden'))
  .map((file) => file.replace('.tar.gz', ''))
  .sort();

/** What a golden file's name says of the command line that made it. */
function commandOf(golden: string): readonly string[] {
  if (golden === 'ireeperf.jsonl') return ['export', '--format=ireeperf-jsonl'];
  const [question = '', ...rest] = golden.split('.');
  return [question, `--format=${rest.at(-1) ?? ''}`, ...(rest.includes('events') ? ['--dispatch_events'] : [])];
}

const folder = temporaryFolder();

test('there are golden answers about 25 profiles', () => {
  assert.equal(names.length, 25);
});

for (const name of names) {
  test(`answers about ${name} as iree-profile does`, async () => {
    const goldens = path.join(folder, name);
    assert.equal(run('mkdir', ['-p', goldens]).status, 0);
    assert.equal(run('tar', ['xzf', fixture(`profiles/golden/${name}.tar.gz`), '-C', goldens]).status, 0);
    const files = readdirSync(goldens);
    // Every question in both forms, but for what iree-profile refuses: command, of local-sync's profiles.
    assert.ok(files.length >= 19, files.join());
    for (const golden of files) {
      const args = commandOf(golden);
      const ours = await askProfile(args, fixture(`profiles/${name}.ireeprof`), folder);
      const expected = readFileSync(path.join(goldens, golden));
      // Compared as bytes; a difference is shown as text.
      if (!ours.equals(expected)) assert.equal(ours.toString(), expected.toString(), args.join(' '));
    }
  });
}

test('lists executions of command buffers that a profile does not describe', () => {
  const { status, stdout } = ireereplay('profile', 'command', fixture('profiles/mm256.run-sync.all.ireeprof'));
  assert.equal(status, 0);
  assert.match(stdout.toString(), /^command_buffer 1: not described\n {2}host_submission=2 /m);
});

test('answers about a profile that ends early, and says where it ends', () => {
  const whole = readFileSync(fixture('profiles/small.run-task.ireeprof'));
  const torn = path.join(folder, 'torn.ireeprof');
  writeFileSync(torn, whole.subarray(0, 6000));
  for (const question of ['summary', 'dispatch', 'export']) {
    const { status, stdout, stderr } = ireereplay('profile', question, torn);
    assert.equal(status, 1);
    assert.ok(stdout.length > 100, question);
    assert.match(stderr, /DATA_LOSS; .*profile file length extends past file contents: .*; it was truncated: copy it again/);
  }
});

test('prints on the command line what it was asked', () => {
  const small = fixture('profiles/small.run-task.ireeprof');
  const goldens = path.join(folder, 'small.run-task');
  for (const golden of ['summary.text', 'dispatch.jsonl', 'queue.text', 'ireeperf.jsonl']) {
    const { status, stdout, stderr } = ireereplay('profile', ...commandOf(golden), small);
    assert.equal(status, 0, stderr);
    assert.equal(stdout.toString(), readFileSync(path.join(goldens, golden), 'utf8'));
  }
});

test('takes flags before the command, asks cat of a profile alone, and refuses what it does not know', () => {
  const small = fixture('profiles/small.run-task.ireeprof');
  const jsonl = ireereplay('profile', 'summary', '--format=jsonl', small).stdout;
  assert.ok(jsonl.length > 0);
  assert.deepEqual(ireereplay('profile', '--format=jsonl', 'summary', small).stdout, jsonl);
  assert.deepEqual(ireereplay('profile', small).stdout, ireereplay('profile', 'cat', small).stdout);
  for (const [args, sentence] of [
    [['nothing', small], /no command profile nothing: there are summary, /],
    [['summary', '--filter=a', small], /--filter/],
    [['dispatch', '--dispatch_events', small], /--dispatch_events requires --format=jsonl/],
    [['counter', '--counter_samples', small], /--counter_samples requires --format=jsonl/],
    [['export', '--format=text', small], /unsupported --format=text; expected ireeperf-jsonl/],
    [['summary'], /expected the path of a profile/],
  ] as const) {
    const { status, stderr } = ireereplay('profile', ...args);
    assert.equal(status, 2, stderr);
    assert.match(stderr, sentence);
  }
});

test('writes an export to a file', () => {
  const small = fixture('profiles/small.run-task.ireeprof');
  const file = path.join(folder, 'export.jsonl');
  assert.equal(ireereplay('profile', 'export', `--output=${file}`, small).status, 0);
  assert.deepEqual(readFileSync(file), ireereplay('profile', 'export', small).stdout);
});

test('tells of a newer version', () => {
  const newer = Buffer.from(readFileSync(fixture('profiles/small.run-task.ireeprof')));
  newer.writeUInt16LE(7, 6);
  const file = path.join(folder, 'newer.ireeprof');
  writeFileSync(file, newer);
  const { status, stderr } = ireereplay('profile', 'summary', file);
  assert.equal(status, 0);
  assert.match(stderr, /profile format 1\.7 is newer than 1\.6: its additions are not shown/);
});
