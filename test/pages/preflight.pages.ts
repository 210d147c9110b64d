/** Captures that cannot be replayed as they are: every remedy with what it leaves, and taken back. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { captureEditor, putCapture, shownCapture, type CaptureEditor } from '../e2e/captureEditor';
import { picturesInBothThemes } from './pictures';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';
import { says } from '../e2e/said';
import { wordsOf } from '../e2e/wordsOf';

const fixtures = path.resolve(__dirname, '..', 'fixtures');
let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: [] });
  for (const name of ['file-digest', 'host-call', 'host-signal']) putCapture(window, `${name}.ireereplay`, `${name}.ireereplay`);
  putCapture(window, 'file-digest.ireereplay', 'file-digest-keys.ireereplay');
  putCapture(window, 'models/mm256/mm256-vulkan.ireereplay', 'vulkan.ireereplay');
  copyFileSync(path.join(fixtures, 'models', 'mm256', 'kernels', 'scalar.so'), path.join(window.folder, 'scalar.so'));
  mkdirSync(path.join(window.folder, 'params'));
  copyFileSync(path.join(fixtures, 'weights.bin'), path.join(window.folder, 'params', 'weights.bin'));
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
});

async function opened(name: string): Promise<CaptureEditor> {
  await window.openFile(name);
  const editor = await shownCapture(window);
  await until('the preflight', async () => /replayable on|^Recorded for/i.test(await editor.health()));
  return editor;
}

/** The buttons of the first problem, each with what it was found to leave. */
async function offered({ view }: CaptureEditor): Promise<string> {
  await view.locator('.pr .leaves').first().waitFor();
  return wordsOf(view.locator('.pr').first().locator('.acts'));
}

