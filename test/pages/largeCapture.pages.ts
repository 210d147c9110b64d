/** A hermetic capture of ten gigabytes in the editor: what the extension needs for it is what it needs for a small one. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { lengthenFiles } from '../../engine/addon/capture';
import { press, putCapture, shownCapture } from '../e2e/captureEditor';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';

/** What the extension may take for it at most. */
const MOST_BYTES = 200e6;

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: [] });
  putCapture(window, 'file-all.ireereplay', 'small.ireereplay');
  const small = path.join(window.folder, 'small.ireereplay');
  // Its file is there twice: in the operation that imported it, and in the object.
  await lengthenFiles(small, path.join(window.folder, 'large.ireereplay'), 5 * 2 ** 30);
});
after(async () => {
  await window.dispose();
});

/** The most that this process, in which the extension is, has had in memory since `forgetPeak`, in bytes. */
function peakBytes(): number {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

/** See proc(5). */
const forgetPeak = (): void => writeFileSync('/proc/self/clear_refs', '5');

/** Goes through all of the list, and to the bytes of the record that holds the file. */
async function look(name: string): Promise<void> {
  await window.openFile(name);
  const editor = await shownCapture(window);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  await press(editor, 'Home');
  for (let page = 0; page < 4; page++) await press(editor, 'PageDown');
  await press(editor, 'End');
  await editor.search('op:*import_file');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed('#24 device.import_file');
  await editor.tab('Hex').click();
  await editor.view.locator('.hexlines').waitFor();
}

test('ten gigabytes open, scroll, show their bytes and preflight within 200 MB', async () => {
  await look('small.ireereplay');
  forgetPeak();
  const before = peakBytes();
  await look('large.ireereplay');
  const grown = peakBytes() - before;
  assert.ok(grown < MOST_BYTES, `${(grown / 1e6).toFixed(0)} MB`);
  await window.screenshot('large');
  console.log(`the extension took ${(grown / 1e6).toFixed(0)} MB more`);
});
