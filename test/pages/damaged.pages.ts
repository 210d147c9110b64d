import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { captureEditor, shownCapture } from '../e2e/captureEditor';
import { says } from '../e2e/said';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: ['damaged'] });
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
});

/** Files of which nothing can be shown, and what must be said of them. */
const unreadable: Readonly<Record<string, RegExp>> = {
  magic: /magic/,
  'truncated-0': /empty|too small/i,
  'truncated-10': /too small/,
  'truncated-23': /too small/,
};

/** Files that open, and what must be said beside their records. */
const readable: Readonly<Record<string, RegExp>> = {
  'killed-recorder': /past/,
  'truncated-5000': /past|ends/,
  'record-length-huge': /past file end/,
  'record-length-zero': /length/,
  'record-type-unknown-required': /required/,
  'sequence-gap': /sequence/,
  'major-version-9': /version/,
};

for (const [name, sentence] of Object.entries(unreadable)) {
  test(`${name}: a page says why it cannot be opened, and what to do`, async () => {
    await window.openFile(path.join('damaged', `${name}.ireereplay`));
    const page = captureEditor(window).view.locator('.failure');
    await page.waitFor();
    await says(page, sentence);
    assert.ok((await page.locator('p').count()) >= 2);
    if (name === 'magic') await window.screenshot('damaged-magic');
  });
}

for (const [name, sentence] of Object.entries(readable)) {
  test(`${name}: opens up to its last whole record and says so`, async () => {
    await window.openFile(path.join('damaged', `${name}.ireereplay`));
    const editor = await shownCapture(window);
    const bar = editor.view.locator('.notice.damage');
    await bar.waitFor();
    await says(bar, sentence);
    if (name === 'killed-recorder') await window.screenshot('damaged-torn');
  });
}

test('no damaged file makes an editor without a word', async () => {
  for (const file of readdirSync(path.join(window.folder, 'damaged')).filter((name) => name.endsWith('.ireereplay'))) {
    await window.openFile(path.join('damaged', file));
    const { view } = captureEditor(window);
    await until(
      `something about ${file}`,
      async () => (await view.locator('.failure, .notice.damage, .list .tr:not(.waiting)').count()) > 0,
    );
  }
});
