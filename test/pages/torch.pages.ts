/** Traces of PyTorch's profiler in their editor. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { FrameLocator, Locator } from 'playwright-core';
import { says } from '../e2e/said';
import { faultsInThemes, resized, SIZES } from '../e2e/sizes';
import { until } from '../e2e/until';
import { guidePicture, picturesInBothThemes } from './pictures';
import { openWindow, type PagesWindow } from './window';

const TRACES = 'neighbours/pytorch';

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: [TRACES], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
});

/** Opens a trace, and waits for what it says of itself. */
async function opened(name: string): Promise<FrameLocator> {
  await window.openFile(`pytorch/${name}`);
  await window.runCommand('IREE Replay: Open as PyTorch Trace');
  const view = window.webview();
  await view.locator('.health .last, .failure-page h2').first().waitFor();
  return view;
}
const grid = (view: FrameLocator): Locator => view.locator('#lower-grid');
const rowOf = (view: FrameLocator, text: string | RegExp): Locator =>
  grid(view).locator('[role="row"][data-key]', { hasText: text }).first();
const tab = (view: FrameLocator, name: string): Locator => view.locator('.lower-bar').getByRole('tab', { name });
const details = (view: FrameLocator): Locator => view.locator('aside.details');

test('a trace stays text, and its editor is a button beside the tabs, whatever it is called', async () => {
  await window.openFile('pytorch/cpu-train.json.gz');
  await until('the button', () => window.titleActions.includes('Open as PyTorch Trace'));
  writeFileSync(path.join(window.folder, 'other.json'), '{"name": "other"}');
  await window.openFile('other.json');
  assert.ok(!window.titleActions.includes('Open as PyTorch Trace'));
});

test('a trace says what was profiled, how long, what took most and what is in it', async () => {
  const view = await opened('bert-small-h100.json.gz');
  await says(
    view.locator('.health'),
    /Complete.*NVIDIA H100 80GB HBM3.*4\.8\d+ ms.*479 operations.*61 kernels.*busy 7\.9\d* %.*most:\s*aten::addmm\s*197\.6 µs \(63\.\d+ %\).*2,298 events/s,
  );
  const causes = view.locator('.causes li');
  await says(
    causes.first(),
    /3\.59\d ms 73\.\d+ %.*GPU 0 is idle for 3\.59\d ms, 92\.\d+ %.*waits for the host to launch more.*longest gap: /s,
  );
  await says(
    causes.last(),
    /aten::addmm of c10::BFloat16\[512\].* takes 98\.7\d* µs, 31\.9 % of what devices do for operations, in 17 calls/,
  );
  await picturesInBothThemes(window, 'torch-explain');
  await tab(view, 'Operations').click();
  await says(rowOf(view, 'aten::addmm'), /26\s*753\.8\s*825\.7\s*191\.2\s*197\.6\s*197\.6\s*26/);
  await picturesInBothThemes(window, 'torch-operations');
});

test('tables go by inputs, by kernels, and from modules to kernels', async () => {
  const view = await opened('bert-small-h100.json.gz');
  await tab(view, 'By Inputs').click();
  await says(rowOf(view, 'aten::addmm'), /c10::BFloat16\[512\] c10::BFloat16\[141, 512\] c10::BFloat16\[512, 512\] 1 1/);
  await picturesInBothThemes(window, 'torch-inputs');
  await tab(view, 'Kernels').click();
  await says(rowOf(view, 'cutlass_80_wmma_tensorop_bf16_s161616gemm'), /kernel/);
  await picturesInBothThemes(window, 'torch-kernels');
  await tab(view, 'Tree').click();
  await says(rowOf(view, 'nn.Module: BertLMHeadModel_0'), /Python function\s*1/);
  await says(rowOf(view, 'nn.Module: BertEncoder_0'), /Python function\s*1/);
  await picturesInBothThemes(window, 'torch-tree');
  await rowOf(view, 'nn.Module: BertLMHeadModel_0').click();
  await grid(view).press('ArrowLeft');
  await until('a closed row', async () => (await grid(view).locator('[role="row"]', { hasText: 'BertEncoder_0' }).count()) === 0);
});

