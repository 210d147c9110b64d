/** What a slice leads to besides its record, and many profiles that are open at once. */
import assert from 'node:assert/strict';
import { copyFileSync, truncateSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { answerFileDialog } from '../fileDialog';
import { runOf } from '../measuredRun';
import { recordProfile, shownProfile, type ProfileEditor } from '../profileEditor';
import { startWorkbench, until, type Workbench } from '../workbench';
import { says } from '../said';

const fixtures = path.resolve(__dirname, '..', '..', 'fixtures');
/** Together more than all profiles may hold, which is 1 GiB; each a small profile with nothing behind it. */
const PROFILES = 10;
const BYTES = 150 << 20;
const nameOf = (i: number): string => `many-${String(i)}.ireeprof`;

let workbench: Workbench;
let editor: ProfileEditor;

before(async () => {
  workbench = await startWorkbench({
    files: [],
    settings: { 'workbench.editor.enablePreview': false, 'ireeReplay.benchmark.seconds': 0.05 },
  });
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
  recordProfile(workbench, { fixture: 'models/mm256/mm256.sync.ireereplay', name: 'mm256', device: 'local-sync' });
  copyFileSync(path.join(fixtures, 'models/mm256/kernels/scalar.so'), path.join(workbench.folder, 'scalar.so'));
  for (let i = 0; i < PROFILES; i++) {
    const file = path.join(workbench.folder, nameOf(i));
    copyFileSync(path.join(fixtures, 'profiles/several-devices.ireeprof'), file);
    truncateSync(file, BYTES);
  }
});
after(async () => {
  await workbench.dispose();
});

/** The details of the one dispatch, by its row. */
async function slice(): Promise<void> {
  await workbench.openFile('mm256.ireeprof');
  editor = await shownProfile(workbench);
  await editor.lower('Dispatches');
  await editor.rows.first().click();
  await editor.headed(/^Dispatch, event \d+$/);
  await says(editor.view.locator('.subject'), /matmul/);
}
const act = (label: string): Promise<void> => editor.view.locator('#details-panel vscode-button', { hasText: label }).click();

test('Benchmark… of a slice measures the dispatch that it is of', async () => {
  await slice();
  const run = await runOf(workbench, () => act('Benchmark…'));
  await run.ends(/matmul\S* (takes|is not measurable)/);
  await workbench.screenshot('profile-benchmark');
});

test('Substitute… of a slice puts a file in place of its executable', async () => {
  await slice();
  const run = await runOf(workbench, async () => {
    await act('Substitute…');
    await answerFileDialog(workbench, 'File in Place of', path.join(workbench.folder, 'scalar.so'), 'Substitute');
  });
  await run.ends(/^Results agree\. scalar\.so: [\d.]+x slower/);
});

const dropped = (): readonly string[] =>
  [...workbench.outputChannel().matchAll(/(many-\d+)\.ireeprof: dropped for others/g)].map(([, name = '']) => name);

test('ten profiles that are open at once share a process and what they may hold', async () => {
  const processes = (): readonly string[] => {
    const all = workbench.processes().map(({ commandLine }) => commandLine);
    return all.filter((line) => line.includes('--type=extensionHost') || line.includes('engine.js'));
  };
  const hosts = processes().length;
  for (let i = 0; i < PROFILES; i++) {
    await workbench.openFile(nameOf(i));
    editor = await shownProfile(workbench);
    assert.match(await editor.header(), / 6 dispatches /);
  }
  assert.equal(await workbench.page.locator('.tab[data-resource-name^="many-"]').count(), PROFILES);
  // One of an editor that was closed may have been about to end.
  assert.ok(processes().length <= hosts, `no process more than before: ${processes().join('\n')}`);
  // Six of them are within the bound, with what was open before; the least recently shown give way.
  assert.deepEqual(dropped(), ['many-0', 'many-1', 'many-2', 'many-3']);
  await workbench.openFile(nameOf(0));
  editor = await shownProfile(workbench);
  await until('its tracks, read again', async () => (await editor.labels()).some(({ name }) => name === 'device 1'));
  assert.deepEqual(dropped().slice(4), ['many-4']);
});
