/** A workspace that is not trusted: whatever its pages ask for, nothing is executed. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { CaptureHost } from '../../../protocol/capture/capture';
import { DEFAULT_SETTINGS } from '../../../protocol/replay/replay';
import type { ResultsHost, RunOf } from '../../../protocol/results/results';
import { putCapture, shownCapture } from '../captureEditor';
import { answerFileDialog } from '../fileDialog';
import { keyboardFocus } from '../focus';
import { startWorkbench, until, type Workbench } from '../workbench';

const kernels = path.resolve(__dirname, '..', '..', 'fixtures', 'models', 'mm256', 'kernels');

let workbench: Workbench;
let capture: string;
let candidate: string;

before(async () => {
  workbench = await startWorkbench({ files: [], trusted: false, settings: { 'workbench.editor.useModal': 'off' } });
  putCapture(workbench, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  capture = path.join(workbench.folder, 'mm256.ireereplay');
  candidate = path.join(workbench.folder, 'tile.so');
  copyFileSync(path.join(kernels, 'tile.so'), candidate);
  // A page gives its way to the host away, so that the tests can ask what its buttons would.
  await workbench.page.addInitScript({
    content: `Object.defineProperty(globalThis, 'acquireVsCodeApi', {
      configurable: true,
      set(make) {
        const once = () => {
          const api = make();
          globalThis.postToHost = api.postMessage;
          return api;
        };
        Object.defineProperty(globalThis, 'acquireVsCodeApi', { configurable: true, value: once });
      },
    });`,
  });
});
after(async () => {
  await workbench.dispose();
});

/** A run of an earlier session, in which the folder was trusted. */
function keptRun(): RunOf<'substitute'> {
  const run = { capture, devices: ['local-sync'], fileRemaps: [] };
  return {
    ...{ job: 'substitute', id: 'kept', capture, subject: 'tile.so for executable 4', started: '2026-01-01T00:00:00.000Z' },
    settings: DEFAULT_SETTINGS,
    options: { run, candidates: [{ name: 'tile.so', substitutions: [`4=${candidate}`] }] },
    state: { state: 'cancelled' },
    commandLine: 'ireereplay substitute',
  };
}

const dataDir = (): string => path.join(path.dirname(workbench.folder), 'data');

/** Engine processes of this workbench. */
function engines(): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return command.includes(dataDir()) && command.includes('engine.js');
      } catch {
        return false; // It has ended meanwhile.
      }
    });
}

/** Asks the host what a page of its own would, in place of the page that is shown. */
async function ask(method: string, params: unknown): Promise<void> {
  await workbench
    .webview()
    .locator('body')
    .evaluate(
      (_, message) => {
        const { postToHost } = globalThis as unknown as { postToHost: (message: unknown) => void };
        postToHost({ rpc: 'open', session: message.session });
        postToHost({ rpc: 'call', session: message.session, id: 1, method: message.method, params: message.params });
      },
      { session: `test ${method}`, method, params },
    );
}

const keptRuns = (): Locator => workbench.page.locator('.pane-body .monaco-list-row', { hasText: 'tile.so for executable 4' });

/** Opens the run that was kept. Rows move while runs come, and the hover of the one under the pointer covers those beside it. */
async function openKept(): Promise<void> {
  await workbench.page.mouse.move(800, 500);
  await keptRuns().last().click();
}

const refusedRuns = () => workbench.page.locator('.pane-body .monaco-list-row', { hasText: /refused.*tile\.so for executable 4/ });

