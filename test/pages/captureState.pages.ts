import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { putCapture, shownCapture } from '../e2e/captureEditor';
import { counted } from '../e2e/counted';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';
import { has, says } from '../e2e/said';
import { wordsOf } from '../e2e/wordsOf';

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: ['small.ireereplay', 'command-buffers-1k.ireereplay'] });
  putCapture(window, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
});

/** What the user left: query, selection, expansion, tab. */
async function leftAsItWas(): Promise<void> {
  const editor = await shownCapture(window);
  await until('the query', async () => (await editor.view.getByLabel('Search records').inputValue()) === 'fn:*softmax*');
  await editor.headed('#46 command_buffer.dispatch');
  await editor.selected.waitFor();
  await has(editor.tab('JSON'), 'aria-selected', 'true');
}

test('selection, query, expansion and tab are kept while a tab is hidden', async () => {
  await window.openFile('block.ireereplay');
  const editor = await shownCapture(window);
  await editor.search('fn:*softmax*');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed('#46 command_buffer.dispatch');
  await editor.tab('JSON').click();
  await window.openFile('small.ireereplay');
  await shownCapture(window);
  await window.openFile('block.ireereplay');
  await leftAsItWas();
});

test('and when the window is loaded again', async () => {
  await window.reload();
  await window.openFile('block.ireereplay');
  await leftAsItWas();
  await window.screenshot('capture-restored');
});

test('two captures stand side by side, each with its own selection', async () => {
  await window.openBeside('command-buffers-1k.ireereplay');
  const editors = window.page.locator('iframe');
  await counted(editors, 2);
  const frames = [0, 1].map((i) => editors.nth(i).contentFrame());
  await until('rows in both', async () => {
    const counts = await Promise.all(frames.map((frame) => frame.locator('.list .tr').count()));
    const without = frames[counts.findIndex((count) => count <= 5)];
    if (without === undefined) return true;
    throw new Error(`there are ${counts.join(' and ')}, and one says: ${await wordsOf(without.locator('#app'))}`);
  });
  const health = await Promise.all(frames.map(async (frame) => (await frame.locator('.words').textContent()) ?? ''));
  assert.ok(health.some((words) => words.includes('99')) && health.some((words) => words.includes('2,077')), health.join('\n'));
  await window.screenshot('capture-two');
  while (window.tabs.length > 0) await window.closeEditor();
  await counted(editors, 0);
});

test('a file that changes on disk is offered again', async () => {
  await window.openFile('small.ireereplay');
  const editor = await shownCapture(window);
  appendFileSync(path.join(window.folder, 'small.ireereplay'), 'more');
  const bar = editor.view.locator('.notice.changed');
  await bar.waitFor();
  await says(bar, /changed on disk/);
  await window.screenshot('capture-changed');
  await bar.locator('vscode-button').click();
  await bar.waitFor({ state: 'detached' });
  await editor.row('queue_dispatch').or(editor.row('scope')).first().waitFor();
  assert.match(window.outputChannel(), /small\.ireereplay: changed on disk/);
});
