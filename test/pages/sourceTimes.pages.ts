/** A transformer beside its source: from the capture and the timeline to the line, from there to what can be done, and what it took. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, utimesSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { captureEditor, putCapture, shownCapture } from '../e2e/captureEditor';
import { shownProfile } from '../e2e/profileEditor';
import { says } from '../e2e/said';
import type { ViewRow } from './vscode/views';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';
import { present } from '../present';

const fixtures = path.resolve(__dirname, '..', 'fixtures');
const ireereplay = path.resolve(__dirname, '..', '..', 'bin', 'ireereplay');
const SOFTMAX = 'block$async_dispatch_9_softmax_4x64x64xf32_dispatch_tensor_store';
/** Where the largest of its products is written. */
const LARGEST = { kernel: 'block$async_dispatch_14_batch_matmul_1x64x512x128_f32', line: 49 };

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: [], settings: { 'ireeReplay.benchmark.seconds': 0.05 } });
  const file = path.join(window.folder, 'sources', 'block.mlir');
  mkdirSync(path.dirname(file), { recursive: true });
  cpSync(path.join(fixtures, 'models', 'block', 'block.mlir'), file);
  // Written before what was recorded of it.
  utimesSync(file, new Date(2020, 0, 1), new Date(2020, 0, 1));
  putCapture(window, 'models/block/block-bench20.task.ireereplay.gz', 'block.ireereplay', (bytes) => gunzipSync(bytes));
});
after(async () => {
  await window.dispose();
});

const source = path.join('sources', 'block.mlir');
/** What lenses say that kernels took, from top to bottom: behind lines as long as these it would not be seen. */
const timesAbove = (): readonly string[] => window.textEditor.lenses.map(({ title }) => title).filter((title) => title.includes(' %'));
/** Opens the source at a line. */
async function sourceAt(line: number): Promise<void> {
  await window.openFile(source);
  window.textEditor.goTo(line);
}
/** The kernel in the list of hotspots. */
const hotspot = async (): Promise<ViewRow | undefined> =>
  (await window.rows('hotspots')).find(({ level, label }) => level === 1 && label.includes(LARGEST.kernel));

test('from the record tree to the line of the softmax', async () => {
  await window.openFile('block.ireereplay');
  const editor = await shownCapture(window);
  await editor.search('fn:*softmax*');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.headed(/command_buffer\.dispatch$/);
  await editor.chooseInMenu(editor.row('softmax').first(), 'Show Source');
  await window.tab('block.mlir');
  await window.textEditor.atLine(41);
  await window.textEditor.lens(`${SOFTMAX} (found by name)`);
});

test('from that line to a replay of its scope', async () => {
  const said = await captureEditor(window).replayed(async () => (await window.textEditor.lens('Replay scope "execute"')).choose());
  assert.match(said, /^Scope execute took .*s in 20 runs, .* on local-sync, the whole replay/);
});

test('and to a benchmark of its dispatch', async () => {
  await sourceAt(41);
  const { line } = await window.textEditor.lens(SOFTMAX);
  const lens = window.textEditor.lenses.find((one) => one.line === line && one.title === 'Benchmark');
  present(lens, 'lens that benchmarks').choose();
  await window.tab(/^Benchmark/);
  const page = window.webview();
  await page.locator('h1', { hasText: /takes .*s/ }).waitFor();
  await says(page.locator('h1'), /softmax/);
});

test('from a slice of the timeline to the line', async () => {
  await window.openFile('block.ireereplay');
  await shownCapture(window);
  await window.runCommand('IREE Replay: Profile Capture');
  await window.tab(/ireeprof/);
  const profile = await shownProfile(window);
  await profile.lower('Dispatches');
  await profile.rows.filter({ hasText: 'softmax' }).first().click();
  await profile.headed(/^Dispatch, event \d+$/);
  await profile.view.locator('vscode-button', { hasText: 'Source' }).click();
  await window.tab('block.mlir');
  await window.textEditor.atLine(41);
});

