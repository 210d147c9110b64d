/** Every command of docs/guides is run, and prints what stands below it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { checkout, temporaryFolder } from '../programs';
import { putFiles } from './exampleFiles';
import { blocksOfPage, examplesOf, missing, runExample, type Example } from './examples';

const guides = path.join('docs', 'guides');
const names = readdirSync(path.join(checkout, guides)).filter((name) => name !== 'README.md');

interface Guide {
  readonly examples: readonly Example[];
  /** Sources by their file. */
  readonly sources: ReadonlyMap<string, string>;
}

/** What a guide has: commands, and sources that these are about. documented.test.ts checks blocks that do not say what they are. */
function guideOf(name: string): Guide {
  const blocks = blocksOfPage(path.join(guides, name));
  const examples = blocks.filter(({ says }) => says === 'console').flatMap(examplesOf);
  const sources = new Map<string, string>();
  for (const { where, says, lines } of blocks.filter((block) => block.says !== 'console' && block.says !== '')) {
    const file = /^\w+ (\S+)$/.exec(says)?.[1] ?? '';
    assert.notEqual(file, '', `${where}: it is neither \`console\`, nor is the file named that it is`);
    sources.set(file, `${lines.join('\n')}\n`);
  }
  return { examples, sources };
}

for (const name of names) {
  test(`the examples of ${name}`, () => {
    const { examples, sources } = guideOf(name);
    const folder = temporaryFolder();
    putFiles(
      folder,
      examples.map(({ command }) => command),
    );
    for (const [file, text] of sources) writeFileSync(path.join(folder, file), text);
    for (const example of examples) runExample(example, folder);
  });
}

test('an example that prints something else is found', () => {
  assert.equal(missing(['a', '...', 'c 1 …'], ['a', 'b', 'c 1 2']), undefined);
  assert.equal(missing(['a'], ['a', 'b']), 'nothing, but got: b');
  assert.equal(missing(['...', 'c'], ['a', 'b']), 'c');
  assert.equal(missing(['a.'], ['ab']), 'a.');
});

test('the guides are those of their list, and each has examples', () => {
  const list = readFileSync(path.join(checkout, guides, 'README.md'), 'utf8');
  for (const name of names) {
    assert.ok(list.includes(`(${name})`), name);
    assert.ok(guideOf(name).examples.length > 0, name);
  }
});
