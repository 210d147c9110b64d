/** Prints how long a user waits in one window, of the VS Code and with the extension that the environment names: latencies.ts SMALL LARGE. */
import { copyFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { press, shownCapture, type CaptureEditor } from '../../test/e2e/captureEditor';
import { runOf } from '../../test/e2e/measuredRun';
import { startWorkbench, until, type Workbench } from '../../test/e2e/workbench';
import { keepInterface, opened, roundTrip, timed, type Opened } from './stopwatch';

/** Of each kind of editor, one of them the first of the window. */
const OPENINGS = 6;
const SELECTIONS = 20;
const REPLAYS = 5;
const RETURNS = 5;
const CANCELS = 3;
const ROUND_TRIPS = 20;
const QUERIES = ['op:dispatch', 'op:barrier', 'dispatch', 'op:execute', 'status:OK', 'bytes:>64'];

/** Of a capture that is shown. */
const ROWS = '.list .tr:not(.waiting)';

type Samples = Record<string, number[]>;

async function main(): Promise<void> {
  const [small = '', large = ''] = process.argv.slice(2);
  // Longer than until it is cancelled.
  const workbench = await startWorkbench({ files: [], settings: { 'ireeReplay.benchmark.seconds': 600 } });
  const samples: Samples = {};
  const add = (what: string, milliseconds: number): void => {
    (samples[what] ??= []).push(milliseconds);
    // Where it stands, and where it waits: a window takes minutes.
    console.error(`${what}: ${milliseconds.toFixed(0)} ms`);
  };
  try {
    await keepInterface(workbench.page);
    copyFileSync(small, path.join(workbench.folder, 'small.ireereplay'));
    copyFileSync(large, path.join(workbench.folder, 'large.ireereplay'));
    for (let i = 0; i < OPENINGS; i++) {
      const first = i === 0 ? 'first ' : '';
      const words = `text ${String(i)}`;
      writeFileSync(path.join(workbench.folder, `${words}.txt`), words);
      writeFileSync(path.join(workbench.folder, `${String(i)}.empty`), '');
      add(`${first}text`, await textShown(workbench, `${words}.txt`, words));
      for (const [kind, file] of [
        ['empty', `${String(i)}.empty`],
        ['small', 'small.ireereplay'],
        ['large', 'large.ireereplay'],
      ] as const)
        add(`${first}${kind}`, await webviewShown(workbench, file));
    }
    for (const name of ['small', 'large']) {
      await workbench.openFile(`${name}.ireereplay`);
      await used(await shownCapture(workbench), (what, milliseconds) => add(`${name} ${what}`, milliseconds));
      if (name === 'small') await replayed(await shownCapture(workbench), (milliseconds) => add('replay', milliseconds));
      for (let i = 0; i < RETURNS; i++) {
        await workbench.openFile(`${name}.ireereplay`);
        add(`${name} back`, (await cameBack(workbench, ROWS)).sinceAsked);
        // In turns: some of the pages of an older VS Code start a second later than others, whatever they show.
        await workbench.openFile('0.empty');
        const { sinceAsked, sinceItsStart } = await cameBack(workbench, '#empty');
        add('empty back', sinceAsked);
        add('empty start', sinceItsStart);
      }
      await workbench.closeEditor();
      await workbench.openFile(`${name}.ireereplay`);
      await workbench.closeEditor();
    }
    for (let i = 0; i < CANCELS; i++) {
      // A document keeps its query, and a list that comes back where it was moves under the pointer.
      const name = `benchmarked ${String(i)}.ireereplay`;
      copyFileSync(small, path.join(workbench.folder, name));
      await workbench.openFile(name);
      await benchmarked(workbench, await shownCapture(workbench), add);
      await workbench.closeEditor();
    }
  } finally {
    await workbench.dispose();
  }
  console.log(JSON.stringify(samples));
}

async function webviewShown(workbench: Workbench, file: string): Promise<number> {
  const { sinceAsked } = await opened(workbench.page, `${ROWS}, #empty`, () => workbench.openFile(file));
  await workbench.closeEditor();
  return sinceAsked;
}

async function textShown(workbench: Workbench, file: string, words: string): Promise<number> {
  const { page } = workbench;
  // Of this window, which is there already.
  const shown = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const editors = [...document.querySelectorAll('.monaco-editor .view-lines')];
          if (editors.some(({ textContent }) => textContent.replaceAll('\u00a0', ' ') === wanted))
            resolve(performance.timeOrigin + performance.now());
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    words,
  );
  const begin = performance.timeOrigin + performance.now();
  await workbench.openFile(file);
  const took = (await shown) - begin;
  await workbench.closeEditor();
  return took;
}

async function used(editor: CaptureEditor, add: (what: string, milliseconds: number) => void): Promise<void> {
  const body = editor.view.locator('body');
  for (let i = 0; i < ROUND_TRIPS; i++) add('nothing', await roundTrip(body));
  const details = { body, event: 'keydown', selector: '.dh h3', text: '^#' };
  // What the first row shows is not counted.
  await timed(details, () => press(editor, 'Home'));
  for (let i = 0; i < SELECTIONS; i++) add('details', await timed(details, () => press(editor, 'ArrowDown')));
  const query = editor.view.getByLabel('Search records');
  const count = editor.view.locator('.search .cnt');
  for (const [what, text] of [
    ['count', '\\d|No match'],
    ['answer', '^[^…]+$'],
  ] as const)
    for (const words of QUERIES) {
      await query.fill('');
      await until('no query', async () => (await count.textContent())?.trim() === '');
      add(what, await timed({ body, event: 'input', selector: '.search .cnt', text }, () => query.fill(words)));
      // The next begins when this one has ended.
      await editor.search(words);
    }
}

async function replayed(editor: CaptureEditor, add: (milliseconds: number) => void): Promise<void> {
  const wanted = { body: editor.view.locator('body'), event: 'click', selector: '.run[data-state] .sentence', text: '^Replayed on' };
  await editor.replayed();
  for (let i = 0; i < REPLAYS; i++) add(await timed(wanted, () => editor.replayButton.click()));
}

/** A tab that is left for another, and comes back. */
async function cameBack(workbench: Workbench, selector: string): Promise<Opened> {
  const { page } = workbench;
  const tabs = page.locator('.editor-group-container.active .tab');
  const name = await tabs.and(page.locator('.active')).getAttribute('data-resource-name');
  await workbench.openFile('text 0.txt');
  await page.locator('.monaco-editor .view-lines', { hasText: /^text.0$/ }).waitFor();
  return opened(page, selector, () => tabs.and(page.locator(`[data-resource-name=${JSON.stringify(name)}]`)).click());
}

/** A benchmark, cancelled; its page, left and shown again. */
async function benchmarked(workbench: Workbench, editor: CaptureEditor, add: (what: string, milliseconds: number) => void): Promise<void> {
  const run = await runOf(workbench, () => editor.chooseInMenu(editor.row(/scope\s+execute/), 'Benchmark'));
  await run.rows('rows').first().waitFor();
  const body = run.view.locator('body');
  const wanted = { body, event: 'click', selector: '.verdict h1', text: '^Cancell(ing|ed)' };
  add('cancel', await timed(wanted, () => run.view.locator('vscode-button.cancel').click()));
  await run.verdict();
  const figures = 'table[data-table="rows"] tbody tr';
  for (let i = 0; i < RETURNS; i++) {
    const { sinceAsked, sinceItsStart } = await cameBack(workbench, figures);
    add('result back', sinceAsked);
    add('result start', sinceItsStart);
  }
}

void main();
