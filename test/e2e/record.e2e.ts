/**
 * A compiled module recorded from the explorer by Enter alone and as a task, and the command line in a terminal.
 * `npm run test:e2e -- record --vscode=1.139.1 --media` keeps the walkthrough's picture of it, and those of three guides.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { shownCapture } from './captureEditor';
import { chooseInContextMenu } from './contextMenu';
import { answerFileDialog } from './fileDialog';
import { says } from './said';
import { withoutTerminals } from './terminals';
import { startWorkbench, until, type Workbench } from './workbench';

const tools = process.env['IREE_TOOLS'] ?? '';
const MODEL = path.resolve(__dirname, '..', 'fixtures', 'models', 'mm256', 'mm256.mlir');
const FLAGS = ['--iree-hal-target-device=local', '--iree-hal-local-target-device-backends=llvm-cpu', '--iree-llvmcpu-target-cpu=generic'];

let workbench: Workbench;

before(async () => {
  const temporary = mkdtempSync(path.join(tmpdir(), 'iree-replay-module-'));
  const module = path.join(temporary, 'mm256.vmfb');
  execFileSync(path.join(tools, 'iree-compile'), [...FLAGS, MODEL, '-o', module]);
  workbench = await startWorkbench({
    files: [module, 'models/mm256/a.npy', 'small.ireereplay'],
    settings: {
      ...{ 'workbench.colorTheme': 'Default Dark Modern', 'ireeReplay.ireeTools': tools },
      // A shell that reads no files of the user's.
      'terminal.integrated.profiles.linux': { plain: { path: '/bin/bash', args: ['--norc', '--noprofile'] } },
      'terminal.integrated.defaultProfile.linux': 'plain',
    },
  });
  rmSync(temporary, { recursive: true });
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

test('the list is kept as a task in tasks.json', async () => {
  await choose('mm256.vmfb');
  await line('input0').click();
  await line('From File…').click();
  await answerFileDialog(workbench, 'input0: 256x256xf32', place('a.npy'), 'OK');
  await says(line('input0'), /@a\.npy/);
  await workbench.screenshot('guide-record', list());
  await line('Save in tasks.json').click();
  const kept = workbench.page.locator('.notification-toast', { hasText: 'Saved as the task “record mm256.vmfb matmul”' });
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

/** What a line that is typed into the terminal writes, once it has ended. */
async function typed(words: string, name: string): Promise<string> {
  const file = place(`${name}.txt`);
  const { page } = workbench;
  await page.locator('.terminal-wrapper.active .xterm-screen').click();
  await page.keyboard.type(`{ ${words}; } > ${name}.part 2>&1; echo "ended with $?" >> ${name}.part; mv ${name}.part ${name}.txt\n`);
  await until(`the end of ${words}`, () => existsSync(file));
  return readFileSync(file, 'utf8');
}

test('a command line that was copied works in a terminal, as it is', { skip: withoutTerminals() }, async () => {
  await workbench.openFile('small.ireereplay');
  const editor = await shownCapture(workbench);
  await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
  await until('the terminal path', () => !workbench.outputChannel().includes('is not on the PATH of terminals'));
  await workbench.clearClipboard();
  await workbench.runCommand('IREE Replay: Copy as CLI Command');
  const copied = await until('the command line', async () => {
    const text = await workbench.clipboard();
    return text === '' ? undefined : text;
  });
  assert.match(copied, /^ireereplay run .*small\.ireereplay$/);
  await workbench.runCommand('Terminal: Create New Terminal');
  await workbench.page.locator('.terminal-wrapper.active .xterm-screen').waitFor();
  assert.match(await typed('ireereplay --help', 'help'), /^Reads and replays what IREE recorded\.[^]*ended with 0\n$/);
  await workbench.screenshot('terminal');
  assert.match(await typed(copied, 'run'), /operations[^]*ended with 0\n$/i);
  // Nothing else is found there: the folder before all others holds this one program.
  assert.match(await typed('ls "${PATH%%:*}"', 'folder'), /^ireereplay\nended with 0\n$/);
});

/** Runs command lines in the terminal that is shown, as large as the window, and returns it with what they printed. */
async function terminalAfter(width: number, lines: readonly string[]): Promise<Locator> {
  const { page } = workbench;
  await page.setViewportSize({ width, height: 400 });
  await page.locator('.terminal-wrapper.active .xterm-screen').click();
  writeFileSync(place('prompts'), '');
  for (const [before, line] of ["PS1='$ '; PROMPT_COMMAND='echo >> prompts'; clear", ...lines].entries()) {
    await page.keyboard.type(`${line}\n`);
    await until(`the prompt after ${line}`, () => readFileSync(place('prompts'), 'utf8').length >= before + 1);
  }
  // The terminal draws it a moment later.
  await page.waitForTimeout(1000);
  return page.locator('.terminal-wrapper.active');
}

test('what it prints stands in the terminal', { skip: withoutTerminals() }, async () => {
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.runCommand('View: Toggle Maximized Panel');
  const terminal = await terminalAfter(1100, ['ireereplay info mm256.ireereplay', 'ireereplay run mm256.ireereplay']);
  await workbench.screenshot('guide-in-the-terminal', terminal);
});
