/** Several runs of the Runs view that are selected and removed at once: they go, the others stay, also when the window is loaded again. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { shownCapture } from '../e2e/captureEditor';
import { measuredRun, runOf } from '../e2e/measuredRun';
import { until } from '../e2e/until';
import type { ViewRow } from './vscode/views';
import { openWindow, type PagesWindow } from './window';
import { present } from '../present';

let window: PagesWindow;

before(async () => {
  window = await openWindow();
});
after(async () => {
  await window.dispose();
});

const runs = async (): Promise<readonly ViewRow[]> =>
  (await window.rows('runs')).filter(({ label, description }) => /results agree.*Verify run to run/i.test(`${label} ${description}`));

/** Ids of the runs that a window which is loaded again will find. */
const kept = (): ReadonlySet<string> => new Set(readFileSync(path.join(window.storage, 'runs.jsonl'), 'utf8').match(/(?<="id":)"[^"]+"/g));

test('all runs that are selected are removed at once, and stay removed', async () => {
  await window.openFile('small.ireereplay');
  const editor = await shownCapture(window);
  const first = await runOf(window, async () => {
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Verify');
    await window.answers.choose('Verify Results', /^Run-to-Run/);
  });
  await first.ends(/^Results agree/);
  for (const more of [2, 3, 4]) {
    const [latest] = await runs();
    present(latest, 'run').choose('Run Again');
    await until('one run more', async () => (await runs()).length === more);
  }
  await measuredRun(window).ends(/^Results agree/);
  const [one, two, three] = await runs();
  assert.ok(one !== undefined && two !== undefined && three !== undefined);
  two.choose('Remove Run', [one, three]);
  await until('the run that was not selected', async () => (await runs()).length === 1);
  await until('the others to be kept no more', () => kept().size === 1);
  await window.reload();
  assert.equal((await runs()).length, 1);
});
