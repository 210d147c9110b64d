/** The captures and profiles of the workspace in the side bar: their health, their last results, and what can be done with them. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { captureEditor, shownCapture } from '../captureEditor';
import { chooseInContextMenu } from '../contextMenu';
import { counted } from '../counted';
import { measuredRun } from '../measuredRun';
import { says } from '../said';
import { startWorkbench, until, type Workbench } from '../workbench';
import { wordsOf } from '../wordsOf';

const fixtures = path.resolve(__dirname, '..', '..', 'fixtures');

let workbench: Workbench;

before(async () => {
  const files = ['small.ireereplay', 'models/mm256/mm256-vulkan.ireereplay', 'profiles/recorded'];
  workbench = await startWorkbench({ files, settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  const damaged = path.join(workbench.folder, 'damaged');
  mkdirSync(damaged);
  for (const name of ['magic.ireereplay', 'minor-version-9.ireereplay', 'truncated-5000.ireereplay'])
    copyFileSync(path.join(fixtures, 'damaged', name), path.join(damaged, name));
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

const view = (): Locator => workbench.page.locator('.pane', { has: workbench.page.locator('.pane-header[aria-label^="Captures"]') });
const row = (name: string): Locator =>
  view()
    .locator('.monaco-list-row')
    .filter({ has: workbench.page.locator('.label-name', { hasText: new RegExp(`^${name.replaceAll('.', '\\.')}$`) }) });
/** What stands behind the name. */
const words = (name: string): Locator => row(name).locator('.label-description');
/** The shape of its sign. */
const sign = (name: string, icon: string): Locator => row(name).locator(`.codicon-${icon}`);

async function focusCaptures(): Promise<void> {
  await workbench.runCommand('IREE Replay: Focus on Captures View');
  await row('small').waitFor();
}

/** Whether a process of VS Code that hosts extensions has loaded the native core. */
function nativeInHost(): boolean {
  const hosts = workbench.processes().filter(({ commandLine }) => commandLine.includes('--type=extensionHost'));
  assert.equal(hosts.length, 1);
  return readFileSync(`/proc/${String(hosts[0]?.pid)}/maps`, 'utf8').includes('iree-replay.node');
}

test('until the view is seen nothing of it is read', async () => {
  await until('the extension', () => workbench.extensionHostLog().includes('iree-replay.iree-replay'));
  assert.equal(nativeInHost(), false);
  await focusCaptures();
  await says(words('small'), /^replayable$/);
  assert.equal(nativeInHost(), true);
});

test('each capture says whether it can be replayed here, each profile what it recorded', async () => {
  await sign('small', 'pass').waitFor();
  await says(words('mm256-vulkan'), /^1 problem$/);
  await sign('mm256-vulkan', 'error').waitFor();
  await says(words('launches.ireeprof'), /^[\d.]+ .s, \d+ dispatches, of small\.ireereplay$/);
  await sign('launches.ireeprof', 'pulse').waitFor();
  await says(words('magic'), /^cannot be read$/);
  await says(words('minor-version-9'), /^1 warning$/);
  await sign('minor-version-9', 'warning').waitFor();
  await says(words('truncated-5000'), /^2 problems$/);
  await says(words('damaged'), /^3 captures$/);
  await says(words('recorded'), /^1 profile$/);
  await says(view().locator('.pane-header .description'), /^5 captures, 1 profile$/);
  await workbench.screenshot('workspace-captures');
});

