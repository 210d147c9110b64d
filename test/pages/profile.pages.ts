import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { counted } from '../e2e/counted';
import { captureEditor } from '../e2e/captureEditor';
import { profileEditor, recordProfile, shownProfile, type ProfileEditor } from '../e2e/profileEditor';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';
import { has, says } from '../e2e/said';
import { wordsOf } from '../e2e/wordsOf';

let window: PagesWindow;
let editor: ProfileEditor;

before(async () => {
  window = await openWindow({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  await window.page.setViewportSize({ width: 1600, height: 1000 });
  recordProfile(window, { fixture: 'models/block/block.sync.ireereplay', name: 'block' });
});
after(async () => {
  await window.dispose();
});

const key = (name: string): Promise<void> => window.page.keyboard.press(name);

test('a profile opens in its editor, and says first that it is complete', async () => {
  await window.openFile('block.ireeprof');
  editor = await shownProfile(window);
  const header = await editor.header();
  assert.match(header, /^Complete: 0 dropped, 0 truncated profile 1\.6 local-task /);
  assert.match(header, /16 dispatches \d+\.\d %/);
  assert.match(header, /6 submissions 1 queue, \d workers? high water [\d.]+ MiB replay of block\.ireereplay \d+ events, opened in/);
});

test('the largest causes are what one reads first, with where to look', async () => {
  const causes = editor.view.locator('.causes li');
  await causes.first().waitFor();
  assert.ok((await causes.count()) <= 8);
  await says(causes.first(), /\d/);
  await window.screenshot('profile');
});

test('what took most of the time stands beside them, and leads to its dispatches', async () => {
  await editor.deselected();
  const most = editor.view.getByRole('region', { name: /^Most of the time/ });
  await says(most.locator('dt').first(), /^\d+\.\d %$/);
  const name = (await most.getByRole('button').first().getAttribute('title')) ?? '';
  await most.getByRole('button').first().click();
  await editor.headed(/^Dispatch, event \d+$/);
  await until('its row to be marked', async () => (await editor.drawnRows()).find(({ marked }) => marked)?.cells['fn']?.includes(name));
  await editor.canvas.focus();
  await key('Escape');
  await editor.deselected();
  await editor.lower('Explain');
});

test('a slice is selected by a click, and told with its numbers, its record and its place', async () => {
  // How long each takes depends on the machine: the one that is clicked is first brought into view.
  await editor.search('fn:*softmax*');
  await editor.view.getByLabel('Search the timeline').press('Enter');
  await until('it to be found', async () => (await wordsOf(editor.view.locator('.subject'))).includes('softmax'));
  await editor.view.getByLabel('Clear the query').click();
  await editor.canvas.focus();
  await key('f');
  await key('Escape');
  await editor.deselected();
  // Where two dispatches overlapped it lies in the upper or the lower half of the track.
  const isChosen = async (): Promise<boolean> => /^Dispatch, event \d+$/.test(await wordsOf(editor.view.locator('.dh h3')));
  for (const down of [0.25, 0.75]) {
    await editor.clickTrack('dispatches', 0.5, down);
    if (await until('what the click chose', isChosen, 5).catch(() => false)) break;
  }
  await until('the slice that was clicked', isChosen);
  const panel = editor.view.locator('#details-panel');
  const words = await wordsOf(panel);
  assert.match(words, /Duration [\d,]+ ns/);
  assert.match(words, /Record record #\d+/);
  await panel.getByRole('img', { name: /^Durations of \d+ slices? of block\$async_dispatch_/ }).waitFor();
  await says(editor.view.locator('.subject'), /^block\$async_dispatch_\d+/);
});

test('arrow keys go from slice to slice, and say what they are on', async () => {
  const clicked = await editor.headed(/^Dispatch, event \d+$/);
  await editor.canvas.focus();
  await key('Home');
  const first = await until('the first slice', async () => {
    const now = await wordsOf(editor.view.locator('.dh h3'));
    return now !== clicked && now;
  });
  await key('ArrowRight');
  await until('the next slice', async () => (await wordsOf(editor.view.locator('.dh h3'))) !== first);
  await until('what it is to be said', async () => (await wordsOf(editor.view.locator('.announcer'))).includes('dispatch'));
  await key('ArrowLeft');
  await editor.headed(first);
});

test('the view is panned and zoomed, by keys and by the wheel, and comes back', async () => {
  await editor.canvas.focus();
  await key('0');
  // A view is told once it rests, after a third of a second.
  const rests = async (): Promise<string> =>
    until('the view to rest', async () => {
      const now = await editor.shown();
      await window.page.waitForTimeout(700);
      return (await editor.shown()) === now && now;
    });
  const whole = await rests();
  const other = async (than: string): Promise<string> =>
    until('another part in view', async () => {
      const now = await rests();
      return now !== than && now;
    });
  await key('f');
  const slice = await other(whole);
  await key('d');
  const later = await other(slice);
  await key('s');
  const wider = await other(later);
  await editor.canvas.hover();
  await window.page.keyboard.down('Control');
  await window.page.mouse.wheel(0, -400);
  await window.page.keyboard.up('Control');
  await other(wider);
  await key('0');
  await until('all of it', async () => (await editor.shown()) === whole);
});

test('a search marks all that matches, and goes from one to the next', async () => {
  const found = await editor.search('fn:*softmax*');
  assert.match(found, /^\d+ found$/);
  await editor.view.getByLabel('Search the timeline').press('Enter');
  const count = editor.view.locator('.toolbar .cnt');
  const all = found.replace(' found', '');
  await until('the first', async () => (await wordsOf(count)).endsWith(` of ${all}`));
  const first = await wordsOf(count);
  await until('its details', async () => (await wordsOf(editor.view.locator('.subject'))).includes('softmax'));
  if (all !== '1') {
    await editor.view.getByLabel('Next match').click();
    await until('another', async () => (await wordsOf(count)) !== first);
    await editor.view.getByLabel('Previous match').click();
    await until('the first again', async () => (await wordsOf(count)) === first);
  }
  await window.screenshot('profile-search');
  assert.equal(await editor.search('no such function'), 'No match');
  await editor.view.getByLabel('Clear the query').click();
});

test('functions are sorted by a header, and filtered by words and numbers', async () => {
  await editor.lower('Dispatches');
  await editor.rows.first().waitFor();
  await counted(editor.rows, 11);
  const maxima = async (): Promise<readonly number[]> => (await editor.column('max')).map(Number);
  const header = editor.view.locator('#lower-grid .thead [data-column="max"]');
  /** Rows stand until the core has sorted others. */
  const sorted = (what: string, direction: string, compare: (a: number, b: number) => number): Promise<unknown> =>
    until(what, async () => {
      const [stand, said] = [await maxima(), await header.getAttribute('aria-sort')];
      if (said === direction && isDeepStrictEqual(stand, stand.toSorted(compare))) return true;
      throw new Error(`${String(said)}: ${stand.join(', ')}`);
    });
  await header.getByRole('button').click();
  await sorted('the longest first', 'descending', (a, b) => b - a);
  await header.getByRole('button').click();
  await sorted('the shortest first', 'ascending', (a, b) => a - b);
  await editor.view.getByLabel('Filter the table').fill('fn:*matmul* max:>1ns');
  await until('the products alone', async () => (await editor.rows.count()) < 11);
  for (const row of await editor.rows.all()) await says(row, /matmul/);
  await window.screenshot('profile-dispatches');
  await editor.view.getByLabel('Clear the filter').click();
});

test('a row and its slices lead to each other', async () => {
  const row = editor.rows.filter({ hasText: 'softmax' }).first();
  await row.click();
  await until('its longest slice', async () => (await wordsOf(editor.view.locator('.subject'))).includes('softmax'));
  await editor.canvas.focus();
  await key('ArrowRight');
  await until('the row of the slice behind it', async () => {
    const name = await wordsOf(editor.view.locator('.subject'));
    const marked = await wordsOf(editor.view.locator('#lower-grid .tr.sel .fname').first());
    return !name.includes('softmax') && marked !== '' && name.endsWith(marked.replace(/^…/, ''));
  });
});

test('what a row at the bottom opens into is brought into view', async () => {
  await editor.view.locator('#lower-grid').focus();
  await key('End');
  await key('ArrowRight');
  await editor.view.locator('#lower-grid .tr.below').first().waitFor();
  await key('ArrowLeft');
  await editor.view.locator('#lower-grid .tr.below').first().waitFor({ state: 'detached' });
});

test('a function opens into its records, each of which opens in the capture', async () => {
  const row = editor.rows.filter({ hasText: 'softmax' }).first();
  await row.click();
  await editor.view.locator('#lower-grid').focus();
  await key('ArrowRight');
  const record = editor.view.locator('#lower-grid .tr.below').first();
  await record.waitFor();
  const link = record.locator('a').first();
  const number = await wordsOf(link);
  await link.click();
  const capture = captureEditor(window);
  await capture.headed(`${number} command_buffer.dispatch`);
  await window.screenshot('profile-record');
});

test('back in the profile everything is as it was left', async () => {
  await window.openFile('block.ireeprof');
  editor = await shownProfile(window);
  await until('the slice', async () => (await wordsOf(editor.view.locator('.subject'))).includes('softmax'));
  await editor.view.locator('#lower-grid .tr.below').first().waitFor();
  await has(editor.view.locator('#lower-grid .thead [data-column="max"]'), 'aria-sort', 'ascending');
});

for (const [tab, column] of [
  ['Queue', 'op'],
  ['Memory', 'kind'],
  ['Executables', 'key'],
  ['Commands', 'key'],
] as const)
  test(`the table of ${tab} has rows, with columns that are named`, async () => {
    await editor.lower(tab);
    await until('its rows', async () => (await editor.column(column)).some((text) => text !== ''));
    const titles = await editor.view.locator('#lower-grid .thead > span').allTextContents();
    for (const title of titles) assert.doesNotMatch(title, /_/);
  });

test('what was not recorded is said, with the mode that records it', async () => {
  await editor.lower('Counters');
  await editor.view.locator('.lower-panel .empty', { hasText: 'No counters were recorded (modes counters' }).waitFor();
});

test('a flame graph shows what ran within what', async () => {
  await editor.lower('Flame Graph');
  const frames = editor.view.locator('.flame .frame');
  await until('frames of every function', async () => (await frames.count()) > 11);
  await editor.view.getByRole('button', { name: 'Left-Heavy' }).click();
  await frames.filter({ hasText: 'dispatch' }).first().waitFor();
  await window.screenshot('profile-flame');
});

const whole = (): Buffer => readFileSync(path.join(window.folder, 'block.ireeprof'));
const put = (name: string, bytes: Buffer): Promise<void> => {
  writeFileSync(path.join(window.folder, name), bytes);
  return window.openFile(name);
};
const failed = async (sentence: RegExp): Promise<void> => {
  const page = profileEditor(window).view.locator('.failure');
  await page.waitFor();
  await says(page, sentence);
  assert.ok((await page.locator('p').count()) >= 2);
};

test('an empty file and one that is no profile are pages that say so', async () => {
  await put('empty.ireeprof', Buffer.alloc(0));
  await failed(/cannot be opened.*(empty|too small)/is);
  await put('text.ireeprof', Buffer.from('this is no profile, but a text that is longer than a header'));
  await failed(/cannot be opened.*--device_profiling_output=FILE/is);
  await window.screenshot('profile-failure');
});

test('a torn profile opens up to its last whole chunk, and says where it ends', async () => {
  await put('torn.ireeprof', whole().subarray(0, whole().length - 1000));
  editor = await shownProfile(window);
  assert.match(await editor.header(), /^Ends early: /);
  const bar = editor.view.locator('.notice.damage');
  await bar.waitFor();
  await says(bar, /byte [\d,]+.*Everything before that is shown\./);
  await window.screenshot('profile-torn');
});

test('a profile of a newer minor version opens with a notice, one of another major version as far as its framing allows', async () => {
  const newer = whole();
  newer.writeUInt16LE(9, 6);
  await put('newer.ireeprof', newer);
  editor = await shownProfile(window);
  assert.match(await editor.header(), /profile 1\.9/);
  await editor.view.getByRole('button', { name: '1 notice' }).click();
  await says(editor.view.locator('.popup'), /1\.9/);
  newer.writeUInt16LE(2, 4);
  await put('other.ireeprof', newer);
  editor = await shownProfile(window);
  assert.match(await editor.header(), /^Read in part: /);
  await says(editor.view.locator('.notice.damage'), /version 2\.9/);
});

test('a profile that is written anew says so, and is read again', async () => {
  await window.openFile('block.ireeprof');
  editor = await shownProfile(window);
  const before = await editor.header();
  recordProfile(window, { fixture: 'models/block/block.sync.ireereplay', name: 'block', device: 'local-sync' });
  await editor.view.locator('.notice.changed').waitFor();
  await editor.view.locator('.notice.changed vscode-button').click();
  await until('what it is now', async () => {
    const now = await editor.header();
    return now !== before && now.includes('local-sync');
  });
});
