/** Rows of the tables under the timeline and what is drawn of them: each leads to the other, and both to the capture. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { captureEditor } from '../e2e/captureEditor';
import { recordProfile, shownProfile, type DrawnRow, type ProfileEditor } from '../e2e/profileEditor';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';
import { wordsOf } from '../e2e/wordsOf';

let window: PagesWindow;
let editor: ProfileEditor;

before(async () => {
  window = await openWindow({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  await window.page.setViewportSize({ width: 1552, height: 900 });
  recordProfile(window, { fixture: 'models/block/block.sync.ireereplay', name: 'block' });
  await window.openFile('block.ireeprof');
  editor = await shownProfile(window);
});
after(async () => {
  await window.dispose();
});

const key = (name: string): Promise<void> => window.page.keyboard.press(name);

async function shownTable(tab: string, kind: string): Promise<void> {
  await editor.lower(tab);
  const choice = editor.view.locator('.lower-bar .seg').getByRole('button', { name: new RegExp(`^${kind} `) });
  await choice
    .or(editor.view.getByRole('treegrid', { name: `${tab}: ${kind}` }))
    .first()
    .waitFor();
  if ((await choice.count()) > 0) await choice.click();
  await editor.view.getByRole('treegrid', { name: `${tab}: ${kind}` }).waitFor();
  await editor.rows.first().waitFor();
}

/** So that the heading which is waited for is that of what is selected next. */
async function selectNothing(): Promise<void> {
  await editor.canvas.focus();
  await key('Escape');
  await editor.deselected();
}

const markedRow = async (): Promise<DrawnRow | undefined> => (await editor.drawnRows()).find((row) => row.marked);
const marked = async (): Promise<readonly string[]> => (await editor.drawnRows()).filter((row) => row.marked).map(({ key }) => key);
/** What the details say of a field. */
const said = async (name: string): Promise<string> => {
  const words = await wordsOf(editor.view.locator('#details-panel'));
  return new RegExp(`${name} ([^ ]+( [^ ]+)?)`).exec(words)?.[1] ?? words;
};

test('a row of each table selects what is drawn of it, and stays marked', async () => {
  for (const [tab, kind, heading] of [
    ['Queue', 'Operations', /^Submission, event \d+$/],
    ['Queue', 'Executions', /^(Dispatch|Transfer|Command buffer), event \d+$/],
    ['Memory', 'Allocations', /^Memory, event \d+$/],
    ['Memory', 'Pools', /^Memory, event \d+$/],
    ['Memory', 'Events', /^Memory, event \d+$/],
    ['Commands', 'Commands', /^(Dispatch|Transfer), event \d+$/],
    ['Commands', 'Executions', /^Command buffer, event \d+$/],
    ['Executables', 'Functions', /^Dispatch, event \d+$/],
    ['Executables', 'Executables', /^Dispatch, event \d+$/],
  ] as const) {
    await selectNothing();
    await shownTable(tab, kind).catch((error: unknown) => {
      throw new Error(`${tab}, ${kind}`, { cause: error });
    });
    await editor.rows.first().click();
    await editor.headed(heading).catch((error: unknown) => {
      throw new Error(`${tab}, ${kind}`, { cause: error });
    });
    const row = await editor.rows.first().getAttribute('data-key');
    assert.deepEqual(await marked(), [row], `${tab}, ${kind}`);
  }
});

test('the arrow keys go through a table and its slices', async () => {
  await selectNothing();
  await shownTable('Queue', 'Executions');
  await editor.rows.first().click();
  // The first execution reads a file: what was selected before may come once more, and is none.
  const first = await editor.headed(/^Transfer, event \d+$/);
  await key('ArrowDown');
  const second = await until('the slice of the second row', async () => {
    const heading = await editor.headed(/, event \d+$/);
    return heading !== first && heading;
  });
  assert.notEqual(second, first);
  assert.equal((await marked())[0], await editor.rows.nth(1).getAttribute('data-key'));
});

test('what is selected on the timeline marks its row in every table', async () => {
  await selectNothing();
  await editor.lower('Dispatches');
  await editor.rows.first().click();
  await editor.headed(/^Dispatch, event \d+$/);
  const [submission, command] = [await said('Submission'), await said('Command')];
  await shownTable('Queue', 'Executions');
  const rowText = async (column: string): Promise<string> =>
    (await until('the marked row', async () => (await markedRow())?.cells))[column] ?? '';
  assert.match(submission, new RegExp(`^${await rowText('submissionid')}\\b`));
  await shownTable('Queue', 'Operations');
  assert.match(submission, new RegExp(`^${await rowText('submissionid')}\\b`));
  await shownTable('Commands', 'Commands');
  assert.equal(`command_buffer ${await rowText('commandbufferid')}`, command.replace(/,.*/, ''));
  await window.screenshot('profile-rows');
});

test('Enter on a row opens its record in the capture', async () => {
  await selectNothing();
  await shownTable('Commands', 'Commands');
  await editor.view.locator('#lower-grid').focus();
  await key('Home');
  await until('the first row', async () => (await marked())[0] === 'command command_operation 0');
  // A row is marked before its slice is found: the details may still be of another.
  await until('the details of it', async () => /index 0\b/.test(await wordsOf(editor.view.locator('#details-panel'))));
  const record = /#(\d+)/.exec(await said('Record'))?.[1];
  assert.ok(record !== undefined);
  await key('Enter');
  const heading = await captureEditor(window).headed(/command_buffer\./);
  assert.match(heading, new RegExp(`\\b${record}\\b`));
});
