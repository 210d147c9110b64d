/** The profile editor at every width and in every kind of theme, by axe, by keys alone, and with what needs a longer look. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { axeFindings } from '../e2e/axeFindings';
import { captureEditor } from '../e2e/captureEditor';
import { recordProfile, shownProfile, type ProfileEditor } from '../e2e/profileEditor';
import { faultsInThemes, resized, SIZES } from '../e2e/sizes';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';
import { wordsOf } from '../e2e/wordsOf';

let window: PagesWindow;
let editor: ProfileEditor;

before(async () => {
  window = await openWindow({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  await window.page.setViewportSize({ width: 1600, height: 900 });
  recordProfile(window, { fixture: 'models/block/block.sync.ireereplay', name: 'block' });
  await window.openFile('block.ireeprof');
  editor = await shownProfile(window);
});
after(async () => {
  await window.dispose();
});

const key = (name: string): Promise<void> => window.page.keyboard.press(name);

/** The page that is shown, at each width in each theme: nothing is cut off or lies on something else, and axe finds nothing serious. */
async function wellMade(name: string): Promise<void> {
  const faults: string[] = [];
  for (const size of SIZES) {
    await resized(window, size);
    faults.push(...(await faultsInThemes(window, `profile-${name}-${size.name}`)));
    faults.push(...(await axeFindings(window)).map((finding) => `${size.name}: ${finding}`));
  }
  await resized(window, SIZES[0]);
  assert.deepEqual(faults, []);
}

test('with nothing selected, and the causes', async () => {
  await editor.view.locator('.causes li').first().waitFor();
  await wellMade('explain');
});

test('with a slice, and the table of dispatches', async () => {
  await editor.lower('Dispatches');
  await editor.rows.first().click();
  await editor.headed(/^Dispatch, event \d+$/);
  await editor.view.locator('#lower-grid').focus();
  await key('ArrowRight');
  await editor.view.locator('#lower-grid .tr.below').first().waitFor();
  await wellMade('dispatches');
});

test('with flows, the list of tracks, and a flame graph', async () => {
  await editor.tab('Flows').click();
  await editor.view.locator('#details-panel .sec').first().waitFor();
  await editor.lower('Flame Graph');
  await editor.view.locator('.flame .frame').first().waitFor();
  await wellMade('flame');
  await editor.view.locator('[data-list=tracks]').click();
  await editor.view.locator('.popup.tracks').waitFor();
  assert.deepEqual(await axeFindings(window), []);
  await window.screenshot('profile-tracks');
  await editor.view.getByLabel('Filter tracks by name').fill('dispatches');
  await until('the track alone', async () => (await editor.view.locator('.popup.tracks input[type=checkbox]').count()) < 5);
  await editor.view.getByLabel('Filter tracks by name').fill('');
  await key('Escape');
  await editor.view.locator('.popup.tracks').waitFor({ state: 'detached' });
});

test('the keyboard goes through the parts of the page by F6, and back', async () => {
  const where = (): Promise<string> =>
    editor.view.locator('body').evaluate(({ ownerDocument: { activeElement } }) => {
      const part = activeElement?.closest<HTMLElement>('[data-part]');
      return part?.dataset['part'] ?? '';
    });
  await editor.canvas.focus();
  const seen = [await where()];
  for (let i = 0; i < 3; i++) {
    await key('F6');
    seen.push(await where());
  }
  assert.deepEqual(seen, ['timeline', 'lower-bar', 'content', 'details']);
  for (let i = 0; i < 4; i++) await key('Shift+F6');
  assert.equal(await where(), 'toolbar');
  await key('Escape');
  await until('the timeline', async () => (await where()) === 'timeline');
});

test('a track is pinned, and stays so when the tab comes back', async () => {
  await editor.canvas.focus();
  await key('Home');
  await window.page.mouse.move(0, 0);
  await key('p');
  await editor.view.locator('.tl-label.pinned').waitFor();
  // The workspace keeps what has rested for a moment.
  const view = `ireeReplay.profileView ${pathToFileURL(path.join(window.folder, 'block.ireeprof')).href}`;
  await until('it to be kept', () => /"pinned":\[\d/.test(JSON.stringify(window.workspaceState.get(view))));
  await window.closeEditor();
  await window.openFile('block.ireeprof');
  editor = await shownProfile(window);
  await editor.view.locator('.tl-label.pinned').waitFor();
});

test('a range that is dragged is measured, and the tables show what lies inside', async () => {
  const box = await editor.canvas.boundingBox();
  assert.ok(box !== null);
  const { mouse } = window.page;
  await editor.canvas.focus();
  await key('0');
  // On the ruler, as in other timelines.
  await mouse.move(box.x + box.width * 0.01, box.y + 62);
  await mouse.down();
  await mouse.move(box.x + box.width * 0.5, box.y + 62, { steps: 5 });
  await mouse.move(box.x + box.width * 0.97, box.y + 62, { steps: 5 });
  await mouse.up();
  await editor.headed('Selected range');
  await until('what is in it', async () =>
    /Length [\d,]+ ns.*No dispatch running/.test(await wordsOf(editor.view.locator('#details-panel'))),
  );
  await editor.lower('Dispatches');
  await editor.view.getByRole('treegrid', { name: 'Dispatches of the selected range' }).waitFor();
  await window.screenshot('profile-range');
});

test('a table is exported as it is shown', async () => {
  const file = path.join(window.folder, 'dispatches.csv');
  await editor.view.getByLabel('Export the table as CSV').click();
  await window.answers.files('Export', file);
  await until('the file', () => existsSync(file));
  assert.match(readFileSync(file, 'utf8'), /^Function,Count,"Total, ns",Share,/);
});

test('a capture that has moved is asked for once, and known from then on', async () => {
  const moved = path.join(window.folder, 'elsewhere.ireereplay');
  renameSync(path.join(window.folder, 'block.ireereplay'), moved);
  await editor.lower('Dispatches');
  await editor.rows.first().click();
  await editor.headed(/^Dispatch, event \d+$/);
  await editor.tab('Slice').click();
  await editor.view.locator('#details-panel vscode-button', { hasText: 'Record' }).click();
  await window.answers.files('Where Is block.ireereplay?', moved);
  await captureEditor(window).headed(/command_buffer\.dispatch$/);
  await window.openFile('block.ireeprof');
  editor = await shownProfile(window);
  await until('its place', async () => (await editor.header()).includes('replay of elsewhere.ireereplay'));
  await editor.view.locator('#details-panel vscode-button', { hasText: 'Record' }).click();
  await captureEditor(window).headed(/command_buffer\.dispatch$/);
});
