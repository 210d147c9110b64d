/** A profile gone through twice: by the pointer, and by keys alone. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { captureEditor } from '../e2e/captureEditor';
import { keyboardFocus, type KeyboardFocus } from '../e2e/focus';
import { profileEditor, recordProfile, shownProfile, type ProfileEditor } from '../e2e/profileEditor';
import { actUntil } from '../e2e/retried';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';
import { has } from '../e2e/said';
import { wordsOf } from '../e2e/wordsOf';

let window: PagesWindow;
let editor: ProfileEditor;
let focus: KeyboardFocus;

before(async () => {
  window = await openWindow({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  await window.page.setViewportSize({ width: 1552, height: 1000 });
  focus = keyboardFocus(window);
  recordProfile(window, { fixture: 'models/block/block.sync.ireereplay', name: 'pointer' });
  recordProfile(window, { fixture: 'models/block/block.sync.ireereplay', name: 'keys' });
  await window.openFile('pointer.ireeprof');
  editor = await shownProfile(window);
});
after(async () => {
  await window.dispose();
});

const key = (name: string): Promise<void> => window.page.keyboard.press(name);
const button = (name: string): Locator => editor.view.getByRole('button', { name, exact: true });
const heading = (): Promise<string> => wordsOf(editor.view.locator('.dh h3'));
const otherThan = (before: string): Promise<string> =>
  until(`other details than ${before}`, async () => {
    const now = await heading();
    return now !== before && now !== '' && now;
  });

/** A link to a flow in one part of the flows' tab. */
const flow = (part: 'Waits on' | 'Feeds', kind: string): Locator =>
  editor.view
    .locator('#details-panel .sec', { has: editor.view.locator('h4', { hasText: part }) })
    .locator('.field', { has: editor.view.locator('dt', { hasText: kind }) })
    .locator('a');

/** The labels of the tracks that can be moved among each other with one, from top to bottom. */
const names = async (): Promise<readonly string[]> => (await editor.labels()).map(({ name }) => name);

test('pointer: a flow leads from a submission to what was executed of it, and back', async () => {
  // The longest dispatch runs while its submission does.
  await editor.lower('Dispatches');
  await editor.rows.first().click();
  await editor.headed(/^Dispatch, event \d+$/);
  await button('Zoom to it (F)').click();
  const place = await editor.placeOf(await editor.label('submissions'), 0.5);
  await actUntil({
    wanted: 'the details of a submission',
    doing: 'a click on it',
    act: () => window.page.mouse.click(place.x, place.y),
    holds: async () => (await heading()).startsWith('Submission'),
    instead: heading,
  });
  const submission = await heading();
  await editor.tab('Flows').click();
  await flow('Feeds', 'submission').first().click();
  const execution = await otherThan(submission);
  assert.match(execution, /^(Command buffer|Dispatch|Execution)/);
  await flow('Waits on', 'submission').first().click();
  await editor.headed(submission);
});

test('pointer: the critical path is drawn and taken away', async () => {
  await button('Show all (0)').click();
  const without = await editor.picture();
  await button('Critical Path').click();
  await until('the path', async () => (await editor.picture()) !== without);
  await has(button('Critical Path'), 'aria-pressed', 'true');
  await window.screenshot('profile-critical-path');
  await button('Critical Path').click();
  await until('no path', async () => (await editor.picture()) === without);
});

/** Where a part of the ruler's width is. */
async function ruler(at: number): Promise<{ readonly x: number; readonly y: number }> {
  const box = await editor.canvas.boundingBox();
  assert.ok(box !== null);
  return { x: box.x + box.width * at, y: box.y + 62 };
}
const note = (): Locator => editor.view.locator('.tl-note input');

test('pointer: a marker is set on the ruler, has a note, and is removed', async () => {
  const unmarked = await editor.picture();
  const first = await ruler(0.4);
  await window.page.mouse.dblclick(first.x, first.y);
  await note().waitFor();
  await window.page.keyboard.type('after the softmax');
  await key('Enter');
  await note().waitFor({ state: 'detached' });
  // The first click deselected the submission: without its details the timeline is wider.
  await editor.deselected();
  const { x, y } = await ruler(0.4);
  await window.page.mouse.move(x + 200, y);
  await window.page.mouse.move(x, y);
  await until('its note beside the pointer', async () => (await editor.tooltip())[0] === 'after the softmax');
  await window.screenshot('profile-marker');
  await window.page.mouse.click(x, y);
  await note().waitFor();
  assert.equal(await note().inputValue(), 'after the softmax');
  await editor.view.locator('.tl-note').getByRole('button', { name: 'Remove' }).click();
  await note().waitFor({ state: 'detached' });
  // Nothing is selected since the ruler was clicked, as before.
  assert.notEqual(unmarked, '');
  await window.page.mouse.move(x + 200, y);
  await window.page.mouse.move(x, y);
  await until('the moment alone', async () => (await editor.tooltip()).length === 1);
});

