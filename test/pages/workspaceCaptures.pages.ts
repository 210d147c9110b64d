/** The captures and profiles of the workspace in the side bar: their health, their last results, and what can be done with them. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { captureEditor, shownCapture } from '../e2e/captureEditor';
import { measuredRun } from '../e2e/measuredRun';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';
import type { ViewRow } from './vscode/views';

const fixtures = path.resolve(__dirname, '..', 'fixtures');

let window: PagesWindow;

before(async () => {
  const files = ['small.ireereplay', 'models/mm256/mm256-vulkan.ireereplay', 'profiles/recorded'];
  window = await openWindow({ files, settings: { 'ireeReplay.benchmark.seconds': 0.05 } });
  const damaged = path.join(window.folder, 'damaged');
  mkdirSync(damaged);
  for (const name of ['magic.ireereplay', 'minor-version-9.ireereplay', 'truncated-5000.ireereplay'])
    copyFileSync(path.join(fixtures, 'damaged', name), path.join(damaged, name));
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
});

const rowsCalled = async (name: string): Promise<readonly ViewRow[]> =>
  (await window.rows('captures')).filter(({ label }) => label === name);
async function row(name: string): Promise<ViewRow> {
  const [one] = await rowsCalled(name);
  assert.ok(one !== undefined, `there is no row ${name}`);
  return one;
}
const choose = async (name: string, item: string): Promise<void> => (await row(name)).choose(item);

/** Waits until the row says that behind its name. */
const says = (name: string, wanted: RegExp): Promise<boolean> =>
  until(`${name} saying ${String(wanted)}`, async () => {
    assert.match((await row(name)).description, wanted);
    return true;
  });
const gone = (name: string): Promise<boolean> => until(`${name} to be gone`, async () => (await rowsCalled(name)).length === 0);

test('until the view is seen nothing of it is read', async () => {
  assert.equal(window.hasNativeCore, false);
  await says('small', /^replayable$/);
  assert.equal(window.hasNativeCore, true);
});

test('each capture says whether it can be replayed here, each profile what it recorded', async () => {
  assert.equal((await row('small')).icon, 'pass');
  await says('mm256-vulkan', /^for Vulkan$/);
  assert.equal((await row('mm256-vulkan')).icon, 'circuit-board');
  await says('launches.ireeprof', /^[\d.]+ .s, \d+ dispatches, of small\.ireereplay$/);
  assert.equal((await row('launches.ireeprof')).icon, 'pulse');
  await says('magic', /^cannot be read$/);
  await says('minor-version-9', /^1 warning$/);
  assert.equal((await row('minor-version-9')).icon, 'warning');
  await says('truncated-5000', /^2 problems$/);
  await says('damaged', /^3 captures$/);
  await says('recorded', /^1 profile$/);
  assert.equal(window.listDescription('captures'), '5 captures, 1 profile');
});

test('its hover says why', async () => {
  const hover = (await row('mm256-vulkan')).tooltip;
  assert.match(hover, /^Recorded for Vulkan: replaying it needs a Vulkan device, on which IREE's tools replay it$/m);
  assert.match(hover, /51 records, 527\.2 KiB, hermetic.*Scopes: init, execute, deinit$/s);
});

test('what comes, changes and goes is seen', async () => {
  const folder = path.join(window.folder, 'new');
  mkdirSync(folder);
  const file = path.join(folder, 'one.ireereplay');
  copyFileSync(path.join(fixtures, 'damaged/magic.ireereplay'), file);
  await says('one', /^cannot be read$/);
  copyFileSync(path.join(fixtures, 'models/two/two.task-sync.ireereplay'), file);
  await says('one', /^replayable$/);
  rmSync(file);
  await gone('one');
  await gone('new');
  // With all that is in it.
  const elsewhere = path.join(path.dirname(window.folder), 'elsewhere');
  mkdirSync(elsewhere);
  copyFileSync(path.join(fixtures, 'small.ireereplay'), path.join(elsewhere, 'two.ireereplay'));
  renameSync(elsewhere, path.join(window.folder, 'moved'));
  await says('two', /^replayable$/);
  renameSync(path.join(window.folder, 'moved'), elsewhere);
  await gone('two');
});

test('a click opens it, and Replay of its menu replays it and tells the time in its row', async () => {
  await (await row('small')).open();
  await window.tab('small.ireereplay');
  await shownCapture(window);
  const editor = captureEditor(window);
  const said = await editor.replayed(() => choose('small', 'Replay Capture'));
  assert.match(said, /^Replayed on local-sync/);
  await says('small', /^replayable, replayed in [\d.]+ .s$/);
});

test('Benchmark opens the capture, and its result stands in the row', async () => {
  await choose('small', 'Benchmark Capture');
  await window.tab('Benchmark: the capture');
  await measuredRun(window).ends(/ takes | is not measurable/);
  await says('small', /^replayable, (init|execute) ([\d.]+ .s|not measurable)$/);
});

test('Preflight says what it found', async () => {
  await choose('small', 'Preflight Capture');
  await window.answers.message('Nothing prevents small.ireereplay from being replayed on local-sync.');
  await choose('mm256-vulkan', 'Preflight Capture');
  await window.tab('mm256-vulkan.ireereplay');
  await captureEditor(window).headed('#11 executable_cache.prepare_executable');
});

test('Profile records one, which opens', async () => {
  await choose('small', 'Profile Capture');
  await window.tab(/\.ireeprof$/);
  await says('small', /^replayable, [\d.]+ .s, [\d.]+ % of kernels in elementwise_\w+$/);
  // It lies beside its capture, and in the list below it.
  const labels = await until('its row', async () => {
    const all = (await window.rows('captures')).map(({ label }) => label);
    return all.some((label) => label.startsWith('small-')) && all;
  });
  const profile = labels[labels.indexOf('small') + 1] ?? '';
  assert.match(profile, /^small-\d{8}-\d{6}\.ireeprof$/);
  await says(profile, /of small\.ireereplay$/);
});

test('results stay when the window is loaded again, and are marked once the file has been touched', async () => {
  await window.reload();
  await says('small', /^replayable, [\d.]+ .s, [\d.]+ % of kernels in elementwise_\w+$/);
  const file = path.join(window.folder, 'small.ireereplay');
  const bytes = readFileSync(file);
  rmSync(file);
  copyFileSync(path.join(fixtures, 'small.ireereplay'), file);
  await says('small', /^replayable, [\d.]+ .s, [\d.]+ % of kernels in elementwise_\w+ \(the file has been modified since\)$/);
  assert.ok(readFileSync(file).equals(bytes));
});

test('the list has no sign of reading left', async () => {
  await until('everything to be read', async () => (await window.rows('captures')).every(({ icon }) => !icon.startsWith('loading')));
});