test('its hover says why', async () => {
  await row('mm256-vulkan').hover();
  const hover = workbench.page.locator('.workbench-hover', { hasText: 'Not replayable on local-sync: 1 problem' });
  await says(hover, /51 records, 527\.2 KiB, hermetic.*Scopes: init, execute, deinit.*#11: executable 4 has format 'vulkan-spirv-fb'/);
  await workbench.screenshot('workspace-captures-hover');
  await workbench.page.mouse.move(900, 500);
  await hover.waitFor({ state: 'detached' });
});

test('what comes, changes and goes is seen', async () => {
  const folder = path.join(workbench.folder, 'new');
  mkdirSync(folder);
  const file = path.join(folder, 'one.ireereplay');
  copyFileSync(path.join(fixtures, 'damaged/magic.ireereplay'), file);
  await says(words('one'), /^cannot be read$/);
  copyFileSync(path.join(fixtures, 'models/two/two.task-sync.ireereplay'), file);
  await says(words('one'), /^replayable$/);
  rmSync(file);
  await row('one').waitFor({ state: 'detached' });
  await row('new').waitFor({ state: 'detached' });
  // With all that is in it.
  const elsewhere = path.join(path.dirname(workbench.folder), 'elsewhere');
  mkdirSync(elsewhere);
  copyFileSync(path.join(fixtures, 'small.ireereplay'), path.join(elsewhere, 'two.ireereplay'));
  renameSync(elsewhere, path.join(workbench.folder, 'moved'));
  await says(words('two'), /^replayable$/);
  renameSync(path.join(workbench.folder, 'moved'), elsewhere);
  await row('two').waitFor({ state: 'detached' });
});

test('a click opens it, and Replay of its menu replays it and tells the time in its row', async () => {
  await row('small').click();
  await workbench.page.locator('.tab.active[data-resource-name="small.ireereplay"]').waitFor();
  await shownCapture(workbench);
  const editor = captureEditor(workbench);
  const said = await editor.replayed(() => chooseInContextMenu(workbench, row('small'), 'Replay Capture'));
  assert.match(said, /^Replayed on local-sync/);
  await says(words('small'), /^replayable, replayed in [\d.]+ .s$/);
});

test('Benchmark opens the capture, and its result stands in the row', async () => {
  await chooseInContextMenu(workbench, row('small'), 'Benchmark Capture');
  await workbench.page.locator('.tab.active', { hasText: 'Benchmark: the capture' }).waitFor();
  await measuredRun(workbench).ends(/ takes | is not measurable/);
  await says(words('small'), /^replayable, (init|execute) ([\d.]+ .s|not measurable)$/);
  await workbench.screenshot('workspace-captures-result');
});

test('Preflight says what it found', async () => {
  await chooseInContextMenu(workbench, row('small'), 'Preflight Capture');
  await workbench.page
    .locator('.notification-toast', { hasText: 'Nothing keeps small.ireereplay from being replayed on local-sync.' })
    .waitFor();
  await chooseInContextMenu(workbench, row('mm256-vulkan'), 'Preflight Capture');
  await workbench.page.locator('.tab.active[data-resource-name="mm256-vulkan.ireereplay"]').waitFor();
  await captureEditor(workbench).headed('#11 executable_cache.prepare_executable');
});

test('Profile records one, which opens', async () => {
  await chooseInContextMenu(workbench, row('small'), 'Profile Capture');
  await workbench.page.locator('.tab.active[data-resource-name$=".ireeprof"]').waitFor();
  await says(words('small'), /^replayable, [\d,]+ events$/);
});

test('results stay when the window is loaded again, and are marked once the file has been touched', async () => {
  await workbench.reload();
  await focusCaptures();
  await says(words('small'), /^replayable, [\d,]+ events$/);
  const file = path.join(workbench.folder, 'small.ireereplay');
  const bytes = readFileSync(file);
  await until('the mark', async () => {
    // A window that has just been loaded begins to watch some time after it has listed what is there.
    rmSync(file);
    copyFileSync(path.join(fixtures, 'small.ireereplay'), file);
    await workbench.page.waitForTimeout(2000);
    return /^replayable, [\d,]+ events \(the file was touched since\)$/.test(await wordsOf(words('small')));
  });
  assert.ok(readFileSync(file).equals(bytes));
});

test('the list has no sign of reading left', async () => {
  await counted(view().locator('.codicon-loading'), 0);
});