test('pointer: a track is pinned, moved, hidden and shown again', async () => {
  await (await editor.label('dispatches')).hover();
  await button('Pin dispatches').click();
  await until(
    'the pinned track on top',
    async () => (await editor.labels())[0]?.name === 'dispatches' && (await editor.labels())[0]?.pinned,
  );
  await (await editor.label('dispatches')).hover();
  await button('Unpin dispatches').click();
  await until('no pinned track', async () => (await editor.labels()).every(({ pinned }) => !pinned));

  const before = await names();
  const from = await (await editor.label('dispatches')).boundingBox();
  const to = await (await editor.label('submissions')).boundingBox();
  assert.ok(from !== null && to !== null);
  const { mouse } = window.page;
  await mouse.move(from.x + 60, from.y + from.height / 2);
  await mouse.down();
  await mouse.move(from.x + 60, from.y, { steps: 3 });
  await mouse.move(to.x + 60, to.y + 2, { steps: 5 });
  await mouse.up();
  const moved = ['dispatches', ...before.filter((name) => name !== 'dispatches' && !['device 0', 'queue 0'].includes(name))];
  await until(
    'the new order',
    async () => (await names()).filter((name) => !['device 0', 'queue 0'].includes(name)).join() === moved.join(),
  );

  await (await editor.label('submissions')).click({ button: 'right' });
  await editor.view.getByRole('menuitem', { name: 'Hide' }).click();
  await until('it to be hidden', async () => !(await names()).includes('submissions'));
  await editor.view.locator('[data-list=tracks]').click();
  const box = editor.view.locator('.popup.tracks label', { hasText: /^\s*submissions/ }).locator('input');
  assert.equal(await box.isChecked(), false);
  await box.click();
  await until('it to be shown', async () => (await names()).includes('submissions'));
  await key('Escape');
});

