/** The report that LLVM's recorder printed, pasted into the page of a folder of recordings. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { says } from '../e2e/said';
import { until } from '../e2e/until';
import { checkout } from '../programs';
import { picturesInBothThemes } from './pictures';
import { openWindow, type PagesWindow } from './window';

let window: PagesWindow;
/** What the recorder reports of the folder. */
let report: string;

before(async () => {
  window = await openWindow({ files: ['neighbours/llvm/made-second'], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  const file = path.join(window.folder, 'made-second', 'report.txt');
  report = readFileSync(file, 'utf8');
  rmSync(file);
  await window.runCommand('IREE Replay: Open Folder of Kernel Recordings…');
  await window.answers.files('Open Folder of Kernel Recordings', path.dirname(file));
  await window.tab('Recordings: made-second');
});
after(async () => {
  await window.dispose();
});

const health = (view: FrameLocator, words: RegExp): Promise<unknown> => says(view.locator('.health'), words);
const WITHOUT = /no report of the recorder: times and occurrences are not known/;

test('the button takes what was copied, with other lines around it, and the table has times and occurrences', async () => {
  const view = window.webview();
  await health(view, WITHOUT);
  await picturesInBothThemes(window, 'llvm-no-report');
  window.copy(`y[1] = 3\n${report}done\n`);
  await view.getByRole('button', { name: 'Paste report' }).click();
  await health(view, /recorded launches took 47\.1 µs.*report:\s*pasted/s);
  const rows = view.locator('.kernels [role="row"][data-key]');
  await says(rows.first(), /scale\(double\*, int\), line 9\s*42\.0 µs\s*1\s*4/);
  await says(rows.nth(1), /main, line 31\s*5\.1 µs\s*3\s*any/);
  await picturesInBothThemes(window, 'llvm-pasted-report');
});

test('the command that is copied takes the report that was pasted from standard input, and says so', async () => {
  const side = window.webview().getByRole('region', { name: 'Export' });
  await says(side, /llvm info --report=- \S*made-second\s*The command reads the report from standard input: .* press Ctrl\+D\.$/);
  await side.getByRole('button', { name: 'Copy as CLI command' }).click();
  const folder = path.join(window.folder, 'made-second');
  await until('the command', async () => (await window.clipboard()) === `ireereplay llvm info --report=- ${folder}`);
  const [, ...args] = (await window.clipboard()).split(' ');
  const printed = execFileSync(path.join(checkout, 'bin', 'ireereplay'), args, { input: report, encoding: 'utf8' });
  assert.match(printed, /41\.98 us/);
});

test('it is there again when the window is loaded again, until it is removed', async () => {
  await window.reload();
  const view = window.webview();
  await health(view, /report:\s*pasted/s);
  await view.getByRole('button', { name: 'Remove' }).click();
  await health(view, WITHOUT);
  await says(view.getByRole('region', { name: 'Export' }), /llvm info \S*made-second$/);
});

test('the keys paste it, and the filter keeps what is pasted into it', async () => {
  const view = window.webview();
  const paste = (selector: string, text: string): Promise<void> =>
    view.locator(selector).evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await paste('.kernels input', report);
  await paste('.kernels .grid-table', report.replace('41984', '42000000'));
  await health(view, /recorded launches took 42\.005 ms/);
  await view.locator('.kernels .grid-table').press('?');
  await says(view.getByRole('dialog', { name: 'Keyboard' }), /Ctrl\+V\s*take the report that was copied/);
  await window.page.keyboard.press('Escape');
});

test('text that is no report of the folder gets a sentence, and what is shown stays', async () => {
  const view = window.webview();
  const notice = view.locator('.notice.complaint');
  await view.getByRole('button', { name: 'Remove' }).click();
  window.copy('y[1] = 3\n');
  await view.getByRole('button', { name: 'Paste report' }).click();
  await says(
    notice,
    /pasted text is not a report from LLVM's recorder: it has no line "=== Kernel Record Report ==="; copy that line and everything that the program printed/i,
  );
  await picturesInBothThemes(window, 'llvm-wrong-report');
  window.copy(report.replaceAll('.json', 'x.json'));
  await view.getByRole('button', { name: 'Paste report' }).click();
  await says(notice, /^\s*The pasted text lists none of this folder's recordings: open the folder that it belongs to\./);
  await view.getByRole('button', { name: 'Dismiss' }).click();
  await notice.waitFor({ state: 'detached' });
  assert.equal(await view.locator('.kernels [role="row"][data-key]').count(), 2);
  await health(view, WITHOUT);
});