test('a row is found on the timeline, with its inputs, its kernels and what it is in', async () => {
  const view = await opened('bert-small-h100.json.gz');
  await tab(view, 'Operations').click();
  await rowOf(view, 'aten::addmm').click();
  await grid(view).press('Enter');
  await says(
    details(view),
    /Operation.*aten::addmm.*Duration.*Inputs.*c10::BFloat16\[141, 512\].*Launched.*1 kernel.*cutlass.*In.*aten::linear/s,
  );
  await says(view.locator('.toolbar .cnt'), /^\d+ of 26$/);
  await picturesInBothThemes(window, 'torch-slice');
  await guidePicture(window, 'pytorch-traces', { width: 1320, height: 600 });
  await details(view).getByRole('tab', { name: 'Flows' }).click();
  await says(details(view), /Feeds\s*launch\s*stream 7/);
  await details(view).getByText('stream 7').click();
  await details(view).getByRole('tab', { name: 'Slice' }).click();
  await says(details(view), /Kernel.*Launched by.*Call.*cu.*Operation.*aten::addmm.*Grid.*Block/s);
  await details(view).getByText('aten::addmm').click();
  await says(details(view), /Operation\s*aten::addmm/);
});

test('the timeline is searched, and walked through by keys', async () => {
  const view = await opened('bert-small-h100.json.gz');
  const query = view.getByRole('textbox', { name: 'Search the timeline' });
  await query.fill('fn:*layer_norm* dur:>20us');
  await says(view.locator('.toolbar .cnt'), /^\d+ found$/);
  await query.press('Enter');
  await says(details(view), /layer_norm/);
  await query.fill('fn:*no_such_operation*');
  await says(view.locator('.toolbar .cnt'), /No match/);
  await query.fill('');
  await query.press('Escape');
  const before = await details(view).textContent();
  await window.page.keyboard.press('ArrowRight');
  await until('another slice', async () => (await details(view).textContent()) !== before);
});

test('an operation is copied as a description, and as a command', async () => {
  const view = await opened('bert-small-h100.json.gz');
  await tab(view, 'By Inputs').click();
  await rowOf(view, 'aten::addmm').click();
  await view.getByRole('button', { name: 'Copy as Description' }).click();
  const described = await until('a description', async () => {
    const text = await window.clipboard();
    return text.includes('op_name') ? text : undefined;
  });
  const [operation, ...others] = JSON.parse(described) as { readonly op_name: string; readonly count: number }[];
  assert.equal(others.length, 0);
  assert.equal(operation?.op_name, 'aten::addmm');
  await view.getByRole('button', { name: 'Copy as CLI Command' }).click();
  await until('a command', async () =>
    /^ireereplay torch ops --filter=aten::addmm \S+bert-small-h100\.json\.gz$/.test(await window.clipboard()),
  );
  await tab(view, 'Kernels').click();
  await view.getByRole('button', { name: 'Copy as CLI Command' }).click();
  await until('a command', async () => /^ireereplay torch info --by=kernel \S+bert-small-h100\.json\.gz$/.test(await window.clipboard()));
});

test('a trace without a device shows operations, their backward ones, and what was not recorded', async () => {
  const view = await opened('cpu-train.json.gz');
  await says(view.locator('.health'), /Complete.*no device.*146 operations.*most:\s*aten::convolution_backward.*not recorded/s);
  await view.getByRole('button', { name: /not recorded/ }).click();
  await says(view.locator('.popup.lacks'), /Memory: allocations are not known\. Record with profile_memory=True/);
  await picturesInBothThemes(window, 'torch-missing');
  await tab(view, 'Kernels').click();
  await says(view.locator('#lower-grid'), /The trace has no kernels/);
});

