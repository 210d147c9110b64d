/** Networks as one uses them who tunes their kernels: each is gone through at every width of the window, in every kind of theme. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { gunzipSync } from 'node:zlib';
import { press, putCapture, shownCapture, type CaptureEditor } from '../e2e/captureEditor';
import { runOf } from '../e2e/measuredRun';
import { actUntil } from '../e2e/retried';
import { faultsInThemes, resized, SIZES, type Size } from '../e2e/sizes';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';
import { wordsOf } from '../e2e/wordsOf';

/** What is looked at in a network, in this order. */
const LOOKS = ['overview', 'dispatch', 'buffers', 'benchmark'] as const;
type Look = (typeof LOOKS)[number];

/** The first look is at the width of this place in SIZES, each later one at the next: together they are at all of them. */
const NETWORKS = [
  {
    name: 'resnet152',
    first: 0,
    functions: '124 functions 159 ',
    query: 'fn:*conv_16x14x14x16x3x3*',
    kernel: 'conv_16x14x14x16x3x3_f32',
    shape: '16x14x14',
  },
  {
    name: 'mobilenet_v2',
    first: 1,
    functions: '42 functions 55 ',
    query: 'fn:*conv_12x12x48x3x3*',
    kernel: 'conv_12x12x48x3x3_f32',
    shape: '12x12x48',
  },
  {
    name: 'decoder',
    first: 2,
    functions: '31 functions 406 ',
    query: 'fn:*softmax*',
    kernel: 'softmax_4x8x32xf32',
    shape: '4x8x32',
  },
] as const;

let window: PagesWindow;
before(async () => {
  window = await openWindow({ files: [], settings: { 'ireeReplay.benchmark.seconds': 0.05 } });
  for (const { name } of NETWORKS) putCapture(window, `models/${name}/${name}.task.ireereplay.gz`, `${name}.ireereplay`, gunzipSync);
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
});

const section = (editor: CaptureEditor, name: string): Locator => editor.view.getByRole('region', { name, exact: true });

for (const { name, first, functions, query, kernel, shape } of NETWORKS) {
  const sizeOf = (look: Look): Size => SIZES[(first + LOOKS.indexOf(look)) % SIZES.length] ?? SIZES[0];
  const picture = (look: Look): Promise<readonly string[]> => faultsInThemes(window, `networks-${look}-${sizeOf(look).name}-${name}`);

  test(`${name}: what is in it, one kernel, its tensors, and how long it takes`, async () => {
    const faults: string[] = [];
    await window.openFile(`${name}.ireereplay`);
    const editor = await shownCapture(window);
    await until('the preflight', async () => /replayable on/i.test(await editor.health()));
    await resized(window, sizeOf('overview'));
    assert.match(await editor.replayed(), /^Replayed on local-sync in /);
    await section(editor, 'Functions').filter({ hasText: 'by share of the last run' }).waitFor();
    const all = await wordsOf(section(editor, 'Functions').locator('tfoot'));
    assert.ok(all.startsWith(functions), all);
    faults.push(...(await picture('overview')));

    await resized(window, sizeOf('dispatch'));
    assert.match(await editor.search(query), /\d/);
    await editor.view.getByLabel('Search records').press('Enter');
    await until('the kernel', async () => (await wordsOf(editor.selected)).includes(kernel));
    const dispatch = await editor.headed(/^#\d+ command_buffer\.dispatch$/);
    await editor.panel.locator('h4', { hasText: 'Bindings' }).filter({ hasText: 'as bound by #' }).waitFor();
    faults.push(...(await picture('dispatch')));

    await resized(window, sizeOf('buffers'));
    await editor.tab('Buffers').click();
    await editor.view.getByRole('button', { name: 'Inspect' }).click();
    await editor.view.locator('.elements .line').first().waitFor();
    await editor.view.locator('.picture canvas').waitFor();
    assert.equal(await editor.view.getByLabel('Shape', { exact: true }).inputValue(), shape);
    assert.match(await wordsOf(editor.view.getByRole('table', { name: 'Operands' })), new RegExp(`writes f32 ${shape} guess`));
    faults.push(...(await picture('buffers')));

    // The next launch of the kernel has the same view of the same buffer, and other numbers in it.
    const drawn = editor.view.getByRole('img', { name: /^Picture of / });
    const before = await drawn.getAttribute('aria-label');
    await press(editor, ']');
    const launch = await editor.headed(new RegExp(`^(?!${dispatch}$)#\\d+ command_buffer\\.dispatch$`));
    const inspect = editor.view.getByRole('button', { name: 'Inspect Buffers' });
    const label = (): Promise<string | null> => drawn.getAttribute('aria-label', { timeout: 1000 });
    await actUntil({
      wanted: `another picture than ${before ?? 'none'}`,
      doing: 'Inspect Buffers, where it is offered',
      // A machine that is slow asks before it inspects another.
      act: async () => {
        if (await inspect.isVisible()) await inspect.click({ timeout: 1000 });
      },
      holds: async () => (await label()) !== before,
      instead: label,
    });

    await resized(window, sizeOf('benchmark'));
    const run = await runOf(window, () => editor.chooseInMenu(editor.selected, 'Benchmark'));
    assert.match(await run.verdict(), new RegExp(`${kernel}\\S* takes `));
    faults.push(...(await picture('benchmark')));
    await window.closeEditor();

    // As one left it, and back to what is in all of it.
    await resized(window, SIZES[0]);
    await editor.headed(launch);
    await press(editor, 'Escape');
    await editor.headed('Overview');
    await window.closeEditor();
    assert.deepEqual(faults, []);
  });
}
