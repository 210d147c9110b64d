/** A compiled module recorded from the editor: by Enter alone, with its inputs changed, as a task, and where that fails. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { shownCapture } from '../captureEditor';
import { chooseInContextMenu } from '../contextMenu';
import { answerFileDialog } from '../fileDialog';
import { says } from '../said';
import { startWorkbench, until, type Workbench } from '../workbench';

const tools = process.env['IREE_TOOLS'] ?? '';
const fixtures = path.resolve(__dirname, '..', '..', 'fixtures', 'models');
const FLAGS = ['--iree-hal-target-device=local', '--iree-hal-local-target-device-backends=llvm-cpu', '--iree-llvmcpu-target-cpu=generic'];

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({
    files: ['models/mm256/a.npy', 'models/mm256/b.npy'],
    settings: { 'workbench.colorTheme': 'Default Dark Modern', 'ireeReplay.ireeTools': tools },
  });
  for (const model of ['mm256', 'dynamic'])
    execFileSync(path.join(tools, 'iree-compile'), [...FLAGS, path.join(fixtures, model, `${model}.mlir`), '-o', place(`${model}.vmfb`)]);
});
after(async () => {
  await workbench.dispose();
});

const place = (name: string): string => path.join(workbench.folder, name);
const tab = (name: string) => workbench.page.locator('.tab', { hasText: name });
const list = () => workbench.page.locator('.quick-input-widget:visible');
const line = (text: string | RegExp) => list().locator('.monaco-list-row', { hasText: text });
const input = () => list().locator('input').first();

/** Opens Record Capture… for a module of the folder. */
async function choose(module: string): Promise<void> {
  const file = workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: module });
  await chooseInContextMenu(workbench, file, 'Record Capture…');
  await line('Save as').waitFor();
}

test('a module is recorded by Enter: inputs from a seed, and the capture opens', async () => {
  await choose('mm256.vmfb');
  await says(line('to mm256.ireereplay'), /matmul, to mm256\.ireereplay/);
  await says(line('input0: 256x256xf32'), /random, from seed 0/);
  await says(line('Device'), /local-sync/);
  await workbench.screenshot('record');
  await workbench.screenshot('walkthrough-record', list());
  await input().press('Enter');
  await tab('mm256.ireereplay').waitFor();
  const editor = await shownCapture(workbench);
  await until('its health', async () => (await editor.health()).startsWith('Replayable on local-sync'));
  await workbench.screenshot('recorded');
  assert.match(workbench.outputChannel(), /wrote mm256\.ireereplay: matmul\(256x256xf32=random, 256x256xf32=random\) on local-sync/);
});

test('an input is taken from a file, and the command can be copied and kept as a task', async () => {
  await choose('mm256.vmfb');
  await line('input0').click();
  await line('From File…').click();
  await answerFileDialog(workbench, 'input0: 256x256xf32', place('a.npy'), 'OK');
  await says(line('input0'), /@a\.npy/);
  await workbench.clearClipboard();
  await line('Copy Command').click();
  await until('the command line', async () => (await workbench.clipboard()) !== '');
  assert.equal(await workbench.clipboard(), 'ireereplay record --output=mm256.ireereplay --function=matmul --input=@a.npy mm256.vmfb');
  // What was chosen last is there again.
  await choose('mm256.vmfb');
  await says(line('input0'), /@a\.npy/);
  await line('Keep in tasks.json').click();
  const kept = workbench.page.locator('.notification-toast', { hasText: 'Kept as the task “record mm256.vmfb matmul”' });
  await kept.waitFor();
  await kept.getByRole('button', { name: 'Open tasks.json' }).click();
  await tab('tasks.json').waitFor();
  await workbench.screenshot('record-tasks-json');
  const { tasks } = JSON.parse(readFileSync(place('.vscode/tasks.json'), 'utf8')) as { readonly tasks: readonly unknown[] };
  assert.deepEqual(tasks, [
    {
      ...{ label: 'record mm256.vmfb matmul', function: 'matmul', type: 'ireereplay', kind: 'record', module: 'mm256.vmfb' },
      ...{ inputs: ['@a.npy'], problemMatcher: ['$ireereplay'] },
    },
  ]);
});

