/** Prints how long a user waits in one window, of the VS Code and with the extension that the environment names: latencies.ts SMALL LARGE. */
import { copyFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { press, shownCapture, type CaptureEditor } from '../../test/e2e/captureEditor';
import { startWorkbench, until, type Workbench } from '../../test/e2e/workbench';
import { keepInterface, opened, roundTrip, timed } from './stopwatch';

/** Of each kind of editor, one of them the first of the window. */
const OPENINGS = 6;
const SELECTIONS = 20;
const REPLAYS = 5;
const ROUND_TRIPS = 20;
const QUERIES = ['op:dispatch', 'op:barrier', 'dispatch', 'op:execute', 'status:OK', 'bytes:>64'];

type Samples = Record<string, number[]>;

async function main(): Promise<void> {
  const [small = '', large = ''] = process.argv.slice(2);
  const workbench = await startWorkbench({ files: [] });
  const samples: Samples = {};
  const add = (what: string, milliseconds: number): void => void (samples[what] ??= []).push(milliseconds);
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
      await workbench.closeEditor();
    }
  } finally {
    await workbench.dispose();
  }
  console.log(JSON.stringify(samples));
}

async function webviewShown(workbench: Workbench, file: string): Promise<number> {
  const took = await opened(workbench.page, '.list .tr:not(.waiting), #empty', () => workbench.openFile(file));
  await workbench.closeEditor();
  return took;
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

void main();
