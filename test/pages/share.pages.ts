/** Captures made of one that is open: a dispatch extracted, files packed, what is whole of a torn one. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { shownCapture } from '../e2e/captureEditor';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';

const fixtures = path.resolve(__dirname, '..', 'fixtures');

let window: PagesWindow;

before(async () => {
  window = await openWindow({ files: ['small.ireereplay'] });
  cpSync(path.join(fixtures, 'damaged', 'killed-recorder.ireereplay'), path.join(window.folder, 'torn.ireereplay'));
});
after(async () => {
  await window.dispose();
});

const place = (name: string): string => path.join(window.folder, name);

test('a dispatch is extracted, replayed beside its capture, and opened', async () => {
  await window.openFile('small.ireereplay');
  const editor = await shownCapture(window);
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.chooseInMenu(editor.row('elementwise_mul').first(), 'Extract…');
  await window.answers.choose('Extract Dispatch', 'for a bug report');
  await window.answers.files('Extract', place('reproducer.ireereplay'));
  const said = await window.answers.message(/^Wrote reproducer\.ireereplay, elementwise_mul: \d+ of 61 records/, 'Open');
  assert.match(said, /1 executable, 3 buffers with 48 bytes of input\. Replayed, it leaves the same \d+ bytes as the capture\./);
  await window.tab('reproducer.ireereplay');
  const opened = await shownCapture(window);
  await opened.row('elementwise_mul').first().waitFor();
  await window.screenshot('extracted-opened');
});

test('with a project beside it, whose folder is offered and whose test passes', async () => {
  await window.openFile('small.ireereplay');
  const editor = await shownCapture(window);
  await editor.search('op:dispatch');
  await editor.view.getByLabel('Search records').press('Enter');
  await editor.chooseInMenu(editor.row('elementwise_mul').first(), 'Extract…');
  await window.answers.choose('Extract Dispatch', 'Capture and Project');
  await window.answers.files('Extract', place('kernel.ireereplay'));
  const said = /^Wrote kernel\.ireereplay, elementwise_mul: .*Its project is in \S+kernel-project: make test there\./;
  await window.answers.message(said, 'Open Folder');
  const cli = path.resolve(__dirname, '..', '..', 'bin', 'ireereplay');
  execFileSync('make', ['test', `IREEREPLAY=${cli}`], { cwd: place('kernel-project') });
  assert.ok(existsSync(place('kernel-project/Makefile')));
  const opened = await until('its folder', () => window.asked.find((one) => one.startsWith('vscode.openFolder ')));
  assert.ok(opened.includes(`"${place('kernel-project')}"`) && opened.includes('"forceNewWindow":true'), opened);
});

test('a capture that refers to no file is packed already', async () => {
  await window.runCommand('IREE Replay: Pack Capture…');
  await window.answers.message('small.ireereplay does not refer to any file: it is packed.');
  assert.equal(existsSync(place('small-packed.ireereplay')), false);
});

test('what is whole of a torn capture is written, and says where it was torn', async () => {
  await window.openFile('torn.ireereplay');
  await shownCapture(window);
  await window.runCommand('IREE Replay: Repair Capture…');
  await window.answers.files('Repair Capture', place('whole.ireereplay'));
  await window.answers.message(/^Wrote whole\.ireereplay: 7 records\. It was torn before record #7 at offset 770/);
  assert.ok(existsSync(place('whole.ireereplay')));
});

test('records are removed while a command still fails, and what is left is offered', async () => {
  // Fails as long as the kernel is in the capture.
  writeFileSync(place('check.sh'), '#!/bin/sh\n! grep -q elementwise_mul "$1"\n', { mode: 0o755 });
  await window.openFile('small.ireereplay');
  await shownCapture(window);
  await window.runCommand('IREE Replay: Reduce Capture…');
  await window.answers.enter('Reduce Capture', './check.sh');
  await window.answers.files('Reduce Capture', place('reduced.ireereplay'));
  const said = await window.answers.message(/^Wrote reduced\.ireereplay: \d of 61 records/, 'Open');
  assert.match(said, /It still fails \(exit status 1\), and without any one of the records it does not\./);
  await window.tab('reduced.ireereplay');
  await (await shownCapture(window)).row('prepare_executable').first().waitFor();
});
