/** A transformer beside its source: from the capture and the timeline to the line, from there to what can be done, and what it took. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, utimesSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { captureEditor, putCapture, shownCapture } from '../captureEditor';
import { shownProfile } from '../profileEditor';
import { sourceEditor } from '../sourceEditor';
import { says } from '../said';
import { startWorkbench, until, type Workbench } from '../workbench';

const fixtures = path.resolve(__dirname, '..', '..', 'fixtures');
const ireereplay = path.resolve(__dirname, '..', '..', '..', 'bin', 'ireereplay');
const SOFTMAX = 'block$async_dispatch_9_softmax_4x64x64xf32_dispatch_tensor_store';
/** Where the largest of its products is written. */
const LARGEST = { kernel: 'block$async_dispatch_14_batch_matmul_1x64x512x128_f32', line: 49 };

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
  const file = path.join(workbench.folder, 'sources', 'block.mlir');
  mkdirSync(path.dirname(file), { recursive: true });
  cpSync(path.join(fixtures, 'models', 'block', 'block.mlir'), file);
  // Written before what was recorded of it.
  utimesSync(file, new Date(2020, 0, 1), new Date(2020, 0, 1));
  putCapture(workbench, 'models/block/block-bench20.task.ireereplay.gz', 'block.ireereplay', (bytes) => gunzipSync(bytes));
});
after(async () => {
  await workbench.dispose();
});

