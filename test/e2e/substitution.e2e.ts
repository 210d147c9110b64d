/** A kernel's source built, verified and timed in the place of what was captured, at each save. */
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { putCapture, shownCapture } from './captureEditor';
import { answerFileDialog } from './fileDialog';
import { matmulOfEightRows } from './matmulOfEightRows';
import { runOf, type MeasuredRunView } from './measuredRun';
import { actUntil } from './retried';
import { says } from './said';
import { startWorkbench, until, type Workbench } from './workbench';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({
    files: ['small.ireereplay', 'kernels/elementwise.c'],
    settings: { 'ireeReplay.substitute.seconds': 0.5 },
  });
  putCapture(workbench, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});
after(async () => {
  await workbench.dispose();
});

/** Right-clicks the executable of a capture, and puts `file` in its place. */
function substitute(capture: string, file: string): Promise<MeasuredRunView> {
  return runOf(workbench, async () => {
    await workbench.openFile(capture);
    const editor = await shownCapture(workbench);
    await until('the preflight', async () => (await editor.health()).includes('Replayable on'));
    await editor.chooseInMenu(editor.row('prepare_executable'), 'Substitute Executable…');
    await answerFileDialog(workbench, 'File to Use Instead of Executable 4', path.join(workbench.folder, file), 'Substitute');
  });
}

test('a source in C is built, verified and timed; Substitute on Save shows a build error where it stands, and the verdict when it is mended', async () => {
  const file = path.join(workbench.folder, 'elementwise.c');
  const run = await substitute('small.ireereplay', 'elementwise.c');
  await run.ends(/^Results agree\. elementwise\.c: /);
  await run.view.locator('vscode-button.onsave').click();
  const status = workbench.page.locator('.statusbar-item', { hasText: 'elementwise.c' });
  await status.waitFor();
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, `${source}\nint broken = ;\n`);
  await until('the failure', async () => ((await status.textContent()) ?? '').includes('failed'), 120);
  await workbench.runCommand('Problems: Focus on Problems View');
  const problem = workbench.page.locator('.markers-panel .monaco-list-row', { hasText: 'expected expression' });
  await problem.waitFor();
  await workbench.screenshot('substitution-build-error');
  writeFileSync(file, source);
  const failures = (): number => workbench.outputChannel().match(/substitute of elementwise\.c .*: failed/g)?.length ?? 0;
  const mended = /faster|slower|no difference|not known yet/;
  await until('the verdict', async () => mended.test((await status.textContent()) ?? '') || failures() > 1, 120);
  await says(status, mended);
  await problem.waitFor({ state: 'detached' });
  const last = await runOf(workbench, () => status.click());
  await last.ends(/^Results agree\. elementwise\.c: /);
  await workbench.screenshot('substitution-on-save');
  await workbench.openFile('elementwise.c');
  const lens = workbench.page.locator('.codelens-decoration', {
    hasText: /(faster|slower|no difference above [\d.]+ %|not known yet): .+ in small\.ireereplay on local-sync/,
  });
  await lens.waitFor();
  await workbench.screenshot('substitution-lens');
  await lens.getByText('Stop Substituting on Save').click();
  await status.waitFor({ state: 'detached' });
  await lens.waitFor({ state: 'detached' });
});

test('a source that is tiled for another grid says so, and its fix by Ctrl+. uses the grid that fits', async () => {
  writeFileSync(path.join(workbench.folder, 'rows.c'), matmulOfEightRows());
  const wrong = await substitute('mm256.ireereplay', 'rows.c');
  await wrong.ends(/^Results differ in 1 buffer\. No speed is reported\.$/);
  await workbench.openFile('rows.c');
  await workbench.runCommand('Problems: Focus on Problems View');
  const problem = workbench.page.locator('.markers-panel .monaco-list-row', { hasText: 'unwritten with the recorded grid of 16,1,1' });
  await problem.waitFor();
  await workbench.page.locator('.editor-group-container.active .view-lines').click();
  await workbench.runCommand('Go to Next Problem in Files (Error, Warning, Info)');
  await workbench.page.keyboard.press('Escape');
  const fix = workbench.page.locator('.action-widget .monaco-list-row.focused', { hasText: 'Use the Matching Grid: 32,1,1 Workgroups' });
  await actUntil({
    wanted: 'the fix of the problem',
    doing: 'pressing Ctrl+.',
    // It does nothing while what was said of the problem goes away.
    act: () => workbench.page.keyboard.press('Control+.'),
    holds: () => fix.isVisible(),
    instead: () => workbench.page.locator('.monaco-workbench .editor-group-container.active').textContent(),
  });
  await workbench.screenshot('substitution-grid-fix');
  const right = await runOf(workbench, () => workbench.page.locator('.action-widget .monaco-list').press('Enter'));
  await right.ends(/^Results agree\. rows\.c: /);
  await problem.waitFor({ state: 'detached' });
});