test('what its kernels took stands at their lines: share, median and how often', async () => {
  await sourceAt(LARGEST.line);
  const said = await until('the times', () => {
    const all = timesAbove();
    return all.length >= 4 && all;
  });
  // Two kernels stem from the first normalization.
  for (const words of said)
    assert.match(words.replaceAll(/\s+/g, ' '), /^(?:2 kernels: \d+\.\d % ⚠ found by name|\d+\.\d % [\d.]+ [nµm]s × \d+)$/);
  const shares = said.map((words) => Number(/([\d.]+) %/.exec(words)?.[1]));
  assert.ok(shares.reduce((sum, share) => sum + share, 0) <= 100.5, said.join(', '));
});

test('the hover shows how its times are distributed, what they are against the run before, and leads to the record', async () => {
  const hover = await window.textEditor.hoverSays(/each of 20/);
  const [picture = ''] = hover.pictures;
  assert.match(Buffer.from(picture.replace('data:image/svg+xml;base64,', ''), 'base64').toString(), /^<svg [^>]*width='400'/);
  for (const words of [
    'Median',
    'MAD',
    'p95',
    'There is no earlier run to compare with.',
    'Profile of block.ireereplay on local-sync',
    'Show in Profile',
    'Disassembly',
    'Benchmark',
    'Substitute…',
  ])
    assert.ok(hover.words.includes(words), `${words} is not in: ${hover.words}`);
  hover.follow(/^Record #\d+$/);
  await captureEditor(window).headed(/command_buffer\.dispatch$/);
});

test('a second profile is compared with the first by the rule that holds everywhere, and says what is missing', async () => {
  await window.openFile('block.ireereplay');
  const editor = await shownCapture(window);
  await editor.view.locator('vscode-button', { hasText: /^\s*Profile\s*$/ }).click();
  await until('both profiles', () => window.tabs.filter((title) => title.includes('ireeprof')).length === 2);
  await sourceAt(LARGEST.line);
  await window.textEditor.hoverSays(/Compared with the run of .*: not known yet/);
});

test('the first can be chosen', async () => {
  await window.runCommand('IREE Replay: Choose Run for Inline Times');
  const profiles = await until('two profiles', () => {
    const all = window.answers.items.filter((item) => item.includes('Profile block.ireereplay'));
    return all.length === 2 && all;
  });
  assert.deepEqual(window.answers.items.slice(1), profiles);
  await window.answers.choose('Choose the Run Whose Times Are Shown Beside Sources', profiles[1] ?? '');
  window.textEditor.goTo(LARGEST.line);
  await window.textEditor.hoverSays(/There is no earlier run to compare with\./);
});

test('the list of hotspots has the median, too', async () => {
  const { spoken } = await until('its row', hotspot);
  assert.match(spoken, /block\.mlir:49.*% of the time in kernels: [\d.]+ .s × 20\. .*Profile of block\.ireereplay/);
});

test('a profile that the command line records into the workspace says from then on what kernels took, and a lens opens it', async () => {
  const file = path.join(window.folder, 'nightly.ireeprof');
  await window.openFile(source);
  await window.runCommand('IREE Replay: Choose Run for Inline Times');
  await window.answers.choose('Choose the Run Whose Times Are Shown Beside Sources', /^Newest/);
  execFileSync(process.execPath, [
    ...[
      ireereplay,
      'run',
      '--device=local-task',
      '--device_profiling_mode=queue-events,host-execution',
      `--device_profiling_output=${file}`,
    ],
    path.join(window.folder, 'block.ireereplay'),
  ]);
  // How it was recorded is not known: it is compared with nothing that was recorded here.
  const taken = await until('its times', async () => {
    const said = (await hotspot())?.spoken ?? '';
    if (!said.includes('There is no earlier run to compare with. Profile of block.ireereplay on local-task')) throw new Error(said);
    return /[\d.]+ [nµm]s × \d+/.exec(said)?.[0];
  });
  await sourceAt(LARGEST.line);
  // Lenses are asked for anew after the view: until then they say, and open, what the run before took.
  (await window.textEditor.lens(taken)).choose();
  await window.tab('nightly.ireeprof');
  await shownProfile(window);
});
