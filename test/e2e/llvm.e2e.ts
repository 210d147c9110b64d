/** LLVM's recordings of OpenMP kernels in a window: opened, looked at and verified by mouse, then by keys, in three themes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { writeSaxpyTool } from '../saxpyTool';
import { keyboardFocus } from './focus';
import { actUntil } from './retried';
import { says } from './said';
import { startWorkbench, type Workbench } from './workbench';

const REDUCTION = '__omp_offloading_fe00_984936_main_l12.json';
const SAXPY = '__omp_offloading_fe00_984963_main_l7.json';

let workbench: Workbench;
let temporary: string;

before(async () => {
  temporary = mkdtempSync(path.join(tmpdir(), 'iree-replay-saxpy-'));
  const tool = path.join(temporary, 'llvm-omp-kernel-replay');
  writeSaxpyTool(tool);
  workbench = await startWorkbench({
    files: ['neighbours/llvm/llvm16-saxpy', 'neighbours/llvm/llvm16-kernels'],
    settings: { 'workbench.colorTheme': 'Default Dark Modern', 'ireeReplay.llvm.path': tool },
  });
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
  rmSync(temporary, { recursive: true });
});

const tab = (name: string): Locator => workbench.page.locator('.tab.active', { hasText: name });
const kernel = (): Locator => workbench.webview().locator('.kernel h1');
const argument = (index: number): Locator => workbench.webview().locator(`.arguments [role="row"][data-key="${String(index)}"]`);
/** The line of memory that is led to. */
const shownLine = (): Locator => {
  const view = workbench.webview();
  return view.locator('.memline', { has: view.locator('.on') }).first();
};
const result = (): Locator => workbench.webview().getByRole('status', { name: 'Result of the replay' });
const key = (name: string): Promise<void> => workbench.page.keyboard.press(name);

/** A picture of the window in each theme. */
async function pictures(name: string): Promise<void> {
  const themes = { light: 'Default Light Modern', contrast: 'Default High Contrast', dark: 'Default Dark Modern' };
  for (const [suffix, theme] of Object.entries(themes)) {
    await workbench.setTheme(theme);
    await workbench.screenshot(`${name}-${suffix}`);
  }
}

test('a recording that is open as text is shown as what it is by a click, and the memory of an argument by another', async () => {
  await workbench.openFile(`llvm16-saxpy/${SAXPY}`);
  const button = workbench.page.locator('.editor-actions').getByRole('button', { name: 'Open as Kernel Recording' });
  await actUntil({
    ...{ wanted: 'the page of the recording', doing: 'the button beside the tab was clicked' },
    act: () => button.click({ timeout: 3000 }),
    holds: () => kernel().isVisible(),
    instead: () => workbench.page.locator('.editor-group-container.active .title').textContent(),
    momentSeconds: 10,
  });
  await says(kernel(), /^main, line 7$/);
  await says(workbench.webview().locator('.health'), /Readable.*4 arguments.*999 words of 4 bytes changed/);
  await workbench.webview().getByRole('button', { name: 'f32' }).click();
  // y[i] = 2 x[i] + y[i], from y[1] on, with x[i] = i.
  await says(workbench.webview().locator('.memline').first(), /^0\s*1\s*1\s*1\s*1\s*1\s*3\s*5\s*7$/);
  await argument(3).click();
  await says(shownLine(), /^4,000\s*0\s*1\s*2\s*3/);
  await pictures('llvm-recording');
});

test('the installed LLVM verifies it by a click', async () => {
  await workbench.webview().getByRole('button', { name: 'Verify' }).click();
  await says(result(), /Memory is as recorded, bit for bit/);
  await pictures('llvm-verified');
});

test('another is opened, looked at, and left for the folder of all by keys alone', async () => {
  const focus = keyboardFocus(workbench);
  await workbench.openFile(`llvm16-kernels/${REDUCTION}`);
  await workbench.runCommand('IREE Replay: Open as Kernel Recording');
  await says(kernel(), /^main, line 12$/);
  await says(workbench.webview().locator('.health'), /1 word of 4 bytes changed/);
  await focus.hasKeyboard('Arguments of the launch');
  await focus.tabTo('f64');
  await key('Enter');
  // The sum of i / 2 for i up to 4095 is all that the kernel leaves.
  await key('n');
  await says(shownLine(), /^0\s*0\s*\S+\s*4193280/);
  await pictures('llvm-reduction');
  await focus.tabTo('All Recordings of the Folder');
  await key('Enter');
  await tab('Recordings: llvm16-kernels').waitFor();
  await says(workbench.webview().locator('.health'), /2 kernels.*2 recordings/);
  await pictures('llvm-folder');
  await focus.hasKeyboard('Kernels, by what was recorded of them');
  await key('End');
  await key('Enter');
  await says(kernel(), /^main, line 19$/);
  await says(workbench.webview().locator('.health'), /255 words of 4 bytes changed/);
});
