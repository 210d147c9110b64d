import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { captureEditor, shownCapture } from '../captureEditor';
import { says } from '../said';
import { startWorkbench, until, type Workbench } from '../workbench';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: ['damaged'] });
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
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
    await workbench.openFile(path.join('damaged', `${name}.ireereplay`));
    const page = captureEditor(workbench).view.locator('.failure');
    await page.waitFor();
    await says(page, sentence);
    assert.ok((await page.locator('p').count()) >= 2);
    if (name === 'magic') await workbench.screenshot('damaged-magic');
  });
}

for (const [name, sentence] of Object.entries(readable)) {
  test(`${name}: opens up to its last whole record and says so`, async () => {
    await workbench.openFile(path.join('damaged', `${name}.ireereplay`));
    const editor = await shownCapture(workbench);
    const bar = editor.view.locator('.notice.damage');
    await bar.waitFor();
    await says(bar, sentence);
    if (name === 'killed-recorder') await workbench.screenshot('damaged-torn');
  });
}

test('no damaged file makes an editor without a word', async () => {
  for (const file of readdirSync(path.join(workbench.folder, 'damaged')).filter((name) => name.endsWith('.ireereplay'))) {
    await workbench.openFile(path.join('damaged', file));
    const { view } = captureEditor(workbench);
    await until(
      `something about ${file}`,
      async () => (await view.locator('.failure, .notice.damage, .list .tr:not(.waiting)').count()) > 0,
    );
  }
});
