/** Captures and kernels under names that shells, URIs, globs and file systems find hard: everything that takes a path takes these. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { shownCapture } from '../e2e/captureEditor';
import { runOf } from '../e2e/measuredRun';
import { openWindow, type PagesWindow } from './window';
import { until } from '../e2e/until';

const checkout = path.resolve(__dirname, '..', '..');
const fixtures = path.join(checkout, 'test', 'fixtures');

/** Each is the name of a folder, of the capture in it and of the kernel beside it. */
const names: Readonly<Record<string, string>> = {
  blanks: 'two  blanks and one',
  brackets: '[a-c] (b) {c,d}',
  'signs of URIs': '100 % #1 %20?x=y&z+1',
  'signs of shells': "it's $HOME `id`; *",
  'other scripts': 'Матрица 行列 مصفوفة é',
  // The name of a file has at most 255 bytes; with its folder the path is longer than 300.
  'three hundred characters': 'n'.repeat(244),
};

let window: PagesWindow;

before(async () => {
  // As little as the settings take: a replay of this capture takes a microsecond, and twenty of them pass from one to the next.
  window = await openWindow({ files: [], settings: { 'ireeReplay.benchmark.seconds': 0.01, 'ireeReplay.substitute.seconds': 0.05 } });
  for (const name of Object.values(names)) {
    mkdirSync(path.join(window.folder, name));
    copyFileSync(path.join(fixtures, 'small.ireereplay'), path.join(window.folder, captureOf(name)));
    copyFileSync(path.join(fixtures, 'kernels', 'elementwise.c'), path.join(window.folder, name, `${name}.c`));
  }
  await window.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await window.dispose();
});

const captureOf = (name: string): string => path.join(name, `${name}.ireereplay`);

/** What the checkout's own command line prints for a line as the editor gives it. */
function runInShell(line: string): string {
  const env = { ...process.env, PATH: `${path.join(checkout, 'bin')}:${process.env['PATH'] ?? ''}` };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { env, cwd: '/', encoding: 'utf8' });
  assert.equal(status, 0, `${line}\n${stderr}`);
  return stdout;
}

for (const [what, name] of Object.entries(names)) {
  test(`a path with ${what}: the capture opens, replays, and its command line runs in a shell`, async () => {
    await window.openFile(captureOf(name));
    const editor = await shownCapture(window);
    await until('the preflight', async () => (await editor.health()).startsWith('Replayable on local-sync'));
    assert.match(await editor.replayed(), /^Replayed on local-sync/);
    await window.runCommand('IREE Replay: Copy as CLI Command');
    const line = await until('the command line', async () => {
      const copied = await window.clipboard();
      return copied.startsWith('ireereplay run ') && copied.includes('.ireereplay') && copied;
    });
    assert.match(runInShell(line), /local-sync/);
    await window.clearClipboard();
  });

  test(`a path with ${what}: it is benchmarked`, async () => {
    await window.openFile(captureOf(name));
    const editor = await shownCapture(window);
    const run = await runOf(window, () => editor.view.locator('vscode-button.benchmark').click());
    await run.ends(/^execute (takes|is not measurable)/);
    const line = (await run.view.locator('pre.cli').textContent()) ?? '';
    assert.match(runInShell(line), /execute/);
    if (what === 'three hundred characters') await window.screenshot('paths-benchmark');
  });

  test(`a path with ${what}: a kernel beside it is put into it`, async () => {
    await window.openFile(captureOf(name));
    const editor = await shownCapture(window);
    const run = await runOf(window, async () => {
      await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
      await window.answers.files('File to Use Instead of Executable 4', path.join(name, `${name}.c`));
    });
    await run.ends(/^Results agree\. /);
    const line = (await run.view.locator('pre.cli').textContent()) ?? '';
    assert.match(runInShell(line), /agree/);
    if (what === 'three hundred characters') await window.screenshot('paths-substitution');
  });

  test(`a path with ${what}: its executable is exported beside it`, async () => {
    await window.openFile(captureOf(name));
    const editor = await shownCapture(window);
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Export Executable…');
    await window.answers.files('Folder for Executable 4', name);
    const recipe = path.join(window.folder, name, 'executable-4.md');
    await until('the recipe', () => existsSync(recipe));
    await window.tab('executable-4.md');
    assert.equal(
      readFileSync(path.join(window.folder, name, 'executable-4.so'))
        .subarray(1, 4)
        .toString(),
      'ELF',
    );
    const line = /^ {4}(ireereplay substitute .*)$/m.exec(readFileSync(recipe, 'utf8'))?.[1] ?? '';
    assert.match(runInShell(`${line} --seconds=0.05`), /agree/);
    while (window.tabs.length > 0) await window.closeEditor();
  });
}