test('every method that the page of a result may call executes nothing', async () => {
  // Runs are read when the first capture opens.
  const storage = path.join(dataDir(), 'data', 'User', 'workspaceStorage');
  for (const id of readdirSync(storage)) {
    const folder = path.join(storage, id, 'iree-replay.iree-replay');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'runs.jsonl'), `${JSON.stringify({ version: 1, ...keptRun() })}\ntorn {\n`);
  }
  await workbench.openFile('mm256.ireereplay');
  await shownCapture(workbench);
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  await keptRuns().first().waitFor();
  await workbench.page.getByText('Kept runs that cannot be read, and are not shown: 1.').waitFor();
  let runs = 0;
  /** Calls a method, which makes so many runs, each of them refused. */
  const called = async (method: keyof ResultsHost, params: unknown, made = 0, answer?: () => Promise<void>): Promise<void> => {
    // Other runs are shown as they come: back to the one that was kept.
    await openKept();
    await workbench.page.locator('.tabs-container .tab.active', { hasText: 'tile.so for executable 4' }).waitFor();
    // A page that takes the keyboard later would close what is asked, and one that is slow to come may not take it at all.
    await workbench
      .webview()
      .locator('.verdict')
      .click({ position: { x: 2, y: 2 } });
    await until('the keyboard in the page', async () => (await keyboardFocus(workbench).focused()) !== undefined);
    await ask(method, params);
    await answer?.();
    runs += made;
    await until(`${String(runs)} refused runs after ${method}`, async () => (await refusedRuns().count()) === runs);
    assert.deepEqual(engines(), [], method);
    await workbench.page.keyboard.press('Escape');
  };
  const pick = async (text: string): Promise<void> =>
    workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).click();
  const methods: { readonly [Method in keyof ResultsHost]: () => Promise<void> } = {
    start: () => called('start', undefined),
    focused: () => called('focused', { focused: false }),
    repeat: () => called('repeat', undefined, 1),
    tryWorkgroupCount: () => called('tryWorkgroupCount', { workgroupCount: 'matmul_dispatch_0_matmul_256x256x256_f32=4,4,1' }, 1),
    // The run is no benchmark.
    breakDown: () => called('breakDown', undefined),
    changeComparison: () => called('changeComparison', undefined, 1, () => pick('Bit-Equal')),
    chooseCandidate: () =>
      called('chooseCandidate', undefined, 1, () => answerFileDialog(workbench, 'File in Place of Executable 4', candidate, 'Substitute')),
    toggleOnSave: async () => {
      await called('toggleOnSave', undefined);
      await workbench.page.locator('.statusbar-item', { hasText: path.basename(candidate) }).waitFor();
      writeFileSync(candidate, readFileSync(candidate));
      runs++;
      await until('the run of a save to be refused', async () => (await refusedRuns().count()) === runs);
      assert.deepEqual(engines(), []);
      await called('toggleOnSave', undefined);
    },
    cancel: () => called('cancel', undefined),
    roof: () => called('roof', undefined),
    measureRoof: () => called('measureRoof', undefined),
    giveOperations: () => called('giveOperations', { functions: ['matmul_dispatch_0_matmul_256x256x256_f32'] }),
    // The run has recorded none.
    openProfile: () => called('openProfile', undefined),
    compare: () => called('compare', undefined),
    compareRuns: () => called('compareRuns', { a: '1', b: '2' }),
    bisect: () => called('bisect', { record: 17 }),
    extractDispatch: () => called('extractDispatch', { record: 27 }),
    openRecord: () => called('openRecord', { record: 17 }),
    openSource: () => called('openSource', { file: candidate, line: 1, column: 1 }),
    // The run lacked no compiler: nothing is asked.
    pickCompiler: () => called('pickCompiler', undefined),
    openCompilerSetting: () => called('openCompilerSetting', undefined),
    copyText: () => called('copyText', { text: 'text' }),
    exportReport: () => called('exportReport', undefined),
    save: () => called('save', { name: 'x.csv', bytes: new Uint8Array() }),
    showOutput: () => called('showOutput', undefined),
  };
  for (const call of Object.values(methods)) await call();
  await workbench.screenshot('restricted-runs');
});

test('nor does any that the page of a capture may call', async () => {
  await workbench.openFile('mm256.ireereplay');
  await shownCapture(workbench);
  const methods: readonly (readonly [method: keyof CaptureHost, params: unknown])[] = [
    ['inspect', { key: '17' }],
    ['elements', { range: 0, moment: 'before', type: 'f32', from: 0, count: 1 }],
    ['remedies', undefined],
    ['run', { command: 'checkFiles' }],
    ['run', { command: 'replay' }],
    ['run', { command: 'replayUpTo', key: '17' }],
    ['run', { command: 'benchmarkCapture' }],
    ['run', { command: 'profileCapture' }],
    ['run', { command: 'profileDispatch', key: '17' }],
  ];
  for (const [method, params] of methods) {
    await ask(method, params);
    await workbench.page.waitForTimeout(300);
    assert.deepEqual(engines(), [], method);
  }
  // A page that is loaded again is told how the replay ended.
  await openKept();
  await workbench.webview().locator('.verdict').waitFor();
  await workbench.openFile('mm256.ireereplay');
  const editor = await shownCapture(workbench);
  const sentence = editor.view.locator('.run[data-state] .sentence', {
    hasText: 'Not replayed: 1 problem found before the first operation',
  });
  await sentence.waitFor();
  await workbench.screenshot('restricted-replay');
});

test('when the workspace is trusted, the same runs', async () => {
  await workbench.runCommand('Workspaces: Manage Workspace Trust');
  await workbench.page
    .locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ })
    .first()
    .click();
  await workbench.runCommand('IREE Replay: Focus on Runs View');
  await openKept();
  await workbench.webview().locator('.verdict').waitFor();
  await ask('repeat', undefined);
  await until('an engine', () => engines().length > 0);
});
