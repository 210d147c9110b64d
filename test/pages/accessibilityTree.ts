/** What a page is to a screen reader: roles, names and texts, kept in test/pages/expected. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Locator } from 'playwright-core';

const expected = path.resolve(__dirname, 'expected');

/** Compares a part of a page with expected/NAME.txt; with IR_RENEW=1 it is kept there instead. */
export async function assertTree(part: Locator, name: string): Promise<void> {
  const file = path.join(expected, `${name}.txt`);
  const tree = `${withoutFigures(await part.ariaSnapshot())}\n`;
  if (process.env['IR_RENEW'] === '1') {
    mkdirSync(expected, { recursive: true });
    writeFileSync(file, tree);
  } else assert.equal(tree, readFileSync(file, 'utf8'), `${name} is told otherwise; IR_RENEW=1 keeps what it is now`);
}

/** Sections that say what the machine did meanwhile: of these the heading is kept. */
const OF_THE_MACHINE = /^ *- heading "(Environment|Timing|What changed)\b/;

/**
 * A tree without what differs from run to run: figures that are measured, where captures lie, when it was, what is said of a speed. A row
 * is named by its cells, and loses its own name.
 */
function withoutFigures(tree: string): string {
  // A page of measured times, which says how sure they are, has figures wherever it has numbers; ids, which stand behind a "#", stay.
  const figure = /\bCI\b/.test(tree)
    ? /(?<![\w#.])(?<!level=)[-−+±]?\d+(?:[.,]\d+)*(?![\w.]\w)/g
    : /(?<![\w#.])<?\d+(?:[.,]\d+)*(?= (?:ns|µs|ms|s|%)(?!\w))/g;
  const lines: string[] = [];
  let inside = false;
  for (const line of tree.split('\n')) {
    if (/^ *- '?heading /.test(line)) inside = false;
    if (inside || /^ *- text: "?\+\d+"?$/.test(line)) continue;
    inside = OF_THE_MACHINE.test(line);
    lines.push(
      line
        .replace(/(- '?row) "(?:[^"\\]|\\.)*"/, '$1')
        .replace(/- 'row(.*)':?$/, (whole) => whole.replaceAll("'", ''))
        .replaceAll(/\d+\/\d+\/\d+, \d+:\d+:\d+ [AP]M/g, 'WHEN')
        .replaceAll(/\/[\w/.-]*\/captures\//g, 'FOLDER/')
        .replaceAll(/[,;] \d+ beyond( the scale|, at the edge)| \+\d+(?=")/g, '')
        .replaceAll(/\(seed \d+\)/g, '(seed N)')
        .replaceAll(figure, 'N')
        .replaceAll(/(?<!\w)(ns|µs|ms)(?!\w)/g, 'UNIT')
        .replaceAll(/not known yet|no difference above N %|N?[\d.,]*x (faster|slower)/g, 'VERDICT')
        // What the first sentences of a measured run say depends on how busy the machine is.
        .replace(/^( {4}- (?:status|text)): .*\bUNIT\b.*$/, '$1: …')
        .replace(/^( {4}- status): .*VERDICT.*$/, '$1: …'),
    );
  }
  return lines.join('\n');
}