/** In the page: gives the keyboard to the button "Remap Files…" as soon as there is one, and notes what stands beside it then. */
function focusAtOnce(): void {
  const observer = new MutationObserver(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('.pr vscode-button')];
    const button = buttons.find(({ textContent }) => textContent.includes('Remap Files…'));
    if (button === undefined) return;
    observer.disconnect();
    button.focus();
    document.body.dataset['seen'] = button.closest('.acts')?.textContent.replace(/\s+/g, ' ').trim();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

const replayable = (editor: CaptureEditor): Promise<unknown> =>
  until('the remedy to help', async () => (await editor.health()).startsWith('Replayable on'));
const blocked = (editor: CaptureEditor): Promise<unknown> =>
  until('the problem to be back', async () => (await editor.health()).startsWith('Not replayable on'));

test('files are checked when that is asked for, and one of the right digest near the capture is offered', async () => {
  const editor = await opened('file-digest.ireereplay');
  await editor.view.getByLabel('Show the problems').click();
  await editor.view.locator('body').evaluate(focusAtOnce);
  await editor.view.locator('.pr vscode-button', { hasText: 'Check Files Now' }).click();
  await blocked(editor);
  // The file is found within that time on all but the busiest machines. Who is about to press a button means the one that they see.
  await sleep(1000);
  const acts = editor.view.locator('.pr').first().locator('.acts');
  // What was found before anything was drawn was there at once.
  const seen = await editor.view.locator('body').evaluate((body) => body.dataset['seen']);
  assert.match(seen ?? '', /Remap Files… Copy Flag/);
  assert.equal(await wordsOf(acts), seen);
  await window.page.mouse.move(0, 0);
  await editor.view.locator('.pr a').first().focus();
  assert.match(await offered(editor), /^Use weights\.bin leaves no problem Remap Files… Copy Flag Stop Before #24$/);
  await editor.view.locator('.pr a', { hasText: '#24' }).click();
  await editor.headed('#24 device.import_file');
  assert.match(
    (await editor.panel.textContent()) ?? '',
    /Takes params\/weights\.bin, found near the capture.*Leaves no problem\..*Stop Before #24/s,
  );
  await window.screenshot('preflight-file');
  await editor.view.locator('.pr vscode-button', { hasText: 'Use weights.bin' }).click();
  await replayable(editor);
  assert.match(await editor.replayed(), /^Replayed on local-sync/);
  await editor.view.locator('.chip button').click();
  await blocked(editor);
});

test('the keyboard stays in the list of problems when files are checked', async () => {
  const editor = await opened('file-digest-keys.ireereplay');
  await editor.view.getByLabel('Show the problems').click();
  await editor.view.locator('.pr vscode-button', { hasText: 'Check Files Now' }).press('Enter');
  await blocked(editor);
  const button = editor.view.locator('.pr vscode-button', { hasText: 'Remap Files…' });
  await until('the keyboard on the remedy', () => button.evaluate((element) => element === element.ownerDocument.activeElement));
});

test('what comes after the first problem is dimmed in list and tree, and may be left out', async () => {
  const editor = await opened('host-call.ireereplay');
  await blocked(editor);
  const after = editor.view.locator('.list .tr.unreached');
  await after.first().waitFor();
  await says(after.first(), /not reached/);
  assert.equal(await editor.row('queue_host_call').evaluate((row) => row.classList.contains('unreached')), false);
  await editor.view.locator('.pr vscode-button', { hasText: 'Stop Before #24' }).waitFor();
  await window.screenshot('preflight-unreached');
  await editor.view.locator('.pr').first().click();
  await editor.tab('Problem').click();
  await says(editor.panel, /Recording again.*no bytes for this call/s);
  await window.screenshot('preflight-record-again');
  await editor.view.locator('.pr vscode-button', { hasText: 'Stop Before #24' }).click();
  await replayable(editor);
  await says(editor.view.locator('.chip'), /an end before #24/);
  assert.match(await editor.replayed(), /^Replayed on local-sync/);
  assert.ok((await after.count()) > 0, 'what is left out stays dimmed');
  await editor.view.getByLabel('Without an end before #24').click();
  await blocked(editor);
});

const isForVulkan = (editor: CaptureEditor): Promise<unknown> =>
  until('what it was recorded for', async () => (await editor.health()).startsWith('Recorded for Vulkan'));

test('nothing is wrong with a capture for another device: it says which, and its records are as those of any', async () => {
  const editor = await opened('vulkan.ireereplay');
  await isForVulkan(editor);
  const line = editor.view.getByRole('region', { name: 'Preflight' });
  await says(
    line,
    /^Recorded for Vulkan Replaying it needs a Vulkan device, on which IREE's tools replay it\. Select Device…\s*Substitute…$/,
  );
  await says(editor.view.getByRole('region', { name: 'Needs' }), /Replay needs a Vulkan device/);
  assert.equal(await editor.view.locator('.bad, .c-preflight, .pr').count(), 0);
  await picturesInBothThemes(window, 'capture-for-vulkan');
});

test('an executable for another device is replaced by one for this processor, until that is taken back', async () => {
  const editor = await opened('vulkan.ireereplay');
  await isForVulkan(editor);
  await editor.view.getByRole('button', { name: 'Substitute…' }).first().click();
  await window.answers.files('Executable to Use Instead of 4', path.join(window.folder, 'scalar.so'));
  await editor.view.locator('.chip', { hasText: 'scalar.so for executable 4' }).waitFor();
  await window.screenshot('preflight-substitute');
  await editor.view.locator('.chip button').click();
  await editor.view.locator('.chip').waitFor({ state: 'detached' });
  await isForVulkan(editor);
});

test('a remedy that was tried shows what it leaves before it is chosen', async () => {
  const editor = await opened('host-signal.ireereplay');
  assert.match(await offered(captureEditor(window)), /^Assume Host Signals leaves no problem Stop Before #24$/);
  await editor.view.locator('.pr vscode-button', { hasText: 'Assume Host Signals' }).click();
  await replayable(editor);
  await editor.view.getByLabel('Without host signals assumed').click();
  await blocked(editor);
});
