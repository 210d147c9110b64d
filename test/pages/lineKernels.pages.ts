/** A line of a source that several kernels stem from: one lens lists them by their times, and leads to what can be done with each. */
import assert from 'node:assert/strict';
import { cpSync, utimesSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { putCapture, shownCapture } from '../e2e/captureEditor';
import { measuredRun, runOf } from '../e2e/measuredRun';
import { says } from '../e2e/said';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';

const KERNELS = [
  'two_dispatch_0_elementwise_6144_f32',
  'two_dispatch_1_matmul_64x80x96_f32',
  'two_dispatch_2_reduction_64x80_f32',
  'two_dispatch_3_elementwise_5120_f32',
];
const [FIRST = '', PRODUCT = ''] = KERNELS;
const LIST = '4 kernels';

let window: PagesWindow;

/** Written before what was recorded of it. */
function putSource(model: string): void {
  const source = path.join(window.folder, `${model}.mlir`);
  cpSync(path.resolve(__dirname, '..', 'fixtures', 'models', model, `${model}.mlir`), source);
  utimesSync(source, new Date(2020, 0, 1), new Date(2020, 0, 1));
}

before(async () => {
  window = await openWindow({ files: [], settings: { 'ireeReplay.benchmark.seconds': 0.05 } });
  putSource('two');
  putCapture(window, 'models/two/two.sync-task.ireereplay', 'two.ireereplay');
  await window.openFile('two.ireereplay');
  await shownCapture(window);
});
after(async () => {
  await window.dispose();
});

/** Opens the list of the kernels, as a click on the lens. */
async function list(lens: RegExp): Promise<readonly string[]> {
  await window.openFile('two.mlir');
  (await window.textEditor.lens(lens)).choose();
  await until('the list', () => window.answers.asked.includes(LIST));
  return window.answers.items;
}

test('without times one lens says how many they are, and lists them with what speaks against the file', async () => {
  const items = await list(/^4 kernels {2}⚠ found by name$/);
  assert.equal(window.textEditor.lenses.length, 1);
  assert.deepEqual(
    items.map((item) => item.replaceAll(/\s+/g, ' ')),
    KERNELS.map((name) => `${name} $(warning) found by the end of its path alone (compiled from two.mlir)`),
  );
  await window.answers.choose(LIST, PRODUCT);
  await until('what can be done', () => window.answers.asked.includes(PRODUCT));
  assert.deepEqual(window.answers.items, [
    ...['Show in Capture', 'Replay scope "execute"', 'Benchmark', 'Profile', 'Sample', 'Substitute…', 'Disassembly'],
  ]);
  await window.answers.choose(PRODUCT, 'Show in Capture');
  await (await shownCapture(window)).headed('#38 command_buffer.dispatch');
});

test('with times it has their sum, and the list is in their order', async () => {
  await window.openFile('two.ireereplay');
  await shownCapture(window);
  await window.runCommand('IREE Replay: Profile Capture');
  await window.tab(/ireeprof/);
  const items = await list(/^4 kernels: 100\.0 % {2}⚠ found by name$/);
  const shares = items.map((item) => Number(/(\d+\.\d) % +[\d.]+ [nµm]s/.exec(item)?.[1]));
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => b - a),
  );
  assert.deepEqual(items.map((item) => item.split(/\s/)[0]).toSorted(), KERNELS);
  const [hottest = ''] = items;
  const name = KERNELS.find((one) => hottest.startsWith(one)) ?? '';
  await window.answers.choose(LIST, name);
  // What its lens with times did.
  await window.answers.choose(name, /^\d+\.\d % .* Profile of two\.ireereplay/);
  await window.tab(/ireeprof/);
});

test('what is chosen is done with that kernel', async () => {
  await list(/^4 kernels: /);
  await window.answers.choose(LIST, FIRST);
  await window.answers.choose(FIRST, 'Benchmark');
  await window.tab(/^Benchmark/);
  const page = window.webview();
  await page.locator('h1', { hasText: /takes .*s/ }).waitFor();
  await says(page.locator('h1'), /elementwise_6144/);
  await list(/^4 kernels: /);
  await window.answers.choose(LIST, PRODUCT);
  await window.answers.choose(PRODUCT, 'Disassembly');
  await window.tab(`${PRODUCT}.disassembly`);
});

test('times that are shown in hovers alone are not in the lens', async () => {
  await window.openFile('two.mlir');
  window.setSetting('ireeReplay.inlineTimes.placement', 'hover');
  await window.textEditor.lens(/^4 kernels {2}⚠ found by name$/);
  window.setSetting('ireeReplay.inlineTimes.placement', 'endOfLine');
  await window.textEditor.lens(/^4 kernels: 100\.0 %/);
});

test('of a benchmark it says the scope that it is a share of', async () => {
  putSource('mlp');
  putCapture(window, 'models/mlp/mlp-ranges.sync.ireereplay.gz', 'mlp.ireereplay', (bytes) => gunzipSync(bytes));
  await window.openFile('mlp.ireereplay');
  await shownCapture(window);
  await runOf(window, () => window.runCommand('IREE Replay: Benchmark Capture'));
  await (await runOf(window, () => measuredRun(window).view.locator('vscode-button.breakdown').click())).ends(/takes/);
  await window.openFile('mlp.mlir');
  await window.textEditor.lens(/^2 kernels: \d+\.\d % of execute/);
});
