/** A trace of PyTorch's profiler in a window: opened, looked at and searched by mouse, then by keys, in three themes. */
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { actUntil } from './retried';
import { says } from './said';
import { startWorkbench, type Workbench } from './workbench';

const TRACE = 'bert-small-h100.json.gz';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({
    files: [`neighbours/pytorch/${TRACE}`],
    settings: { 'workbench.colorTheme': 'Default Dark Modern' },
  });
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

const health = (): Locator => workbench.webview().locator('.health');
const tab = (name: string): Locator => workbench.webview().locator('.lower-bar').getByRole('tab', { name });
const row = (name: string): Locator => workbench.webview().locator('#lower-grid [role="row"][data-key]', { hasText: name }).first();
const details = (): Locator => workbench.webview().locator('aside.details');

/** A picture of the window in each theme. */
async function pictures(name: string): Promise<void> {
  const themes = { light: 'Default Light Modern', contrast: 'Default High Contrast', dark: 'Default Dark Modern' };
  for (const [suffix, theme] of Object.entries(themes)) {
    await workbench.setTheme(theme);
    await workbench.screenshot(`${name}-${suffix}`);
  }
}

test('a compressed trace is shown as what it is, and an operation by clicks with its kernel', async () => {
  await workbench.openFile(TRACE);
  // What VS Code has for a file that is no text takes the keyboard once it is drawn, and the palette closes.
  await workbench.page.getByText('The file is not displayed in the text editor').waitFor();
  await actUntil({
    ...{ wanted: 'the page of the trace', doing: 'the command was chosen' },
    act: () => workbench.runCommand('IREE Replay: Open as PyTorch Trace'),
    holds: () => health().isVisible(),
    instead: () => workbench.page.locator('.editor-group-container.active .title').textContent(),
    momentSeconds: 10,
  });
  await says(health(), /Complete.*NVIDIA H100.*479 operations.*61 kernels/s);
  await says(workbench.webview().locator('.causes'), /GPU 0 is idle/);
  await tab('Operations').click();
  await row('aten::addmm').click();
  await workbench.webview().getByRole('button', { name: 'Show on Timeline' }).click();
  await says(details(), /Operation\s*aten::addmm.*Launched.*1 kernel/s);
  await pictures('torch-trace');
});

test('the same by keys: search, the next match, its kernel, and the tree', async () => {
  const query = workbench.webview().getByRole('textbox', { name: 'Search the timeline' });
  await query.fill('fn:*layer_norm*');
  await says(workbench.webview().locator('.toolbar .cnt'), /found|of/);
  await query.press('Enter');
  await says(details(), /layer_norm/);
  await tab('Operations').press('ArrowRight');
  await says(workbench.webview().locator('.lower-bar [aria-selected="true"]'), /By Inputs/);
  await tab('By Inputs').press('ArrowRight');
  await tab('Kernels').press('ArrowRight');
  await says(workbench.webview().locator('#lower-grid'), /nn\.Module: BertLMHeadModel_0/);
});