test('pointer: a row leads to the record of its slice, and back', async () => {
  await editor.lower('Dispatches');
  await editor.rows.filter({ hasText: 'softmax' }).first().click();
  await until('its slice', async () => (await wordsOf(editor.view.locator('.subject'))).includes('softmax'));
  await editor.tab('Slice').click();
  const link = editor.view.locator('#details-panel a', { hasText: /#\d+$/ }).first();
  const number = /#\d+$/.exec(await wordsOf(link))?.[0] ?? '';
  await link.click();
  await captureEditor(window).headed(`${number} command_buffer.dispatch`);
  await window.showTab('pointer.ireeprof');
  editor = await shownProfile(window);
  await until('the same slice', async () => (await wordsOf(editor.view.locator('.subject'))).includes('softmax'));
});

test('keys: a flow is followed from a submission to its execution, and back', async () => {
  await window.openFile('keys.ireeprof');
  editor = await shownProfile(window);
  await focus.hasKeyboard(/^Timeline/);
  // The last submission is what ends; the one that executes the command buffer is the one with most time.
  await key('Home');
  await editor.headed(/^Submission/);
  await key('ArrowDown');
  const execution = await editor.headed(/^(Command buffer|Execution)/);
  await key('F6');
  await key('F6');
  await key('F6');
  await focus.tabTo('Slice', 'Shift+Tab');
  await key('ArrowRight');
  await until('the flows', async () => (await editor.tab('Flows').getAttribute('aria-selected')) === 'true');
  await focus.tabTo('submissions');
  await key('Enter');
  const submission = await editor.headed(/^Submission/);
  await flow('Feeds', 'submission').first().waitFor();
  await focus.tabTo('command buffers');
  await key('Enter');
  assert.equal(await editor.headed(execution), execution);
  assert.notEqual(submission, execution);
});

test('keys: the critical path is shown and taken away', async () => {
  await key('Escape');
  await focus.hasKeyboard(/^Timeline/);
  await key('0');
  const without = await editor.picture();
  await focus.tabTo('Critical Path', 'Shift+Tab');
  await key('Enter');
  await until('the path', async () => (await editor.picture()) !== without);
  await key('Enter');
  await until('no path', async () => (await button('Critical Path').getAttribute('aria-pressed')) === 'false');
});

test('keys: from one slice to another is measured', async () => {
  await key('Escape');
  await focus.hasKeyboard(/^Timeline/);
  await key('Escape');
  await editor.deselected();
  await key('Home');
  await editor.headed(/^Submission/);
  await key('ArrowDown');
  await key('ArrowDown');
  await editor.headed(/^Dispatch/);
  /** How long the range is, and how many dispatches lie in it. */
  const measured = async (): Promise<readonly [length: number, dispatches: number] | undefined> => {
    const words = (await wordsOf(editor.view.locator('#details-panel'))).replaceAll(',', '');
    const [, length, from, to] = /Length (\d+) ns.*Start end (\d+) – (\d+) ns/.exec(words) ?? [];
    const dispatches = /Dispatches (\d+) of \d+ functions?/.exec(words)?.[1];
    if (length === undefined || dispatches === undefined) return undefined;
    assert.equal(BigInt(length), BigInt(to ?? 0) - BigInt(from ?? 0));
    return [Number(length), Number(dispatches)];
  };
  await key('Shift+ArrowRight');
  await editor.headed('Selected range');
  const two = await until('what lies in two', measured);
  assert.ok(two[1] >= 2, String(two));
  await key('Shift+ArrowRight');
  await until('a longer range with more in it', async () => {
    const now = await measured();
    return now !== undefined && now[0] > two[0] && now[1] > two[1];
  });
});

test('keys: a marker is set at the selection, has a note, and is removed', async () => {
  await key('m');
  await until('the question for its note', async () => (await focus.focused())?.startsWith('Note of the marker at'));
  await window.page.keyboard.type('three of them');
  await key('Enter');
  await focus.hasKeyboard(/^Timeline/);
  await key('m');
  await until('its note', async () => (await note().inputValue()) === 'three of them');
  await key('Tab');
  await focus.hasKeyboard('Remove');
  await key('Enter');
  await focus.hasKeyboard(/^Timeline/);
  await key('m');
  await until('a new marker', async () => (await note().inputValue()) === '');
  await key('Escape');
  await focus.hasKeyboard(/^Timeline/);
});

test('keys: a track is pinned, moved, hidden and shown again', async () => {
  await focus.tabTo(/^(Menu of|device 0)/, 'Shift+Tab');
  await key('Home');
  while ((await focus.focused()) !== 'Menu of submissions') await key('ArrowDown');
  await key('p');
  await until('the pinned track on top', async () => (await editor.labels())[0]?.name === 'submissions');
  await key('p');
  await until('no pinned track', async () => (await editor.labels()).every(({ pinned }) => !pinned));
  const order = async (): Promise<string> => {
    const all = await names();
    return all.filter((name) => ['submissions', 'command buffers'].includes(name)).join();
  };
  assert.equal(await order(), 'submissions,command buffers');
  await focus.hasKeyboard('Menu of submissions');
  await key('Alt+ArrowDown');
  await until('the new order', async () => (await order()) === 'command buffers,submissions');
  await focus.hasKeyboard('Menu of submissions');
  await key('Shift+F10');
  await focus.hasKeyboard('Pin to TopP');
  await key('ArrowDown');
  await key('Enter');
  await until('it to be hidden', async () => (await order()) === 'command buffers');
  await key('Escape');
  await focus.hasKeyboard(/^Timeline/);
  await focus.tabTo(/^Tracks\s+\d+ of \d+/, 'Shift+Tab');
  await key('Enter');
  await focus.tabTo('Filter tracks by name');
  await window.page.keyboard.type('submissions');
  const box = editor.view.locator('.popup.tracks label', { hasText: /^\s*submissions/ }).locator('input');
  await box.waitFor();
  await until('the box to have the keyboard', async () => {
    await key('Tab');
    return box.evaluate((one) => one === one.ownerDocument.activeElement);
  });
  await key('Space');
  await until('it to be checked', () => box.isChecked());
  await focus.tabTo('Filter tracks by name', 'Shift+Tab');
  await key('Control+a');
  await key('Delete');
  await key('Escape');
  await until('it to be shown', async () => (await order()).includes('submissions'));
});

test('keys: a table is sorted and filtered, and a record of it is opened and come back from', async () => {
  await focus.hasKeyboard(/^Timeline/);
  await key('Escape');
  await editor.deselected();
  await key('F6');
  await focus.tabTo(/^Explain/);
  await key('ArrowRight');
  await until('the table', async () => (await editor.view.locator('#lower-grid .thead').getAttribute('data-table')) === 'dispatches');
  await focus.tabTo(/^Max, /);
  await key('Enter');
  const header = editor.view.locator('#lower-grid .thead [data-column="max"]');
  await until('the longest first', async () => (await header.getAttribute('aria-sort')) === 'descending');
  const maxima = (await editor.column('max')).map(Number);
  assert.deepEqual(
    maxima,
    maxima.toSorted((a, b) => b - a),
  );
  await focus.tabTo('Filter the table', 'Shift+Tab');
  await window.page.keyboard.type('fn:*softmax*');
  await until('one function', async () => (await editor.rows.count()) === 1);
  await key('ArrowDown');
  await key('ArrowDown');
  await until('its slice', async () => (await wordsOf(editor.view.locator('.subject'))).includes('softmax'));
  await key('ArrowRight');
  await until('its record', async () => (await editor.rows.count()) > 1);
  await key('ArrowDown');
  await until('the record to be chosen', () => editor.view.locator('#lower-grid .tr.below.sel').isVisible());
  const number = await wordsOf(editor.view.locator('#lower-grid .tr.below.sel a').first());
  await key('Enter');
  await captureEditor(window).headed(`${number} command_buffer.dispatch`);
  await window.showTab('keys.ireeprof');
  editor = profileEditor(window);
  await until('the slice', async () => (await wordsOf(editor.view.locator('.subject'))).includes('softmax'));
  await editor.view.locator('#lower-grid .tr.below').first().waitFor();
});
