/** Captures made of one that is open: a dispatch extracted, files packed, what is whole of a torn one. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { shownCapture } from '../captureEditor';
import { answerFileDialog } from '../fileDialog';
import { says } from '../said';
import { startWorkbench, type Workbench } from '../workbench';

const fixtures = path.resolve(__dirname, '..', '..', 'fixtures');

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: ['small.ireereplay'], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  cpSync(path.join(fixtures, 'damaged', 'killed-recorder.ireereplay'), path.join(workbench.folder, 'torn.ireereplay'));
});
after(async () => {
  await workbench.dispose();
});

const place = (name: string): string => path.join(workbench.folder, name);
const toast = (text: RegExp) => workbench.page.locator('.notification-toast', { hasText: text });
const form = (text: string) => workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: text });
const tab = (name: string) => workbench.page.locator('.tab', { hasText: name });

test('a dispatch is extracted, replayed beside its capture, and opened', async () => {
  await workbench.openFile('small.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.chooseInMenu(editor.row('elementwise_mul').first(), 'Extract…');
  await form('for a bug report').click();
  await answerFileDialog(workbench, 'Extract', place('reproducer.ireereplay'), 'OK');
  const said = toast(/Wrote reproducer\.ireereplay, elementwise_mul: \d+ of 61 records/);
  await says(said, /1 executable, 3 buffers with 48 bytes of input\. Replayed, it leaves the same \d+ bytes as the capture\./);
  await workbench.screenshot('extracted');
  await said.getByRole('button', { name: 'Open' }).click();
  await tab('reproducer.ireereplay').waitFor();
  const opened = await shownCapture(workbench);
  await opened.row('elementwise_mul').first().waitFor();
  await workbench.screenshot('extracted-opened');
});

test('with a project beside it, whose folder is offered and whose test passes', async () => {
  await workbench.openFile('small.ireereplay');
  const editor = await shownCapture(workbench);
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.chooseInMenu(editor.row('elementwise_mul').first(), 'Extract…');
  await form('Capture and Project').waitFor();
  await workbench.screenshot('extract-form');
  await form('Capture and Project').click();
  await answerFileDialog(workbench, 'Extract', place('kernel.ireereplay'), 'OK');
  const said = toast(/Wrote kernel\.ireereplay, elementwise_mul: .*Its project is in \S+kernel-project: make test there\./);
  await said.getByRole('button', { name: 'Open Folder' }).waitFor();
  await workbench.screenshot('extracted-project');
  const cli = path.resolve(__dirname, '..', '..', '..', 'bin', 'ireereplay');
  execFileSync('make', ['test', `IREEREPLAY=${cli}`], { cwd: place('kernel-project') });
  await workbench.inOtherWindow(
    () => said.getByRole('button', { name: 'Open Folder' }).click(),
    (opened) => opened.locator('.explorer-folders-view .monaco-list-row', { hasText: 'Makefile' }).waitFor(),
  );
});

test('a capture that refers to no file is packed already', async () => {
  await workbench.runCommand('IREE Replay: Pack Capture…');
  await toast(/small\.ireereplay refers to no file: it is packed\./).waitFor();
  assert.equal(existsSync(place('small-packed.ireereplay')), false);
});

test('what is whole of a torn capture is written, and says where it was torn', async () => {
  await workbench.openFile('torn.ireereplay');
  await shownCapture(workbench);
  await workbench.runCommand('IREE Replay: Repair Capture…');
  rmSync(place('whole.ireereplay'), { force: true });
  await answerFileDialog(workbench, 'Repair Capture', place('whole.ireereplay'), 'OK');
  await toast(/Wrote whole\.ireereplay: 7 records\. It was torn before record #7 at offset 770/).waitFor();
  assert.ok(existsSync(place('whole.ireereplay')));
});

test('records are removed while a command still fails, and what is left is offered', async () => {
  // Fails as long as the kernel is in the capture.
  writeFileSync(place('check.sh'), '#!/bin/sh\n! grep -q elementwise_mul "$1"\n', { mode: 0o755 });
  await workbench.openFile('small.ireereplay');
  await shownCapture(workbench);
  await workbench.runCommand('IREE Replay: Reduce Capture…');
  const box = workbench.page.locator('.quick-input-widget:visible input');
  await box.fill('./check.sh');
  await workbench.screenshot('reduce-check');
  await box.press('Enter');
  rmSync(place('reduced.ireereplay'), { force: true });
  await answerFileDialog(workbench, 'Reduce Capture', place('reduced.ireereplay'), 'OK');
  const said = toast(/Wrote reduced\.ireereplay: \d of 61 records/);
  await says(said, /The check still fails \(exit status 1\), and without any one of the records it does not\./);
  await workbench.screenshot('reduced');
  await said.getByRole('button', { name: 'Open' }).click();
  await tab('reduced.ireereplay').waitFor();
  await (await shownCapture(workbench)).row('prepare_executable').first().waitFor();
});
