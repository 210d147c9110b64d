/** Tabs that are closed and runs that are removed while something is done: it ends, and nobody is told of a crash. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { putCapture, shownCapture, type CaptureEditor } from '../e2e/captureEditor';
import { measuredRun, runOf } from '../e2e/measuredRun';
import { busiestThread, isEngine, processesBelow, type Process } from '../e2e/processes';
import { ENDLESS_LOOP, withKernel } from '../e2e/smallKernel';
import type { ViewRow } from './vscode/views';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';
import { present } from '../present';

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: ['small.ireereplay', 'kernels/elementwise_mul.so'] });
  await window.page.setViewportSize({ width: 1600, height: 1000 });
  putCapture(window, 'small.ireereplay', 'endless.ireereplay', withKernel(ENDLESS_LOOP));
});
after(async () => {
  await window.dispose();
});

/** No thread of an engine process but one in a kernel uses as much processor time before it ends. */
const EXECUTES_SECONDS = 0.2;

/** Engine processes of this window. */
const engineProcesses = (): readonly Process[] => processesBelow(process.pid).filter(isEngine);
const engines = (): number => engineProcesses().length;

/** Runs of the Runs view, as their rows say it. */
const runs = async (words: RegExp): Promise<readonly ViewRow[]> =>
  (await window.rows('runs')).filter(({ label, description }) => words.test(`${label} ${description}`));

async function onlyRun(words: RegExp): Promise<ViewRow> {
  const [run, ...others] = await runs(words);
  assert.equal(others.length, 0);
  return present(run, `run ${String(words)}`);
}

function noCrash(): void {
  assert.doesNotMatch(window.outputChannel(), /ended the engine process|crashed/);
  assert.deepEqual(
    window.answers.messages.filter((text) => text.includes('ended the engine process')),
    [],
  );
}

async function closeAll(): Promise<void> {
  while (window.tabs.length > 0) await window.closeEditor();
}

async function endless(): Promise<CaptureEditor> {
  await window.openFile('endless.ireereplay');
  return shownCapture(window);
}

/** Starts a verification or a substitution that never ends, and waits until it is under way. */
const starts = {
  Verify: async (editor: CaptureEditor): Promise<void> => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
    await window.answers.choose('Verify Results', /^Run-to-Run/);
  },
  Substitute: async (editor: CaptureEditor): Promise<void> => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
    await window.answers.files('File to Use Instead of Executable 4', 'elementwise_mul.so');
  },
  Benchmark: async (editor: CaptureEditor): Promise<void> => {
    await editor.chooseInMenu(editor.row(/scope\s+execute/), 'Benchmark');
  },
};

async function under(job: keyof typeof starts): Promise<void> {
  const editor = await endless();
  const run = await runOf(window, () => starts[job](editor));
  await run.view.locator('.verdict[data-state=running]').waitFor();
  await untilItExecutes();
}

/** A job that is cancelled before it executes anything leaves its engine process to the next one. */
async function untilItExecutes(): Promise<void> {
  await until('an engine in the kernel that never returns', () => {
    const all = engineProcesses();
    return all.length === 1 && all.every(({ pid }) => busiestThread(pid) >= EXECUTES_SECONDS);
  });
}

test('a tab that is closed while its capture is replayed cancels the replay, and that is no crash', async () => {
  const editor = await endless();
  await editor.replayButton.click();
  await until('an engine', () => engines() === 1);
  await editor.view.locator('vscode-button', { hasText: 'Cancel' }).first().waitFor();
  await closeAll();
  await until('its engine to be gone', () => engines() === 0);
  await until('the end in the log', () => window.outputChannel().includes('endless.ireereplay: The replay was cancelled.'));
  noCrash();
});

/** Inspects the dispatch that never returns. */
async function inspecting(): Promise<CaptureEditor> {
  const editor = await endless();
  await editor.row('queue_dispatch').locator('.op').click();
  await editor.headed('#27 device.queue_dispatch');
  await editor.tab('Buffers').click();
  await editor.view.locator('vscode-button.inspect').click();
  await editor.panel.locator('vscode-button', { hasText: 'Cancel' }).waitFor();
  await untilItExecutes();
  return editor;
}

test('a tab that is closed while a dispatch is inspected cancels the inspection, and that is no crash', async () => {
  await inspecting();
  await closeAll();
  await until('its engine to be gone', () => engines() === 0);
  await until('the end in the log', () => window.outputChannel().includes('endless.ireereplay: inspected record 27: cancelled'));
  noCrash();
});

test('an inspection that goes on when the window is loaded again ends, and can be asked for again', async () => {
  const editor = await inspecting();
  await until('the selection to be kept', () => {
    const view = window.workspaceState.keys().find((key) => /^ireeReplay\.captureView .*endless/.test(key)) ?? '';
    return JSON.stringify(window.workspaceState.get(view)).includes('27');
  });
  await window.reload();
  await until('its engine to be gone', () => engines() === 0);
  await editor.headed('#27 device.queue_dispatch');
  await editor.view.locator('vscode-button.inspect').waitFor();
  noCrash();
});

for (const job of ['Verify', 'Substitute'] as const) {
  test(`${job} goes on when its tabs are closed, until it is cancelled, and that is no crash`, async () => {
    await under(job);
    await closeAll();
    (await onlyRun(new RegExp(`^runs ${job} `))).choose('Cancel Run');
    await until('the cancelled run', async () => (await runs(new RegExp(`^cancelled.*${job} `, 'i'))).length === 1);
    await until('its engine to be gone', () => engines() === 0);
    noCrash();
  });
}

for (const job of ['Verify', 'Substitute', 'Benchmark'] as const) {
  test(`${job} whose window ends without a word is kept as interrupted, and its tab comes back`, async () => {
    await closeAll();
    await under(job);
    // What is kept while it goes on is all that a process leaves that is ended.
    const file = path.join(window.storage, 'runs.jsonl');
    const left = readFileSync(file, 'utf8');
    await window.reload();
    await until('its engine to be gone', () => engines() === 0);
    await until('the end that was told', () => readFileSync(file, 'utf8') !== left);
    // Nobody has process 0.
    writeFileSync(file, left.replaceAll(/"owner":"\d+/g, '"owner":"0'));
    await window.reload();
    await window.tab(`${job}: `);
    await measuredRun(window).ends(/^Interrupted/);
    assert.equal((await runs(new RegExp(`^interrupted ${job} `))).length, 1);
    noCrash();
  });
}

test('a run that is removed while it runs ends, and does not come back', async () => {
  await closeAll();
  const told = (): number => window.outputChannel().split('verify of run to run: cancelled').length;
  const before = { told: told(), endless: (await runs(/endless\.ireereplay/)).length, all: (await runs(/\.ireereplay/)).length };
  await under('Verify');
  (await onlyRun(/^runs Verify /)).choose('Remove Run');
  await until('its engine to be gone', () => engines() === 0);
  // The end of the run has been told, and has put nothing back.
  await until('the end in the log', () => told() > before.told);
  await until('the other runs alone', async () => (await runs(/endless\.ireereplay/)).length === before.endless);
  noCrash();
  await window.reload();
  assert.equal((await runs(/\.ireereplay/)).length, before.all);
  assert.equal((await runs(/endless\.ireereplay/)).length, before.endless);
});
