/** Devices of the installed IREE: what they run that the native engine does not, and what they cannot give. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { counted } from '../e2e/counted';
import { shownCapture } from '../e2e/captureEditor';
import { runOf } from '../e2e/measuredRun';
import { says } from '../e2e/said';
import { shaderOf } from '../shaderConstant';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';

const vulkan = path.resolve(__dirname, '..', 'fixtures', 'models', 'mm256', 'mm256-vulkan.ireereplay');
const vmvx = path.resolve(__dirname, '..', 'fixtures', 'models', 'mm256', 'mm256-vmvx.sync.ireereplay.gz');

let window: PagesWindow;

before(async () => {
  window = await openWindow({
    files: ['small.ireereplay'],
    settings: {
      'ireeReplay.ireeTools': process.env['IREE_TOOLS'] ?? '',
      'ireeReplay.benchmark.seconds': 0.05,
      'ireeReplay.substitute.seconds': 2,
    },
  });
  writeFileSync(path.join(window.folder, 'vmvx.ireereplay'), gunzipSync(readFileSync(vmvx)));
  copyFileSync(vulkan, path.join(window.folder, 'vulkan.ireereplay'));
  const { bytes, zero } = shaderOf(readFileSync(vulkan));
  writeFileSync(path.join(window.folder, 'same.spv'), bytes);
  bytes.writeFloatLE(1, zero);
  writeFileSync(path.join(window.folder, 'wrong.spv'), bytes);
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
});

test('the picker lists the devices of both engines, with what of the capture each runs', async () => {
  await window.openFile('vmvx.ireereplay');
  const editor = await shownCapture(window);
  await until('what it is for', async () => (await editor.health()).startsWith('Recorded for VMVX'));
  await window.runCommand('IREE Replay: Select Device…');
  await until('their devices', () => window.answers.items.find((item) => item.startsWith('local-sync (IREE) ')));
  assert.match(window.answers.items.find((item) => item.includes('one thread')) ?? '', /cannot run vmvx-bytecode-fb/);
  await window.answers.choose('Replay on Device', /local-sync \(IREE\).*runs its executables/);
  await until('the device', async () => (await editor.health()).startsWith('local-sync (IREE) runs its executables'));
});

test('a capture that the native engine refuses is replayed by IREE', async () => {
  const editor = await shownCapture(window);
  assert.equal(await editor.replayed(), 'Replayed by IREE on local-sync://, which reported success.');
  await window.screenshot('iree-replay');
});

test('a scope of it is benchmarked by IREE', async () => {
  const editor = await shownCapture(window);
  const run = await runOf(window, () => editor.chooseInMenu(editor.row(/scope\s+execute/), 'Benchmark'));
  await run.ends(/^execute takes [\d.]+ .?s$/);
  assert.match(await run.basis(), /^Median of 10 repetitions/);
  await counted(run.rows('rows'), 1);
  await says(run.view.locator('.side'), /by IREE's tools.*not given/s);
  await window.screenshot('iree-benchmark');
});

test('what IREE computes is verified run to run, and against others of its devices, not with what takes our own engine', async () => {
  await window.openFile('vmvx.ireereplay');
  let editor = await shownCapture(window);
  const run = await runOf(window, async () => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
    const offered = await until('what to compare with', () => {
      const { items } = window.answers;
      return items.some((item) => item.startsWith('Run-to-Run')) ? items : undefined;
    });
    // Of IREE's own those alone that run its executables: Vulkan does not.
    assert.deepEqual(
      offered.filter((item) => /^(Against .*(local|vulkan)|With a Substitute)/.test(item)).map((item) => item.split(' (IREE)')[0]),
      ['Against local-task'],
      offered.join(),
    );
    await window.answers.choose('Verify Results', /^Run-to-Run/);
  });
  await run.ends(/^Results agree in 1 buffer\.$/);
  await window.screenshot('iree-verify');
  await window.openFile('vmvx.ireereplay');
  editor = await shownCapture(window);
  const against = await runOf(window, async () => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
    await window.answers.choose('Verify Results', /^Against local-task \(IREE\)/);
  });
  await against.ends(/^Results agree in 1 buffer/);
});

test('a kernel for Vulkan is substituted from its menu: a wrong one is found with its dispatch, and the original is no different from itself', async () => {
  await window.openFile('vulkan.ireereplay');
  const editor = await shownCapture(window);
  await window.runCommand('IREE Replay: Select Device…');
  await until('the device', () => window.answers.items.find((item) => item.includes('llvmpipe')));
  await window.answers.choose('Replay on Device', /llvmpipe.*runs its executables/);
  await until('the device', async () => /llvmpipe.* runs its executables/.test(await editor.health()));
  const substituted = (file: string): ReturnType<typeof runOf> =>
    runOf(window, async () => {
      await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
      await window.answers.files('File to Use Instead of Executable 4', path.join(window.folder, file));
    });
  const wrong = await substituted('wrong.spv');
  await wrong.ends(/^Results differ in 1 buffer\. No speed is reported\.$/);
  await says(wrong.view.locator('body'), /in 1 of 1 buffer: buffer 9, written by matmul_dispatch_0_matmul_256x256x256_f32 \(#17\)/);
  await says(wrong.view.locator('.side'), /llvmpipe[^/]*, by IREE's tools/);
  assert.match((await wrong.view.locator('.side span[title]').first().getAttribute('title')) ?? '', /^vulkan:\/\//);
  await says(wrong.view.locator('body'), /Where buffer 9 differs after\s+#17.*matmul_dispatch_0_matmul_256x256x256_f32/s);
  await window.screenshot('iree-substitute-wrong');
  await window.openFile('vulkan.ireereplay');
  const same = await substituted('same.spv');
  await same.ends(/^Results agree\. same\.spv: (no difference|not known yet)/);
  await window.screenshot('iree-substitute');
});

test('a capture is reduced by what its replay on the device leaves, and not where that does not fail', async () => {
  await window.openFile('small.ireereplay');
  const editor = await shownCapture(window);
  await window.runCommand('IREE Replay: Select Device…');
  await until('the device', () => window.answers.items.find((item) => item.startsWith('local-sync (IREE) ')));
  await window.answers.choose('Replay on Device', /local-sync \(IREE\).*runs its executables/);
  await until('the device', async () => (await editor.health()).startsWith('local-sync (IREE) runs its executables'));
  const saved = path.join(window.folder, 'saved');
  mkdirSync(saved);
  writeFileSync(path.join(saved, 'zeros.bin'), Buffer.alloc(16));
  const outputs = [
    { record: 54, offset: 0 },
    { record: 56, offset: 32 },
  ];
  const index = outputs.map((one) => ({ ...one, buffer: '8', length: 16, file: 'zeros.bin' }));
  writeFileSync(path.join(saved, 'outputs.json'), JSON.stringify(index));
  const reduced = path.join(window.folder, 'reduced.ireereplay');
  const reduce = async (what: string | RegExp, more: () => Promise<void>): Promise<void> => {
    await window.runCommand('IREE Replay: Reduce Capture…');
    await until('what fails', () => window.answers.items.find((item) => item.startsWith('The Replay Fails')));
    await window.answers.choose('What Fails?', what);
    await more();
    await window.answers.files('Reduce Capture', reduced);
  };
  const exactly = (): Promise<void> => window.answers.choose('Tolerance', 'Bit-Equal');
  await reduce('The Replay Fails', () => Promise.resolve());
  await window.answers.message(/The replay of the whole capture does not fail/);
  await reduce(/^Results Differ From Those of local-task \(IREE\)/, exactly);
  await window.answers.message(/Nothing is wrong with the whole capture/);
  const within = async (): Promise<void> => {
    await window.answers.files('Saved Outputs', saved);
    await window.answers.choose('Tolerance', 'Other…');
    await window.answers.enter('Tolerance', '100 absolute');
  };
  await reduce('Results Differ From Saved Outputs…', within);
  await window.answers.message(/Nothing is wrong with the whole capture/);
  assert.equal(existsSync(reduced), false);
  await reduce('Results Differ From Saved Outputs…', async () => {
    await window.answers.files('Saved Outputs', saved);
    await exactly();
  });
  const said = await window.answers.message(/^Wrote reduced\.ireereplay: \d+ of \d+ records/, 'Open');
  assert.match(
    said,
    /It still fails \(wrong results\), and without any one of the records it does not, or its commands are no longer ordered\./,
  );
  await window.tab('reduced.ireereplay');
  await (await shownCapture(window)).row('prepare_executable').first().waitFor();
});

test('what IREE does not give is said where it is asked for', async () => {
  await window.openFile('vmvx.ireereplay');
  const editor = await shownCapture(window);
  await editor.chooseInMenu(editor.row('prepare_executable'), 'Benchmark');
  await window.answers.message("IREE's tools do not report times of individual dispatches. Choose one of the native engine's devices.");
});

test("what an operation finds and leaves is read on IREE's device", async () => {
  await window.openFile('vmvx.ireereplay');
  const editor = await shownCapture(window);
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.tab('Buffers').click();
  await says(editor.panel, /replayed up to it on local-sync.*, by IREE's tools\./s);
  await editor.view.locator('vscode-button.inspect').click();
  await until('figures', async () => /min.*max.*mean.*NaN/s.test((await editor.panel.textContent()) ?? ''));
  // Of a product of 256 x 256 numbers, the last binding.
  await says(editor.panel, /binding 2.*256 KiB/s);
  await says(editor.panel, /Not known who wrote and who reads: IREE's devices do not tell/);
  await window.screenshot('iree-inspect');
});
