import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { putCapture, shownCapture } from '../captureEditor';
import { chooseInContextMenu } from '../contextMenu';
import { startWorkbench, until, type Workbench } from '../workbench';
import { has, says } from '../said';
import { wordsOf } from '../wordsOf';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: ['small.ireereplay', 'command-buffers-1k.ireereplay'] });
  putCapture(workbench, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

/** What the user left: query, selection, expansion, tab. */
async function leftAsItWas(): Promise<void> {
  const editor = await shownCapture(workbench);
  await until('the query', async () => (await editor.view.getByLabel('Search records').inputValue()) === 'fn:*softmax*');
  await editor.headed('#46 command_buffer.dispatch');
  await editor.selected.waitFor();
  await has(editor.tab('JSON'), 'aria-selected', 'true');
}

test('selection, query, expansion and tab are kept while a tab is hidden', async () => {
  await workbench.openFile('block.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.search('fn:*softmax*');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed('#46 command_buffer.dispatch');
  await editor.tab('JSON').click();
  await workbench.openFile('small.ireereplay');
  await shownCapture(workbench);
  await workbench.openFile('block.ireereplay');
  await leftAsItWas();
});

test('and when the window is loaded again', async () => {
  await workbench.reload();
  await workbench.openFile('block.ireereplay');
  await leftAsItWas();
  await workbench.screenshot('capture-restored');
});

test('two captures stand side by side, each with its own selection', async () => {
  // A page that is hidden behind the palette takes the keyboard back, and its group is the active one then, so the group is
  // named with the file. Nor is an editor moved: one whose page VS Code still loads may stay blank.
  await workbench.runCommand('File: Focus on Files Explorer');
  const file = workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'command-buffers-1k.ireereplay' });
  await chooseInContextMenu(workbench, file, 'Open to the Side');
  const editors = workbench.page.locator('iframe.webview.ready:visible');
  await until('two editors', async () => (await editors.count()) === 2);
  const frames = [0, 1].map((i) => editors.nth(i).contentFrame().frameLocator('iframe#active-frame'));
  await until('rows in both', async () => {
    const counts = await Promise.all(frames.map((frame) => frame.locator('.list .tr').count()));
    const without = frames[counts.findIndex((count) => count <= 5)];
    if (without === undefined) return true;
    throw new Error(`there are ${counts.join(' and ')}, and one says: ${await wordsOf(without.locator('#app'))}`);
  });
  const health = await Promise.all(frames.map(async (frame) => (await frame.locator('.words').textContent()) ?? ''));
  assert.ok(health.some((words) => words.includes('99')) && health.some((words) => words.includes('2,077')), health.join('\n'));
  await workbench.screenshot('capture-two');
  await workbench.runCommand('View: Close All Editors');
  await until('no editor', async () => (await workbench.page.locator('iframe.webview.ready:visible').count()) === 0);
});

test('a file that changes on disk is offered again', async () => {
  await workbench.openFile('small.ireereplay');
  const editor = await shownCapture(workbench);
  appendFileSync(path.join(workbench.folder, 'small.ireereplay'), 'more');
  const bar = editor.view.locator('.notice.changed');
  await bar.waitFor();
  await says(bar, /changed on disk/);
  await workbench.screenshot('capture-changed');
  await bar.locator('vscode-button').click();
  await bar.waitFor({ state: 'detached' });
  await editor.row('queue_dispatch').or(editor.row('scope')).first().waitFor();
  assert.match(workbench.outputChannel(), /small\.ireereplay: changed on disk/);
});
