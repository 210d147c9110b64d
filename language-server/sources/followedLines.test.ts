import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { followLines, type LineEdit } from './followedLines';

const edit = (from: readonly [number, number], to: readonly [number, number], text: string): LineEdit => ({
  start: { line: from[0], character: from[1] },
  end: { line: to[0], character: to[1] },
  text,
});

/** Lines "0" to "9", edited as an editor does it: where each is, by what it says, against where it was followed to. */
function check(edits: readonly LineEdit[]): void {
  const text = Array.from({ length: 10 }, (_, i) => `<${String(i)}>`).join('\n');
  let document = TextDocument.create('file:///x', 'c', 0, text);
  const lines = followLines();
  edits.forEach(({ start, end, text: by }, i) => {
    document = TextDocument.update(document, [{ range: { start, end }, text: by }], i + 1);
    lines.edit({ start, end, text: by });
    if (i % 2 === 0) lines.now(5);
  });
  const now = document.getText().split('\n');
  for (let i = 0; i < 10; i++) {
    const at = now.findIndex((line) => line.includes(`<${String(i)}>`));
    assert.equal(lines.now(i), at === -1 ? undefined : at, `line ${String(i)} of ${JSON.stringify(now)}`);
  }
}

test('lines are followed through edits', () => {
  check([]);
  check([edit([0, 0], [0, 0], '\n\n')]);
  check([edit([3, 3], [3, 3], '\nnew')]);
  check([edit([3, 0], [6, 0], '')]);
  check([edit([3, 0], [6, 0], 'a\nb\nc\nd\n')]);
  check([edit([2, 3], [5, 0], '\n')]);
  check([edit([4, 1], [4, 2], '4')]);
  check([edit([0, 0], [0, 0], 'x\n'), edit([5, 0], [7, 0], ''), edit([2, 0], [2, 0], 'y\nz\n')]);
});