test('the task of tasks.json records', async () => {
  rmSync(place('mm256.ireereplay'));
  await workbench.runCommand('Tasks: Run Task');
  await line('record mm256.vmfb matmul').first().click();
  await until('the capture', () => existsSync(place('mm256.ireereplay')));
  await until('its sentence', () => workbench.outputChannel().includes('matmul(@a.npy, 256x256xf32=random)'));
});

test('what a module leaves open is asked for', async () => {
  await choose('dynamic.vmfb');
  await says(line('input0: ?x?xf32'), /needs a size or a file/);
  await workbench.screenshot('record-open-size');
  await input().press('Enter');
  for (const size of ['6x5xf32', '5x4xf32']) {
    await line('Random').click();
    await until('the question for its size', async () => (await input().inputValue()) === '?x?xf32');
    await input().fill(size);
    await input().press('Enter');
    await until('the question for a seed', async () => (await input().inputValue()) === '0');
    await input().press('Enter');
  }
  await tab('dynamic.ireereplay').waitFor();
  assert.match(workbench.outputChannel(), /wrote dynamic\.ireereplay: dynamic\(6x5xf32=random, 5x4xf32=random\)/);
});

test('a recording that fails says why in a line, and offers what was recorded until then', async () => {
  await choose('mm256.vmfb');
  await line('input1').click();
  await line('Value…').click();
  await until('the question for it', async () => (await input().inputValue()) === '256x256xf32=');
  await input().fill('25x256xf32=1');
  await input().press('Enter');
  await line('Save as').waitFor();
  await line('to mm256.ireereplay').click();
  const said = workbench.page.locator('.notification-toast', { hasText: 'mm256.vmfb could not be recorded' });
  await says(said, /mm256\.vmfb could not be recorded: INVALID_ARGUMENT; input1 shape dimension 0 mismatch/);
  await workbench.screenshot('record-failed');
  await said.getByRole('button', { name: 'Open What Was Recorded' }).click();
  await tab('mm256-failed.ireereplay').waitFor();
  assert.ok(existsSync(place('mm256.ireereplay')));
});

test('MLIR is compiled first, for this processor', async () => {
  cpSync(path.join(fixtures, 'mm256', 'mm256.mlir'), place('source.mlir'));
  await choose('source.mlir');
  await says(line('to source.ireereplay'), /matmul, to source\.ireereplay/);
  await input().press('Enter');
  await tab('source.ireereplay').waitFor();
  await workbench.screenshot('record-mlir');
});

test('one that is cancelled ends with its program, and leaves the earlier capture as it was', async () => {
  const recorders = () => workbench.processes().filter(({ commandLine }) => /iree-benchmark-module .*source/.test(commandLine));
  const kept = readFileSync(place('source.ireereplay'));
  const before = readdirSync(workbench.folder).sort();
  await choose('source.mlir');
  await line('Times').click();
  await until('the question for it', async () => /^\d+$/.test(await input().inputValue()));
  // Far more than anybody waits for.
  await input().fill('999999');
  await input().press('Enter');
  await line('999999, each in a scope').waitFor();
  await line('to source.ireereplay').click();
  const said = workbench.page.locator('.notification-toast', { hasText: 'Recording source.mlir' });
  await until('something recorded', () => {
    const [unfinished] = readdirSync(workbench.folder).filter((name) => name.startsWith('source.ireereplay.recording-'));
    return unfinished !== undefined && existsSync(place(`${unfinished}/source.ireereplay`));
  });
  assert.notDeepEqual(recorders(), []);
  await workbench.screenshot('record-cancel');
  await said.getByRole('button', { name: 'Cancel' }).click();
  await until('its program to end', () => recorders().length === 0);
  await until('nothing unfinished', () => readdirSync(workbench.folder).sort().join() === before.join());
  assert.deepEqual(readFileSync(place('source.ireereplay')), kept);
});

test('what is no module is said to be none', async () => {
  writeFileSync(place('broken.vmfb'), 'no module');
  await workbench.runCommand('IREE Replay: Record Capture…');
  await answerFileDialog(workbench, 'Record Capture', place('broken.vmfb'), 'Record');
  await workbench.page.locator('.notification-toast', { hasText: 'broken.vmfb cannot be recorded' }).waitFor();
});
