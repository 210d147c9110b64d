/** The command line in the terminals of VS Code. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { shownCapture } from '../captureEditor';
import { withoutTerminals } from '../terminals';
import { startWorkbench, until, type Workbench } from '../workbench';

describe('the command line in a terminal', { skip: withoutTerminals() }, () => {
  let workbench: Workbench;
  before(async () => {
    // A shell that reads no files of the user's.
    const profile = { plain: { path: '/bin/bash', args: ['--norc', '--noprofile'] } };
    workbench = await startWorkbench({
      settings: { 'terminal.integrated.profiles.linux': profile, 'terminal.integrated.defaultProfile.linux': 'plain' },
    });
  });
  after(async () => {
    await workbench.dispose();
  });

  /** What a line that is typed into the terminal writes, once it has ended. */
  async function typed(line: string, name: string): Promise<string> {
    const file = path.join(workbench.folder, `${name}.txt`);
    const { page } = workbench;
    await page.locator('.terminal-wrapper.active .xterm-screen').click();
    await page.keyboard.type(`{ ${line}; } > ${name}.part 2>&1; echo "ended with $?" >> ${name}.part; mv ${name}.part ${name}.txt\n`);
    await until(`the end of ${line}`, () => existsSync(file));
    return readFileSync(file, 'utf8');
  }

  test('a command line that was copied works in a terminal, as it is', async () => {
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
});
