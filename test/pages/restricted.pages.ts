/** A workspace that is not trusted: whatever its pages ask for, nothing is executed. */
import assert from 'node:assert/strict';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { CaptureHost } from '../../protocol/capture/capture';
import { DEFAULT_SETTINGS } from '../../protocol/replay/replay';
import type { ResultsHost, RunOf } from '../../protocol/results/results';
import { putCapture, shownCapture } from '../e2e/captureEditor';
import { isEngine, processesBelow } from '../e2e/processes';
import { says } from '../e2e/said';
import { until } from '../e2e/until';
import type { ViewRow } from './vscode/views';
import { openWindow, type PagesWindow } from './window';
import { present } from '../present';

const fixtures = path.resolve(__dirname, '..', 'fixtures');
const kernels = path.join(fixtures, 'models', 'mm256', 'kernels');

let window: PagesWindow;
let capture: string;
let candidate: string;

before(async () => {
  window = await openWindow({ files: [], trusted: false });
  putCapture(window, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  capture = path.join(window.folder, 'mm256.ireereplay');
  candidate = path.join(window.folder, 'tile.so');
  copyFileSync(path.join(kernels, 'tile.so'), candidate);
  // A page gives its way to the host away, so that the tests can ask what its buttons would.
  await window.page.context().addInitScript({
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
  await window.dispose();
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

/** Engine processes of this window. */
const engines = (): readonly string[] => {
  const all = processesBelow(process.pid).filter(isEngine);
  return all.map(({ commandLine }) => commandLine);
};

/** Asks the host what a page of its own would, in place of the page that is shown; resolves when the host has answered. */
async function ask(method: string, params: unknown): Promise<void> {
  const answered = window
    .webview()
    .locator('body')
    .evaluate(
      (_, message) => {
        const { postToHost } = globalThis as unknown as { postToHost: (message: unknown) => void };
        const { session } = message;
        return new Promise<void>((resolve) => {
          addEventListener('message', ({ data }: MessageEvent<{ session: string; rpc: string; id: number }>) => {
            if (data.session === session && ['ok', 'error'].includes(data.rpc)) resolve();
          });
          postToHost({ rpc: 'open', session });
          postToHost({ rpc: 'call', session, id: 1, method: message.method, params: message.params });
        });
      },
      { session: `test ${method}`, method, params },
    );
  // What is shown in place of the page takes the answer with it.
  await answered.catch(() => undefined);
}

const rows = async (words: RegExp): Promise<readonly ViewRow[]> =>
  (await window.rows('runs')).filter(({ label, description }) => words.test(`${label} ${description}`));

async function openKept(): Promise<void> {
  const [kept] = (await rows(/tile\.so for executable 4/)).toReversed();
  await present(kept, 'run').open();
  await window.tab('tile.so for executable 4');
  await window.webview().locator('.verdict').waitFor();
}

const refusedRuns = async (): Promise<number> => (await rows(/refused.*tile\.so for executable 4/)).length;

test('every method that the page of a result may call executes nothing', async () => {
  // Runs are read when the first capture opens.
  mkdirSync(window.storage, { recursive: true });
  writeFileSync(path.join(window.storage, 'runs.jsonl'), `${JSON.stringify({ version: 1, ...keptRun() })}\ntorn {\n`);
  await window.openFile('mm256.ireereplay');
  await shownCapture(window);
  await until('the kept run', async () => (await rows(/tile\.so for executable 4/)).length === 1);
  assert.equal(window.listMessage('runs'), 'Runs that cannot be read are left out: 1. The log says why.');
  let runs = 0;
  /** Calls a method, which makes so many runs, each of them refused. */
  const called = async (method: keyof ResultsHost, params: unknown, made = 0, answer?: () => Promise<void>): Promise<void> => {
    // Other runs are shown as they come: back to the one that was kept.
    await openKept();
    let answered = false;
    const asked = ask(method, params).then(() => (answered = true));
    await answer?.();
    await until(`the answer to ${method}, or a question`, () => answered || window.answers.asked.length > 0);
    if (window.answers.asked.length > 0) await window.answers.escape(/^/);
    await asked;
    runs += made;
    await until(`${String(runs)} refused runs after ${method}`, async () => (await refusedRuns()) === runs);
    assert.deepEqual(engines(), [], method);
  };
  const methods: { readonly [Method in keyof ResultsHost]: () => Promise<void> } = {
    start: () => called('start', undefined),
    focused: () => called('focused', { focused: false }),
    repeat: () => called('repeat', undefined, 1),
    tryWorkgroupCount: () => called('tryWorkgroupCount', { workgroupCount: 'matmul_dispatch_0_matmul_256x256x256_f32=4,4,1' }, 1),
    // The run is no benchmark.
    breakDown: () => called('breakDown', undefined),
    changeComparison: () => called('changeComparison', undefined, 1, () => window.answers.choose(/^/, 'Bit-Equal')),
    chooseCandidate: () =>
      called('chooseCandidate', undefined, 1, () => window.answers.files('File to Use Instead of Executable 4', candidate)),
    toggleOnSave: async () => {
      await called('toggleOnSave', undefined);
      await until('its word in the status bar', () => window.statusItems.some(({ text }) => text.includes(path.basename(candidate))));
      writeFileSync(candidate, readFileSync(candidate));
      runs++;
      await until('the run of a save to be refused', async () => (await refusedRuns()) === runs);
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
});

test('nor does any that the page of a capture may call', async () => {
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
    // A run that was refused is shown in its place.
    await window.openFile('mm256.ireereplay');
    await shownCapture(window);
    await ask(method, params);
    assert.deepEqual(engines(), [], method);
  }
  // A page that is loaded again is told how the replay ended.
  await openKept();
  await window.openFile('mm256.ireereplay');
  const editor = await shownCapture(window);
  await editor.view
    .locator('.run[data-state] .sentence', { hasText: 'Not replayed: 1 problem found before the first operation' })
    .waitFor();
  await until('the refused benchmark', async () => (await rows(/refused.*Benchmark the capture/)).length === 1);
  await until('the refused profiles', async () => (await rows(/refused.*Profile/)).length === 2);
  assert.deepEqual(engines(), []);
});

test("LLVM's program is not started for a recorded kernel, which is said", async () => {
  const recording = path.join(window.folder, 'saxpy');
  cpSync(path.join(fixtures, 'neighbours', 'llvm', 'llvm16-saxpy'), recording, { recursive: true });
  const [name] = readdirSync(recording).filter((file) => file.endsWith('.json'));
  await window.openFile(path.join('saxpy', present(name, 'descriptor')));
  await window.runCommand('IREE Replay: Open as Kernel Recording');
  const result = window.webview().getByRole('status', { name: 'Result of the replay' });
  for (const job of ['Verify', 'Benchmark', 'Sweep']) {
    await window.webview().getByRole('button', { name: job }).click();
    await says(result, /LLVM executes the recorded kernel to replay it\. That needs a trusted workspace\./);
    assert.ok(!(await result.getByRole('button').isVisible()));
    assert.match(window.outputChannel(), new RegExp(`${job.toLowerCase()} by LLVM: refused`));
    assert.deepEqual(engines(), [], job);
  }
});

test('when the workspace is trusted, the same runs', async () => {
  window.trust();
  await openKept();
  await ask('repeat', undefined);
  await until('an engine', () => engines().length > 0);
});
