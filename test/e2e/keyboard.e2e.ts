/** Through VS Code and the pages by keys alone: no pointer is used in this file. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { captureEditor, putCapture, shownCapture, type CaptureEditor } from './captureEditor';
import { keyboardFocus, type KeyboardFocus } from './focus';
import { measuredRun } from './measuredRun';
import { startWorkbench, until, type Workbench } from './workbench';

let workbench: Workbench;
let editor: CaptureEditor;

before(async () => {
  workbench = await startWorkbench({ files: [], settings: { 'ireeReplay.benchmark.seconds': 0.05 } });
  focus = keyboardFocus(workbench);
  putCapture(workbench, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

const key = (name: string): Promise<void> => workbench.page.keyboard.press(name);

let focus: KeyboardFocus;
const hasKeyboard = (wanted: string): Promise<void> => focus.hasKeyboard(wanted);
const tabTo = (wanted: string, by?: string): Promise<void> => focus.tabTo(wanted, by);

/** The part of the workbench that has the keyboard; a page counts as none. */
const part = (): Promise<string | undefined> =>
  workbench.page.evaluate(() => document.activeElement?.closest('.part')?.id.replace('workbench.parts.', ''));

const untilIn = (wanted: string): Promise<unknown> =>
  until(`the keyboard in ${wanted}`, async () => {
    const now = await part();
    if (now === wanted) return now;
    throw new Error(`it is in ${String(now)}`);
  });

/**
 * VS Code looks four times a second whether a webview has the keyboard. What is told of its loss within 50 ms after the webview was
 * given it again takes it from the page; and where a key leads out of a page depends on what the extension said of it when it came:
 * nobody comes and goes as fast as a test does.
 */
const noticedByVSCode = (): Promise<void> => workbench.page.waitForTimeout(1000);

/** Answers VS Code's file dialog, which is a quick input here. */
async function typeFile(title: string, file: string): Promise<void> {
  const dialog = workbench.page.locator('.quick-input-widget', { hasText: title });
  // It writes where it stands into its input once it knows what is there, over what was typed until then.
  await dialog.locator('.monaco-list-row').first().waitFor();
  await until(`${file} in the dialog`, async () => {
    await dialog.locator('input').first().fill(file);
    return (await dialog.locator('input').first().inputValue()) === file;
  });
  await until('the dialog to take it', async () => {
    if (!(await dialog.isVisible())) return true;
    await key('Enter');
    await workbench.page.waitForTimeout(500);
    return false;
  });
}

test('a capture is opened, and its list has the keyboard', async () => {
  await workbench.openFile('block.ireereplay');
  editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  await hasKeyboard('Records');
});

test('F6 goes through the parts of the page, then of VS Code, and comes back; Shift+F6 the other way', async () => {
  await key('Home');
  await editor.headed(/^#0 session/);
  await key('F6');
  await until('the details', async () => editor.panel.evaluate((panel) => panel === panel.ownerDocument.activeElement));
  for (const name of ['statusbar', 'activitybar', 'sidebar']) {
    await key('F6');
    await untilIn(name);
  }
  await noticedByVSCode();
  await key('F6');
  await until('the page, where it was left', async () => editor.panel.evaluate((panel) => panel === panel.ownerDocument.activeElement));
  await noticedByVSCode();
  await key('Shift+F6');
  await hasKeyboard('Records');
  await key('Shift+F6');
  await hasKeyboard('Replay');
  await key('Shift+F6');
  await until('the health line', async () => editor.view.locator('[data-part=health] :focus').isVisible());
  await key('Shift+F6');
  await untilIn('sidebar');
  await noticedByVSCode();
  await key('F6');
  await until('the health line', async () => editor.view.locator('[data-part=health] :focus').isVisible());
});

test('Ctrl+Shift+C is left to VS Code', async () => {
  const before = workbench.page.locator('.statusbar', { hasText: 'Command line copied' });
  await key('Control+Shift+C');
  await workbench.page.waitForTimeout(500);
  assert.equal(await before.count(), 0);
});

test('a capture is replayed, and a benchmark of it started, whose page has the keyboard', async () => {
  await key('Escape');
  await hasKeyboard('Records');
  assert.match(
    await editor.replayed(async () => {
      await key('Shift+F6');
      await hasKeyboard('Replay');
      await key('Enter');
    }),
    /^Replayed on local-sync/,
  );
  await key('Escape');
  await hasKeyboard('Records');
  await tabTo('Benchmark', 'Shift+Tab');
  await key('Enter');
  const run = measuredRun(workbench);
  await until('the verdict', async () => /^execute (takes|is not measurable)/.test(await run.verdict()));
  await hasKeyboard('Run Again');
  await workbench.screenshot('keyboard-results');
});

test('it is exported', async () => {
  await tabTo('CSV');
  await key('Enter');
  const file = path.join(workbench.folder, 'keys.csv');
  await typeFile('Export', file);
  await until('the file', () => existsSync(file) && readFileSync(file, 'utf8').includes('"Median, ns"'));
  await hasKeyboard('CSV');
});

test('a record of it is opened in the capture, and the result is come back to', async () => {
  await tabTo('Times of scopes and functions', 'Shift+Tab');
  await key('Home');
  await until('the row', async () => /^init (takes|is not measurable)/.test(await measuredRun(workbench).verdict()));
  await key('Enter');
  await captureEditor(workbench).headed('#1 replay.scope_begin');
  await hasKeyboard('Records');
  await workbench.runCommand('View: Open Previous Recently Used Editor');
  await until('the result', async () => /^init (takes|is not measurable)/.test(await measuredRun(workbench).verdict()));
});
