/** Profiles that are recorded from the capture editor: from menu and toolbar, kept among the runs. */
import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { counted } from '../e2e/counted';
import { press, putCapture, shownCapture, type CaptureEditor } from '../e2e/captureEditor';
import { ENDLESS_LOOP, withKernel } from '../e2e/smallKernel';
import { shownProfile } from '../e2e/profileEditor';
import { has, says } from '../e2e/said';
import { until } from '../e2e/until';
import type { ViewRow } from './vscode/views';
import { openWindow, type PagesWindow } from './window';

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  putCapture(window, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  putCapture(window, 'small.ireereplay', 'endless.ireereplay', withKernel(ENDLESS_LOOP));
  await window.page.setViewportSize({ width: 1252, height: 900 });
});
after(async () => {
  await window.dispose();
});

/** Rows of the list of runs that say so. */
const runs = async (text: RegExp): Promise<readonly ViewRow[]> =>
  (await window.rows('runs')).filter(({ label, description }) => text.test(`${label} ${description}`));
const run = (text: RegExp): Promise<ViewRow> => until(`the run ${String(text)}`, async () => (await runs(text))[0]);

async function opened(name: string): Promise<CaptureEditor> {
  await window.openFile(name);
  const editor = await shownCapture(window);
  await until('the preflight', async () => /replayable on/i.test(await editor.health()));
  return editor;
}

/** Files that runs say they have recorded, in the order in which they did. */
function profiles(): readonly string[] {
  return [...window.outputChannel().matchAll(/profile in (.*\.ireeprof)$/gm)].map(([, file]) => file ?? '');
}

test('Profile This Scope records a profile, which stands among the runs and is opened', async () => {
  const editor = await opened('block.ireereplay');
  await editor.chooseInMenu(editor.row(/scope\s+execute/), 'Profile This Scope');
  await run(/[\d.]+ .s, [\d.]+ % of kernels in \S+_dispatch_\S+.*Profile scope execute, block\.ireereplay/);
  const [file = ''] = profiles();
  assert.match(path.basename(file), /^block-\d{8}-\d{6}\.ireeprof$/);
  assert.equal(path.dirname(file), window.folder);
  assert.ok(existsSync(file), file);
  await window.tab(path.basename(file));
  await window.screenshot('profile-from-capture');
});

test('the tree has the times of the profile, and shares of what encloses a row', async () => {
  const editor = await opened('block.ireereplay');
  const cell = (row: Locator, column: string): Promise<string> => row.locator(`.c-${column}`).innerText();
  const time = async (row: Locator): Promise<number> => Number.parseFloat((await cell(row, 'time')).replace('<', ''));
  await editor.view.getByRole('columnheader', { name: /^Time, .?s$/ }).waitFor();
  const scope = editor.row(/scope\s+execute/);
  const submission = editor.row(/queue_execute/);
  await until('the time of the submission', async () => (await time(submission)) > 0);
  assert.ok((await time(scope)) >= (await time(submission)));
  const dispatches = await editor.view.locator('.list .tr', { has: editor.view.locator('.op', { hasText: /^\s*dispatch/ }) }).all();
  const times = await Promise.all(dispatches.map(time));
  assert.ok(times.length > 5 && times.every((one) => one > 0), times.join(' '));
  assert.ok(times.reduce((sum, one) => sum + one, 0) <= (await time(submission)) * 1.05 + 0.01 * times.length);
  assert.match(await cell(submission, 'share'), /^[\d.]+ %$/);
  const [first] = dispatches;
  const ofParent = first === undefined ? '' : await cell(first, 'share');
  await editor.view.getByRole('button', { name: 'Share of parent' }).click();
  await editor.view.getByRole('button', { name: 'Share of scope' }).waitFor();
  assert.match(ofParent, /^<?[\d.]+ %$/);
  await editor.view.getByRole('button', { name: 'Share of scope' }).click();
  await window.screenshot('profile-times');
});

test('the details have the last run of the record, and its executions', async () => {
  const editor = await opened('block.ireereplay');
  await editor.search('op:dispatch');
  await press(editor, ']');
  await editor.headed(/dispatch$/);
  const section = editor.panel.locator('.last-run');
  await section.getByText(/^profile of .*, local-sync, 1 execution$/).waitFor();
  assert.match(await section.innerText(), /this\s+[\d.]+ .?s[\s\S]*share\s+<?[\d.]+ % of the whole/);
  await section.getByRole('button', { name: 'Executions' }).click();
  const rows = editor.panel.getByRole('table', { name: 'Executions' }).locator('tbody tr');
  await counted(rows, 1);
  await has(rows.first(), 'aria-current', 'true');
  await window.screenshot('profile-last-run');
  await editor.tab('Record').click();
});

test('Alt+P shows the record in the profile', async () => {
  const editor = await opened('block.ireereplay');
  await editor.search('op:dispatch');
  await press(editor, ']');
  await editor.headed(/dispatch$/);
  await press(editor, 'Alt+p');
  await window.tab(path.basename(profiles()[0] ?? ''));
  await window.screenshot('profile-shown-record');
});

test('a scope is chosen in the toolbar: the list goes there, and what is started is about it', async () => {
  const editor = await opened('block.ireereplay');
  // What encloses the first row in sight is pinned where the dropdown opens its list.
  await editor.search('op:dispatch');
  await press(editor, 'End');
  await editor.view.locator('.pinned .tr').first().waitFor();
  await editor.pick('Scope', 'deinit');
  await editor.headed('#97 replay.scope_begin');
  assert.match((await editor.replayButton.getAttribute('title')) ?? '', /^Replay scope deinit on local-sync$/);
  assert.match(await editor.replayed(), /^Scope deinit took /);
  await editor.pick('Scope', 'all');
});

