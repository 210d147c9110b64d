/** Tabs that are closed, windows that are loaded again and runs that are removed while something is done: it ends, and nobody is told of a crash. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { putCapture, shownCapture, type CaptureEditor } from '../captureEditor';
import { chooseInContextMenu } from '../contextMenu';
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

test('a tab that is closed while its capture is replayed cancels the replay, and that is no crash', async () => {
  const editor = await endless();
  await editor.replayButton.click();
  await until('an engine', () => engines() === 1);
  await editor.view.locator('vscode-button', { hasText: 'Cancel' }).first().waitFor();
  await closeAll();
  await until('its engine to be gone', () => engines() === 0);
  await until('the end in the log', () => workbench.outputChannel().includes('endless.ireereplay: The replay was cancelled.'));
  await noCrash();
});

/** Inspects the dispatch that never returns. */
async function inspecting(): Promise<CaptureEditor> {
  const editor = await endless();
  await editor.row('queue_dispatch').locator('.op').click();
  await editor.headed('#27 device.queue_dispatch');
  await editor.tab('Buffers').click();
  await editor.view.locator('vscode-button.inspect').click();
  await editor.panel.locator('vscode-button', { hasText: 'Cancel' }).waitFor();
  await until('an engine', () => engines() === 1);
  return editor;
}

test('a tab that is closed while a dispatch is inspected cancels the inspection, and that is no crash', async () => {
  await inspecting();
  await closeAll();
  await until('its engine to be gone', () => engines() === 0);
  await until('the end in the log', () => workbench.outputChannel().includes('endless.ireereplay: inspected record 27: cancelled'));
  await noCrash();
});

test('an inspection that goes on when the window is loaded again ends, and can be asked for again', async () => {
  const editor = await inspecting();
  await workbench.reload();
  await until('its engine to be gone', () => engines() === 0);
  await editor.headed('#27 device.queue_dispatch');
  await editor.view.locator('vscode-button.inspect').waitFor();
  await noCrash();
});

for (const job of ['Verify', 'Substitute'] as const) {
  test(`${job} goes on when its tabs are closed, until it is cancelled, and that is no crash`, async () => {
    await under(job);
    await closeAll();
    await workbench.runCommand('IREE Replay: Focus on Runs View');
    const run = runs(new RegExp(`^\\s*runs\\s*${job} `));
    await run.hover();
    await run.getByRole('button', { name: 'Cancel Run' }).click();
    await runs(new RegExp(`^\\s*cancelled.*${job} `)).waitFor();
    await until('its engine to be gone', () => engines() === 0);
    await noCrash();
  });

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

test('a run that is removed while it runs ends, and does not come back', async () => {
  await closeAll();
  const [before, all] = [await runs('endless.ireereplay').count(), await runs('.ireereplay').count()];
  await under('Verify');
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  await chooseInContextMenu(workbench, runs(/^\s*runs\s*Verify /), 'Remove Run');
  await until('its engine to be gone', () => engines() === 0);
  // The end of the run has been told, and has put nothing back.
  await until('the end in the log', () => workbench.outputChannel().split('verify of run to run: cancelled').length === 3);
  await until('the other runs alone', async () => (await runs('endless.ireereplay').count()) === before);
  await noCrash();
  await workbench.reload();
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  await until('the runs that are kept', async () => (await runs('.ireereplay').count()) === all);
  assert.equal(await runs('endless.ireereplay').count(), before);
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
