/** Samples of a transformer beside its source: from a lens to the lines that are hot, and how sure that is. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, utimesSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { putCapture, shownCapture } from '../e2e/captureEditor';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';

const fixtures = path.resolve(__dirname, '..', 'fixtures');
const source = path.join('sources', 'block.mlir');

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: [], settings: { 'ireeReplay.sampling.seconds': 1, 'ireeReplay.sampling.rate': 997 } });
  const file = path.join(window.folder, source);
  mkdirSync(path.dirname(file), { recursive: true });
  cpSync(path.join(fixtures, 'models', 'block', 'block.mlir'), file);
  // Written before what was recorded of it.
  utimesSync(file, new Date(2020, 0, 1), new Date(2020, 0, 1));
  putCapture(window, 'models/block/block-bench20.task.ireereplay.gz', 'block.ireereplay', (bytes) => gunzipSync(bytes));
});
after(async () => {
  await window.dispose();
});

const SAMPLED = 'ireeReplay.sampled';

/** What the lenses say of samples, one a line. */
const above = (): string =>
  window.textEditor.lenses
    .map(({ title }) => title)
    .filter((title) => title.includes('samples'))
    .join('\n')
    .replaceAll(/[^\S\n]+/g, ' ');

for (const line of [41, 56]) {
  test(`line ${String(line)} says its share of the samples`, async () => {
    if (line === 41) {
      // A capture that is put into an open folder does not start the extension.
      await window.openFile('block.ireereplay');
      await shownCapture(window);
    }
    await window.openFile(source);
    window.textEditor.goTo(line);
    if (line === 41) (await window.textEditor.lens('Sample')).choose();
    await until('the samples', () => {
      assert.match(above(), /[\d.]+ [nµm]s × \d+ .*\d+\.\d % · [\d,]+ samples ⚠ found by name/);
      return true;
    });
    // It stays at the source.
    await window.tab('block.mlir');
    await window.textEditor.hoverSays(
      /\d samples are on this line: [\d.]+ % of all samples, with a 95 % confidence interval of \[\d+\.\d, \d+\.\d\]\./,
    );
  });
}

test('a hot line is heated by its share: the more, the wider its bar', async () => {
  const heats = await until('the heat', () => {
    const all = window.textEditor.decorations().filter(({ ruler }) => ruler === SAMPLED);
    return all.length > 0 && all;
  });
  for (const line of [41, 56]) {
    window.textEditor.goTo(line);
    const { words } = await window.textEditor.hoverSays(/ samples are on this line: /);
    const share = Number(/samples are on this line: ([\d.]+) % of all samples/.exec(words)?.[1]);
    const [heat] = heats.filter(({ lines: [first] }) => first === line);
    assert.equal(heat?.look.borderWidth, `0 0 0 ${String(share >= 20 ? 6 : share >= 5 ? 4 : 2)}px`, words);
  }
});

test('in the view of hotspots a kernel opens into its lines, which say their share and lead there', async () => {
  const line = await until('its line', async () => {
    const rows = await window.rows('hotspots');
    const kernel = rows.findIndex(({ level, label }) => level === 1 && label.includes('softmax'));
    const next = rows.findIndex(({ level }, i) => i > kernel && level === 1);
    const below = rows.slice(kernel + 1, next === -1 ? undefined : next);
    return kernel >= 0 && below.find(({ level, label }) => level === 2 && label === 'block.mlir:41');
  });
  assert.match(
    line.spoken,
    /^block\.mlir:41\. [\d,]+ samples are on this line: [\d.]+ % of all samples, with a 95 % confidence interval of \[[\d.]+, [\d.]+\]\. .*Profile of block\.ireereplay/,
  );
  window.textEditor.goTo(5);
  await line.open();
  await window.textEditor.atLine(41);
});