const source = path.join('sources', 'block.mlir');
const { lens, key, tab, atLine, goTo, hovered, hoverSays } = sourceEditor(() => workbench);
/** What lenses say that kernels took, from top to bottom: behind lines as long as these it would not be seen. */
const timesAbove = (): Promise<readonly string[]> => workbench.page.locator('.codelens-decoration a', { hasText: ' %' }).allTextContents();
test('from the record tree to the line of the softmax', async () => {
  await workbench.openFile('block.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.search('fn:*softmax*');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed(/command_buffer\.dispatch$/);
  await editor.chooseInMenu(editor.row('softmax').first(), 'Show Source');
  await tab('block.mlir').waitFor();
  await atLine(41);
  await lens(`${SOFTMAX} (found by name)`).waitFor();
});

test('from that line to a replay of its scope', async () => {
  const said = await captureEditor(workbench).replayed(() => lens('Replay scope "execute"').click());
  assert.match(said, /^Scope execute took .*s in 20 runs, .* on local-sync, the whole replay/);
});

test('and to a benchmark of its dispatch', async () => {
  await workbench.openFile(source);
  await goTo(41);
  const softmax = workbench.page.locator('.codelens-decoration', { hasText: SOFTMAX });
  await softmax.locator('a', { hasText: 'Benchmark' }).click();
  const page = workbench.webview();
  await page.locator('h1', { hasText: /takes .*s/ }).waitFor();
  await says(page.locator('h1'), /softmax/);
});

test('from a slice of the timeline to the line', async () => {
  await workbench.openFile('block.ireereplay');
  await shownCapture(workbench);
  await workbench.runCommand('IREE Replay: Profile Capture');
  await until('the profile', async () => (await workbench.page.locator('.tab.active', { hasText: /ireeprof/ }).count()) > 0);
  const profile = await shownProfile(workbench);
  await profile.lower('Dispatches');
  await profile.rows.filter({ hasText: 'softmax' }).first().click();
  await profile.headed(/^Dispatch, event \d+$/);
  await profile.view.locator('vscode-button', { hasText: 'Source' }).click();
  await tab('block.mlir').waitFor();
  await atLine(41);
});

test('what its kernels took stands at their lines: share, median and how often', async () => {
  await workbench.openFile(source);
  await goTo(LARGEST.line);
  const said = await until('the times', async () => {
    const all = await timesAbove();
    return all.length >= 4 && all;
  });
  for (const words of said) assert.match(words.replaceAll(/\s+/g, ' '), /^\d+\.\d % [\d.]+ [nµm]s × \d+$/);
  const shares = said.map((words) => Number(/[\d.]+/.exec(words)?.[0]));
  assert.ok(shares.reduce((sum, share) => sum + share, 0) <= 100.5, said.join(', '));
});

test('the hover shows how its times are distributed, what they are against the run before, and leads to the record', async () => {
  await key('Home');
  await workbench.runCommand('Show or Focus Hover');
  const hover = workbench.page.locator('.monaco-hover:visible');
  await hover.locator('td', { hasText: 'each of 20' }).waitFor();
  await hover.locator('img').waitFor();
  const [width] = await hover
    .locator('img')
    .evaluateAll((all) => all.map((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0)));
  assert.equal(width, 400);
  const said = await hovered();
  for (const words of [
    'Median',
    'MAD',
    'p95',
    'There is no run before to compare with.',
    'Profile of block.ireereplay on local-sync',
    'Show in Profile',
    'Disassembly',
    'Benchmark',
    'Substitute…',
  ])
    assert.ok(said.includes(words), `${words} is not in: ${said}`);
  await workbench.screenshot('source-transformer-dark');
  await workbench.setTheme('Default Light Modern');
  await workbench.screenshot('source-transformer-light');
  await workbench.setTheme('Default Dark Modern');
  await hover.locator('a', { hasText: /^Record #\d+$/ }).click();
  await captureEditor(workbench).headed(/command_buffer\.dispatch$/);
});

test('a second profile is compared with the first by the rule that holds everywhere, and says what is missing', async () => {
  await workbench.openFile('block.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.view.locator('vscode-button', { hasText: /^\s*Profile\s*$/ }).click();
  await until('both profiles', async () => (await workbench.page.locator('.tab', { hasText: /ireeprof/ }).count()) === 2);
  await workbench.openFile(source);
  await goTo(LARGEST.line);
  await key('Home');
  await hoverSays(/Against the run of .*: not known yet/);
});

test('the first can be chosen, by keys alone', async () => {
  await key('Escape');
  await workbench.runCommand('IREE Replay: Choose Run for Inline Times');
  const rows = workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Profile block.ireereplay' });
  await until('two profiles', async () => (await rows.count()) === 2);
  await key('ArrowDown');
  await key('ArrowDown');
  await key('Enter');
  await goTo(LARGEST.line);
  await key('Home');
  await hoverSays(/There is no run before to compare with\./);
  await key('Escape');
});

test('the list of hotspots has the median, too', async () => {
  await workbench.runCommand('IREE Replay: Focus on Hotspots View');
  const row = workbench.page.locator('.monaco-list-row', { hasText: LARGEST.kernel });
  await row.waitFor();
  assert.match(
    (await row.getAttribute('aria-label')) ?? '',
    /block\.mlir:49.*% of the time of all kernels: [\d.]+ .s × 20\. .*Profile of block\.ireereplay/,
  );
  await workbench.screenshot('source-hotspots');
});

test('a profile that the command line records into the workspace says from then on what kernels took, and a lens opens it', async () => {
  const file = path.join(workbench.folder, 'nightly.ireeprof');
  await workbench.openFile(source);
  await workbench.runCommand('IREE Replay: Choose Run for Inline Times');
  await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Newest' }).click();
  execFileSync(process.execPath, [
    ...[
      ireereplay,
      'run',
      '--device=local-task',
      '--device_profiling_mode=queue-events,host-execution',
      `--device_profiling_output=${file}`,
    ],
    path.join(workbench.folder, 'block.ireereplay'),
  ]);
  const row = workbench.page.locator('.monaco-list-row', { hasText: LARGEST.kernel });
  await workbench.runCommand('IREE Replay: Focus on Hotspots View');
  await row.waitFor();
  // How it was recorded is not known: it is compared with nothing that was recorded here.
  const taken = await until('its times', async () => {
    const said = (await row.getAttribute('aria-label')) ?? '';
    if (!said.includes('There is no run before to compare with. Profile of block.ireereplay on local-task')) throw new Error(said);
    return /[\d.]+ [nµm]s × \d+/.exec(said)?.[0];
  });
  await workbench.openFile(source);
  await goTo(LARGEST.line);
  // Lenses are asked for anew after the view: until then they say, and open, what the run before took.
  await lens(taken).click();
  await tab('nightly.ireeprof').waitFor();
  await shownProfile(workbench);
});
