/** What a slice leads to besides its record, and many profiles that are open at once. */
import assert from 'node:assert/strict';
import { copyFileSync, truncateSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { runOf } from '../e2e/measuredRun';
import { isEngine, processesBelow } from '../e2e/processes';
import { recordProfile, shownProfile, type ProfileEditor } from '../e2e/profileEditor';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';
import { says } from '../e2e/said';

const fixtures = path.resolve(__dirname, '..', 'fixtures');
/** Together more than all profiles may hold, which is 1 GiB; each a small profile with nothing behind it. */
const PROFILES = 10;
const BYTES = 150 << 20;
const nameOf = (i: number): string => `many-${String(i)}.ireeprof`;

let window: PagesWindow;
let editor: ProfileEditor;

before(async () => {
  window = await openWindow({ files: [], settings: { 'ireeReplay.benchmark.seconds': 0.05 } });
  await window.page.setViewportSize({ width: 1252, height: 900 });
  recordProfile(window, { fixture: 'models/mm256/mm256.sync.ireereplay', name: 'mm256', device: 'local-sync' });
  copyFileSync(path.join(fixtures, 'models/mm256/kernels/scalar.so'), path.join(window.folder, 'scalar.so'));
  for (let i = 0; i < PROFILES; i++) {
    const file = path.join(window.folder, nameOf(i));
    copyFileSync(path.join(fixtures, 'profiles/several-devices.ireeprof'), file);
    truncateSync(file, BYTES);
  }
});
after(async () => {
  await window.dispose();
});

/** The details of the one dispatch, by its row. */
async function slice(): Promise<void> {
  await window.openFile('mm256.ireeprof');
  editor = await shownProfile(window);
  await editor.lower('Dispatches');
  await editor.rows.first().click();
  await editor.headed(/^Dispatch, event \d+$/);
  await says(editor.view.locator('.subject'), /matmul/);
}
const act = (label: string): Promise<void> => editor.view.locator('#details-panel vscode-button', { hasText: label }).click();

test('Benchmark… of a slice measures the dispatch that it is of', async () => {
  await slice();
  const run = await runOf(window, () => act('Benchmark…'));
  await run.ends(/matmul\S* (takes|is not measurable)/);
  await window.screenshot('profile-benchmark');
});

test('Substitute… of a slice puts a file in place of its executable', async () => {
  await slice();
  const run = await runOf(window, async () => {
    await act('Substitute…');
    await window.answers.files(/^File to Use Instead of Executable \d+$/, 'scalar.so');
  });
  await run.ends(/^Results agree\. scalar\.so: [\d.]+x slower/);
});

const dropped = (): readonly string[] =>
  [...window.outputChannel().matchAll(/(many-\d+)\.ireeprof: dropped for others/g)].map(([, name = '']) => name);

test('ten profiles that are open at once share a process and what they may hold', async () => {
  // The extension is in this process: what reads profiles is, too, or is another that it has started.
  const engines = (): readonly string[] => {
    const all = processesBelow(process.pid).filter(isEngine);
    return all.map(({ commandLine }) => commandLine);
  };
  const before = engines().length;
  for (let i = 0; i < PROFILES; i++) {
    await window.openFile(nameOf(i));
    editor = await shownProfile(window);
    assert.match(await editor.header(), / 6 dispatches /);
  }
  assert.equal(window.tabs.filter((title) => title.startsWith('many-')).length, PROFILES);
  // One of an editor that was closed may have been about to end.
  assert.ok(engines().length <= before, `no process more than before: ${engines().join('\n')}`);
  // Six of them are within the bound, with what was open before; the least recently shown give way.
  assert.deepEqual(dropped(), ['many-0', 'many-1', 'many-2', 'many-3']);
  await window.openFile(nameOf(0));
  editor = await shownProfile(window);
  await until('its tracks, read again', async () => (await editor.labels()).some(({ name }) => name === 'device 1'));
  assert.deepEqual(dropped().slice(4), ['many-4']);
});
