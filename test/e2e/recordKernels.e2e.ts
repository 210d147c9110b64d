/** An OpenMP program recorded from the palette, in a terminal of VS Code's own. A script that writes a real recording stands for it. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { writeSaxpyTool } from '../saxpyTool';
import { answerFileDialog } from './fileDialog';
import { says } from './said';
import { withoutTerminals } from './terminals';
import { until } from './until';
import { startWorkbench, type Workbench } from './workbench';

const recording = path.resolve(__dirname, '..', 'fixtures', 'neighbours', 'llvm', 'llvm16-saxpy');

describe('an OpenMP program', { skip: withoutTerminals() }, () => {
  let workbench: Workbench;
  let tools: string;

  before(async () => {
    tools = mkdtempSync(path.join(tmpdir(), 'iree-replay-llvm-'));
    const tool = path.join(tools, 'llvm-omp-kernel-replay');
    writeSaxpyTool(tool);
    workbench = await startWorkbench({
      files: ['small.ireereplay'],
      settings: { 'workbench.colorTheme': 'Default Dark Modern', 'ireeReplay.llvm.path': tool },
    });
  });
  after(async () => {
    await workbench.dispose();
    rmSync(tools, { recursive: true });
  });

  const list = () => workbench.page.locator('.quick-input-widget:visible');
  const line = (text: string) => list().locator('.monaco-list-row', { hasText: text });

  /** Asks for a program that does what the words say, and waits for the list. */
  async function ask(words: string): Promise<void> {
    const program = path.join(workbench.folder, 'saxpy');
    writeFileSync(program, `#!/bin/sh\n${words}\n`, { mode: 0o755 });
    await workbench.runCommand('IREE Replay: Record Kernels of an OpenMP Program…');
    await answerFileDialog(workbench, 'OpenMP Program to Record', program, 'Record');
    await line('Device Memory').waitFor();
  }

  test('is recorded by Enter, and the folder opens', async () => {
    await ask(`[ "$LIBOMPTARGET_RR_DEVMEM_SIZE" = 8 ] && cp '${recording}'/* .`);
    await says(line('to saxpy-recordings'), /saxpy, to saxpy-recordings/);
    await workbench.screenshot('record-kernels');
    await list().locator('input').first().press('Enter');
    await workbench.page.locator('.tab', { hasText: 'Recordings: saxpy-recordings' }).waitFor();
    await says(workbench.webview().locator('.health'), /Readable.*1 kernel/s);
    await workbench.screenshot('recorded-kernels');
  });

  test('is kept as a task in tasks.json, which records again', async () => {
    const folder = path.join(workbench.folder, 'saxpy-recordings-2');
    await ask(`[ "$LIBOMPTARGET_RR_DEVMEM_SIZE" = 8 ] && cp '${recording}'/* .`);
    await line('Save in tasks.json').click();
    await workbench.page.locator('.notification-toast', { hasText: 'Saved as the task “record kernels of saxpy”' }).waitFor();
    const { tasks } = JSON.parse(readFileSync(path.join(workbench.folder, '.vscode', 'tasks.json'), 'utf8')) as {
      readonly tasks: readonly { readonly command: string }[];
    };
    const command =
      /^mkdir -p '\$\{workspaceFolder\}'\/saxpy-recordings-2 && cd '\$\{workspaceFolder\}'\/saxpy-recordings-2 && env LIBOMPTARGET\S+ .* '\$\{workspaceFolder\}'\/saxpy$/;
    assert.match(tasks[0]?.command ?? '', command);
    await workbench.runCommand('Tasks: Run Task');
    await line('record kernels of saxpy').first().click();
    // VS Code asks whether the output is looked at for problems.
    await until('its recording', () => existsSync(folder) && readdirSync(folder).length > 0);
    rmSync(folder, { recursive: true });
  });

  test('that records nothing is said to', async () => {
    await ask('echo nothing to record');
    await list().locator('input').first().press('Enter');
    await says(workbench.page.locator('.notification-toast', { hasText: 'recorded no kernel' }), /It may have no target regions/);
    await workbench.screenshot('recorded-no-kernel');
    assert.ok(!existsSync(path.join(workbench.folder, 'saxpy-recordings-2')));
  });
});