/** Profiles the dispatch that is marked, and removes the run. Returns its file. */
async function profileOfRemovedRun(): Promise<string> {
  const editor = await opened('block.ireereplay');
  await editor.search('op:dispatch');
  await press(editor, ']');
  await editor.headed(/dispatch$/);
  await press(editor, 'Control+Alt+p');
  const words = /[\d.]+ .s, [\d.]+ % of kernels in .*Profile .*_dispatch_\d+.* #\d+, block\.ireereplay/;
  const profiled = await run(words);
  const file = profiles().at(-1) ?? '';
  assert.ok(existsSync(file), file);
  await window.tab(path.basename(file));
  profiled.choose('Remove Run');
  await until('the run to be gone', async () => (await runs(words)).length === 0);
  return file;
}

test('a dispatch is profiled by its key; the profile of a run that is removed stays beside its capture, or goes into the trash', async () => {
  const file = await profileOfRemovedRun();
  await window.answers.message(
    `The run was removed, but its profile is still next to the capture: ${path.basename(file)}`,
    'Move to Trash',
  );
  await until('the file to be in the trash', () => existsSync(path.join(window.trash, path.basename(file))));
  assert.ok(!existsSync(file));
});

test('in the storage, where the user wants it so, a profile goes with its run', async () => {
  window.setSetting('ireeReplay.profiles.folder', 'storage');
  const file = await profileOfRemovedRun();
  window.setSetting('ireeReplay.profiles.folder', undefined);
  assert.equal(path.dirname(file), path.join(window.storage, 'profiles'));
  await until('the file to be removed', () => !existsSync(file));
});

test('a capture that was recorded again has no times of the one before', async () => {
  const file = path.join(window.folder, 'block.ireereplay');
  const later = new Date(Date.now() + 10_000);
  await opened('block.ireereplay');
  utimesSync(file, later, later);
  await window.runCommand('IREE Replay: Reload Capture');
  const editor = await shownCapture(window);
  await until('no times', async () => (await editor.view.getByRole('columnheader', { name: /^Time, / }).count()) === 0);
});

test('Run Again records another file', async () => {
  const before = profiles().length;
  (await run(/Profile scope execute/)).choose('Run Again');
  await until('a second run', async () => (await runs(/of kernels in .*Profile scope execute/)).length === 2);
  assert.equal(profiles().length, before + 1);
  assert.equal(new Set(profiles()).size, profiles().length);
  await window.tab(path.basename(profiles().at(-1) ?? ''));
});

test('a profile that is cancelled in a kernel that does not return has what had run until then', async () => {
  const editor = await opened('endless.ireereplay');
  await editor.view.locator('vscode-button.profile').click();
  const running = await run(/runs.*Profile the capture, endless\.ireereplay/);
  await until('where it is', () =>
    window.progress.some(
      ({ title, message }) => title.includes('Profiling endless.ireereplay on local-sync') && /record \d+ of/.test(message),
    ),
  );
  await window.screenshot('profile-running');
  running.choose('Cancel Run');
  await (await run(/cancelled.*Profile the capture, endless\.ireereplay/)).open();
  await window.tab('endless-');
  const profile = await shownProfile(window);
  await says(
    profile.view.locator('.words .lead').first(),
    /Unfinished replay: the replay was cancelled, and the kernel did not return \(record #27\)/,
  );
  await window.screenshot('profile-cancelled');
});

test('Remove Recorded Profiles moves those that are chosen to the trash, and knows none that has changed since', async () => {
  const [first = '', again = ''] = profiles().filter((file) => existsSync(file));
  const mine = path.join(window.folder, 'block-20260101-000000.ireeprof');
  copyFileSync(again, mine);
  await window.runCommand('IREE Replay: Remove Recorded Profiles');
  const title = 'Recorded Profiles: Choose Which to Remove';
  await until('the question', () => window.answers.asked.includes(title));
  const offered = window.answers.items;
  assert.match(offered[0] ?? '', /^block-\S+\.ireeprof [\d.]+ KiB, (less than a minute|\d+ minutes?) ago block-\S+\.ireeprof$/);
  assert.ok(offered.every((item) => !item.includes(path.basename(mine))));
  await window.answers.toggle(title, path.basename(first));
  await window.answers.toggle(/^Move to the Trash: 1 of \d+ Profiles, [\d.]+ KiB$/, path.basename(again));
  // It is another's since the list was made.
  appendFileSync(again, 'more');
  await window.answers.accept(/^Move to the Trash: 2 of/);
  await until('the one to be in the trash', () => existsSync(path.join(window.trash, path.basename(first))));
  assert.deepEqual([existsSync(first), existsSync(again), existsSync(mine)], [false, true, true]);
});

test('where there is no trash it asks before it deletes', async () => {
  const name = readdirSync(window.folder).find((one) => /^endless-.*\.ireeprof$/.test(one)) ?? '';
  const file = path.join(window.folder, name);
  rmSync(window.trash, { recursive: true });
  writeFileSync(window.trash, 'no folder');
  await window.runCommand('IREE Replay: Remove Recorded Profiles');
  await window.answers.chooseAll('Recorded Profiles: Choose Which to Remove', [name]);
  const question = `These profiles cannot be moved to the trash: ${name}. Delete them permanently?`;
  await window.answers.message(question);
  assert.ok(existsSync(file));
  await window.answers.message(question, 'Delete Permanently');
  await until('the file to be gone', () => !existsSync(file));
});
