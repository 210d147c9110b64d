/** Pages by keys alone: no pointer is used in this file. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { captureEditor, putCapture, shownCapture, type CaptureEditor } from '../e2e/captureEditor';
import { keyboardFocus, type KeyboardFocus } from '../e2e/focus';
import { measuredRun } from '../e2e/measuredRun';
import { has } from '../e2e/said';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';

let window: PagesWindow;
let editor: CaptureEditor;

before(async () => {
  window = await openWindow({ files: [], settings: { 'ireeReplay.benchmark.seconds': 0.05 } });
  focus = keyboardFocus(window);
  putCapture(window, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  await window.page.setViewportSize({ width: 1252, height: 900 });
});
after(async () => {
  await window.dispose();
});

const key = (name: string): Promise<void> => window.page.keyboard.press(name);

let focus: KeyboardFocus;
const hasKeyboard = (wanted: string): Promise<void> => focus.hasKeyboard(wanted);
const tabTo = (wanted: string, by?: string): Promise<void> => focus.tabTo(wanted, by);

test('a capture is opened, and its list has the keyboard', async () => {
  await window.openFile('block.ireereplay');
  editor = await shownCapture(window);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  await hasKeyboard('Records');
});

test('rows are gone through, opened and closed', async () => {
  await key('Home');
  await editor.headed(/^#0 session/);
  await key('ArrowDown');
  await editor.headed(/^#1 replay\.scope_begin/);
  await key('ArrowLeft');
  await until('a closed scope', async () => (await editor.selected.getAttribute('aria-expanded')) === 'false');
  await key('ArrowRight');
  await until('an open scope', async () => (await editor.selected.getAttribute('aria-expanded')) === 'true');
});

test('a search is typed, and its matches are gone through from the box and from the list', async () => {
  await key('/');
  await hasKeyboard('Search records');
  await window.page.keyboard.type('fn:*matmul*');
  await key('Enter');
  await editor.headed(/^#31 command_buffer\.dispatch/);
  await key('ArrowDown');
  await hasKeyboard('Records');
  await key(']');
  await editor.headed(/^#35 command_buffer\.dispatch/);
  await key('F3');
  await editor.headed(/^#3[6-9] |^#4\d /);
  await key('Shift+F3');
  await editor.headed(/^#35 /);
});

test('the tabs of the details are gone through, a link is followed and led back from', async () => {
  await key('Enter');
  await until('the details', async () => editor.panel.evaluate((panel) => panel === panel.ownerDocument.activeElement));
  await key('Shift+Tab');
  await hasKeyboard('Record');
  for (const name of ['Buffers', 'Disassembly', 'Source', 'Hex', 'JSON']) {
    await key('ArrowRight');
    await hasKeyboard(name);
    await has(editor.tab(name as 'Hex'), 'aria-selected', 'true');
  }
  await key('ArrowRight');
  await hasKeyboard('Record');
  await tabTo('executable 4');
  await key('Enter');
  await editor.headed(/^#11 /);
  await key('Alt+ArrowLeft');
  await editor.headed(/^#35 /);
  await key('Escape');
  await hasKeyboard('Records');
});

test('a capture is replayed, and what came of it is read', async () => {
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
  await key('F6');
  await hasKeyboard('Hide Result');
  await tabTo('#1');
  await key('Enter');
  await editor.headed(/^#1 replay\.scope_begin/);
});

test('a benchmark is started; its table is sorted and a row of it chosen', async () => {
  await key('Escape');
  await hasKeyboard('Records');
  await tabTo('Benchmark', 'Shift+Tab');
  await key('Enter');
  const run = measuredRun(window);
  await until('the verdict', async () => /^execute (takes|is not measurable)/.test(await run.verdict()));
  await hasKeyboard('Run Again');
  await tabTo('Samples');
  await key('Enter');
  await until(
    'the sorting',
    async () => (await run.view.getByRole('columnheader', { name: 'Samples' }).getAttribute('aria-sort')) === 'descending',
  );
  await hasKeyboard('Samples');
  await tabTo('Times of scopes and functions');
  await key('Home');
  await until('the row', async () => /^init (takes|is not measurable)/.test(await run.verdict()));
  await hasKeyboard('Times of scopes and functions');
  await window.screenshot('keyboard-results');
});

test('a record of it is opened in the capture, and the result is come back to', async () => {
  await tabTo('Times of scopes and functions', 'Shift+Tab');
  await key('Enter');
  await captureEditor(window).headed('#1 replay.scope_begin');
  await hasKeyboard('Records');
  await window.showTab(/^Benchmark: /);
  await until('the result', async () => /^init (takes|is not measurable)/.test(await measuredRun(window).verdict()));
});
