import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { commandWords, shellWord } from './shellWords';

/** What a shell makes of a command line whose first word prints the others. */
function shellSays(words: string): readonly string[] {
  const { stdout } = spawnSync('sh', ['-c', `printf '%s\\0' ${words}`], { encoding: 'utf8' });
  return stdout.split('\0').slice(0, -1);
}

test('splits a command line as a shell does', () => {
  for (const line of [`a b  c`, `'a b' "c d" e\\ f`, `"a\\"b\\\\c\\d" x'y z'"w v"u ''`, `--to="\${none}/'x'"`]) {
    const plain = line.replaceAll('${none}', 'none');
    assert.deepEqual(commandWords(plain), shellSays(plain), plain);
  }
  assert.deepEqual(commandWords('make ${source}'), ['make', '${source}']);
  assert.deepEqual(commandWords(' '), []);
});

test('has no words for a command line whose quotes do not close', () => {
  for (const line of [`a 'b`, `a "b`, `a b\\`]) assert.equal(commandWords(line), undefined, line);
});

test('quotes a word so that a shell gives it back', () => {
  assert.equal(shellWord('/tmp/a-b_1.ireereplay'), '/tmp/a-b_1.ireereplay');
  for (const word of ['plain', 'with blank', `it's "$HOME" \`x\``, '(a)[b]{c}*?!#~;&|<>', 'Ядро 核', '', 'a\nb', '\\', '100%', '-x=y']) {
    assert.deepEqual(shellSays(shellWord(word)), [word]);
    assert.deepEqual(commandWords(shellWord(word)), [word]);
  }
});
