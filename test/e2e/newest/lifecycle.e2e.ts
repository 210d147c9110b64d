/** Runs that go on when the window is loaded again, which ends the process of the extension host, and runs without a folder. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { putCapture, shownCapture, type CaptureEditor } from '../captureEditor';
import { answerFileDialog } from '../fileDialog';
import { measuredRun, runOf } from '../measuredRun';
import { startWorkbench, until, type Workbench } from '../workbench';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({
    files: ['small.ireereplay', 'kernels/elementwise_mul.so'],
    // A benchmark that does not end before the window is loaded again.
    settings: { 'ireeReplay.benchmark.seconds': 600 },
  });
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
  // A kernel that jumps to itself for ever.
  putCapture(workbench, 'small.ireereplay', 'endless.ireereplay', (bytes) => {
    const changed = Buffer.from(bytes);
    changed.write('ebfe', 925 + 0x1020, 'hex');
    return changed;
  });
});
after(async () => {
  await workbench.dispose();
});

/** Engine processes of this workbench. */
const engines = (): number => workbench.processes().filter(({ commandLine }) => commandLine.includes('engine.js')).length;

/** Runs of the Runs view. */
const runs = (words: string | RegExp): Locator => workbench.page.locator('.pane-body .monaco-list-row', { hasText: words });

async function noCrash(): Promise<void> {
  assert.doesNotMatch(workbench.outputChannel(), /ended the engine process|crashed/);
  assert.equal(await workbench.page.locator('.notification-toast', { hasText: 'ended the engine process' }).count(), 0);
}

async function closeAll(): Promise<void> {
  await workbench.runCommand('View: Close All Editors');
  await workbench.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
}

async function endless(): Promise<CaptureEditor> {
  await workbench.openFile('endless.ireereplay');
  return shownCapture(workbench);
}

/** Starts a verification or a substitution that never ends, and waits until it is under way. */
const starts = {
  Verify: async (editor: CaptureEditor): Promise<void> => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Run to Run' }).click();
  },
  Substitute: async (editor: CaptureEditor): Promise<void> => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
    await answerFileDialog(workbench, 'File in Place of Executable 4', `${workbench.folder}/elementwise_mul.so`, 'Substitute');
  },
};

async function under(job: keyof typeof starts): Promise<void> {
  const editor = await endless();
  const run = await runOf(workbench, () => starts[job](editor));
  await run.view.locator('.verdict[data-state=running]').waitFor();
  await until('its engine', () => engines() === 1);
}

for (const job of ['Verify', 'Substitute'] as const) {
  test(`${job} that goes on when the window is loaded again is kept as interrupted, and its tab comes back`, async () => {
    await under(job);
    await workbench.reload();
    await until('its engine to be gone', () => engines() === 0);
    await workbench.page.locator('.tabs-container .tab.active', { hasText: `${job}: ` }).waitFor();
    await measuredRun(workbench).ends(/^Interrupted/);
    await workbench.runCommand('IREE Replay: Focus on Runs View');
    await runs(new RegExp(`^\\s*interrupted.*${job} `)).waitFor();
    await noCrash();
    await workbench.screenshot(`interrupted-${job.toLowerCase()}`);
  });
}

test('a benchmark that goes on when the window is loaded again is kept as interrupted', async () => {
  await workbench.openFile('small.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.chooseInMenu(editor.row(/scope\s+execute/), 'Benchmark');
  await workbench.webview().locator('.verdict[data-state=running]').waitFor();
  await until('its engine', () => engines() === 1);
  await workbench.reload();
  await until('its engine to be gone', () => engines() === 0);
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  await runs(/^\s*interrupted.*Benchmark /).waitFor();
  await workbench.screenshot('runs-interrupted');
});

test('without a folder runs are kept, too', async () => {
  await workbench.reload('Workspaces: Close Workspace');
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  await workbench.openFile('small.ireereplay');
  const editor = await shownCapture(workbench);
  assert.equal(await runs('.ireereplay').count(), 0, 'runs of the folder');
  const run = await runOf(workbench, () => starts.Verify(editor));
  await run.ends(/^Results agree/);
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  await runs(/results agree.*Verify run to run/).waitFor();
  await closeAll();
  await workbench.reload();
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  await runs(/results agree.*Verify run to run/).click();
  await measuredRun(workbench).ends(/^Results agree/);
});