test('kernels of a graph have no operation, which is said', async () => {
  const view = await opened('vllm-graph-execution.json.gz');
  await says(view.locator('.health'), /Complete.*434 kernels/s);
  await picturesInBothThemes(window, 'torch-graph');
});

test('a torn trace is shown up to its last whole event, and what is no trace is refused in a sentence', async () => {
  const packed = readFileSync(path.join(window.folder, 'pytorch', 'bert-small-h100.json.gz'));
  writeFileSync(path.join(window.folder, 'pytorch', 'torn-trace.json'), gunzipSync(packed).subarray(0, 300_000));
  const view = await opened('torn-trace.json');
  await says(view.locator('.health'), /1 problem/);
  await says(view.locator('.notices'), /everything that is complete before that point is shown.*byte 29\d,\d{3}/s);
  await picturesInBothThemes(window, 'torch-torn');
  writeFileSync(path.join(window.folder, 'pytorch', 'no-trace.json'), '{"name": "other"}');
  const refused = await opened('no-trace.json');
  await says(refused.locator('.failure-page'), /no-trace\.json.*traceEvents.*export_chrome_trace/s);
  await picturesInBothThemes(window, 'torch-no-trace');
});

test('a cause leads to where it is seen', async () => {
  const view = await opened('bert-small-h100.json.gz');
  await tab(view, 'Explain').click();
  await view.locator('.causes li[data-kind="gap"] .evidence a').click();
  await says(details(view), /Kernel|Copy|Fill/);
});

test('everything is as it was left, and a trace that is written anew is read again', async () => {
  const file = path.join(window.folder, 'pytorch', 'written-trace.json');
  const text = gunzipSync(readFileSync(path.join(window.folder, 'pytorch', 'cpu-train.json.gz')));
  writeFileSync(file, text);
  let view = await opened('written-trace.json');
  await tab(view, 'By Inputs').click();
  await view.getByRole('textbox', { name: 'Search the timeline' }).fill('conv');
  await says(view.locator('.toolbar .cnt'), /found$/);
  await window.openFile('other.json');
  await window.showTab('written-trace.json');
  view = window.webview();
  await says(view.locator('.toolbar .cnt'), /found$/);
  await until('the table', async () => (await tab(view, 'By Inputs').getAttribute('aria-selected')) === 'true');
  writeFileSync(file, text.subarray(0, 20_000));
  await says(view.locator('.notices'), /has changed on disk/);
  await view.getByRole('button', { name: 'Reload' }).click();
  await says(view.locator('.health'), /1 problem/);
});

test('traces that PyTorch names itself are in the side bar, and open from there', async () => {
  const packed = readFileSync(path.join(window.folder, 'pytorch', 'bert-small-h100.json.gz'));
  writeFileSync(path.join(window.folder, 'host.123.pt.trace.json.gz'), packed);
  writeFileSync(path.join(window.folder, 'host.124.pt.trace.json'), gunzipSync(packed).subarray(0, 300_000));
  const row = (name: string, wanted: RegExp) =>
    until(`${name} saying ${String(wanted)}`, async () =>
      (await window.rows('captures')).find(({ label, description }) => label === name && wanted.test(description)),
    );
  await row('host.124.pt.trace.json', /^1 problem; 4\.8\d* ms, 479 operations$/);
  const whole = await row('host.123.pt.trace.json.gz', /^4\.8\d* ms, 479 operations, 61 kernels$/);
  assert.match(whole.tooltip, /NVIDIA H100 80GB HBM3/);
  await whole.open();
  await says(window.webview().locator('.health'), /Complete.*61 kernels/s);
});

test('the page is well laid out, wide and narrow, in every theme', async () => {
  await opened('bert-small-h100.json.gz');
  const faults: string[] = [];
  for (const size of SIZES) {
    await resized(window, size);
    faults.push(...(await faultsInThemes(window, `narrow-torch-${size.name}`)));
  }
  await resized(window, SIZES[0]);
  assert.deepEqual(faults, []);
});
