/** A hermetic capture of ten gigabytes in the editor: what the extension host needs for it is what it needs for a small one. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { lengthenFiles } from '../../../engine/addon/capture';
import { press, putCapture, shownCapture } from '../captureEditor';
import { startWorkbench, until, type Workbench } from '../workbench';

/** What the extension host may take for it at most. */
const MOST_BYTES = 200e6;

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: [] });
  putCapture(workbench, 'file-all.ireereplay', 'small.ireereplay');
  const small = path.join(workbench.folder, 'small.ireereplay');
  // Its file is there twice: in the operation that imported it, and in the object.
  await lengthenFiles(small, path.join(workbench.folder, 'large.ireereplay'), 5 * 2 ** 30);
});
after(async () => {
  await workbench.dispose();
});

/** The most that the extension host has had in memory, in bytes. */
function peakBytes(): number {
  const [host, ...others] = workbench.processes().filter(({ commandLine }) => commandLine.includes('--type=extensionHost'));
  assert.ok(host !== undefined && others.length === 0, 'one extension host');
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(host.pid)}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

/** Goes through all of the list, and to the bytes of the record that holds the file. */
async function look(name: string): Promise<void> {
  await workbench.openFile(name);
  const editor = await shownCapture(workbench);
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
  const before = peakBytes();
  await look('large.ireereplay');
  const grown = peakBytes() - before;
  assert.ok(grown < MOST_BYTES, `${(grown / 1e6).toFixed(0)} MB`);
  await workbench.screenshot('large');
  console.log(`the extension host took ${(grown / 1e6).toFixed(0)} MB more`);
});
