/** Samples of two profiles side by side: the loop that gained, its lines, and what it computes on. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { compileKernel, SCALAR, VECTOR, writeVectorLoops } from '../vectorLoops';
import { axeFindings } from '../e2e/axeFindings';
import { picturesInBothThemes } from './pictures';
import { until } from '../e2e/until';
import { openWindow, type PagesWindow } from './window';
import { wordsOf } from '../e2e/wordsOf';

const ireereplay = path.resolve(__dirname, '..', '..', 'bin', 'ireereplay');
let window: PagesWindow;
let vector: number;

before(async () => {
  window = await openWindow({ files: ['small.ireereplay'], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  await window.page.setViewportSize({ width: 1252, height: 900 });
  const loops = writeVectorLoops(window.folder);
  ({ vector } = loops);
  const run = (name: string, ...flags: readonly string[]): void => {
    const all = ['run', '--device=local-sync', `--device_profiling_output=${name}.ireeprof`, ...flags, 'small.ireereplay'];
    execFileSync(process.execPath, [ireereplay, ...all], { cwd: window.folder, stdio: 'pipe' });
  };
  const sampled = ['--sample', '--sample_rate=997', '--sample_seconds=3'];
  run('scalar', ...sampled, `--replay_executable_substitution=4=${compileKernel(loops.file, 'scalar.so', ...SCALAR)}`);
  run('vector', ...sampled, `--replay_executable_substitution=4=${compileKernel(loops.file, 'vector.so', ...VECTOR)}`);
  run('plain', '--device_profiling_mode=host-execution');
});
after(async () => {
  await window.dispose();
});

const view = (): ReturnType<PagesWindow['webview']> => window.webview();
const rows = (): ReturnType<ReturnType<PagesWindow['webview']>['locator']> => view().locator('.differences [role="row"][data-key]');
const notes = (): Promise<string> => wordsOf(view().locator('.compared-notes'));

test('the loop that gained stands beside what it was, with what it computes on', async () => {
  await window.runCommand('IREE Replay: Compare Profiles…');
  await window.answers.choose(/Compare/, 'vector.ireeprof');
  await window.answers.choose(/to Compare with vector\.ireeprof$/, 'scalar.ireeprof');
  await view().getByRole('tab', { name: 'Functions' }).focus();
  // By keyboard to the last tab.
  await view().getByRole('tab', { name: 'Functions' }).press('ArrowLeft');
  await rows().first().waitFor();
  await until('the samples', async () => (await notes()).includes('A: '));
  const loop = rows().filter({ hasText: `Loop vector_loops.c:${String(vector)} in work` });
  const cells = (await loop.locator('[role="gridcell"]').allInnerTexts()).map((text) => text.trim());
  assert.match(cells[1] ?? '', /^\d+\.\d %$/);
  assert.match(cells[6] ?? '', /^one element at a time → vectors of 256 bits$/, cells.join(' | '));
  // Where other work took processors, as is said, nothing is told.
  if ((await notes()).includes('Nothing is said')) return;
  assert.match(cells[5] ?? '', /^gained: [\d.]+x faster \[/);
  assert.match(await notes(), new RegExp(`The loop at vector_loops\\.c:${String(vector)} made most of the difference`));
});

test('the headline leads to the loops, and those back to the times', async () => {
  await view().getByRole('tab', { name: 'Functions' }).click();
  await view().locator('.verdict').getByRole('button', { name: 'Loops and Lines' }).click();
  const kernel = rows().filter({ hasText: 'elementwise_mul' }).first();
  await until('the kernel', async () => (await kernel.getAttribute('aria-selected')) === 'true');
  await view().getByRole('button', { name: 'Executions of elementwise_mul' }).click();
  await until('the functions', async () => (await view().getByRole('tab', { name: 'Functions' }).getAttribute('aria-selected')) === 'true');
  await view().locator('.side').getByRole('button', { name: 'Loops and Lines' }).click();
  await until('the kernel again', async () => (await kernel.getAttribute('aria-selected')) === 'true');
});

test('by keyboard a kernel closes, and opens into its loops and lines', async () => {
  const grid = view().locator('.differences');
  await grid.focus();
  await grid.press('Home');
  const all = await until('the rows', async () => {
    const count = await rows().count();
    return count > 5 && count;
  });
  await grid.press('ArrowLeft');
  await until('the kernel alone', async () => (await rows().count()) === 1);
  await grid.press('ArrowRight');
  await until('what is below it', async () => (await rows().count()) === all);
});

test('only what gained or lost is left when that is asked for', async () => {
  const all = await rows().count();
  await view().getByLabel('Only differences').check();
  await until('fewer', async () => (await rows().count()) < all);
  assert.ok(!(await rows().allInnerTexts()).some((text) => /Loop .*not known/.test(text)));
  await view().getByLabel('Only differences').uncheck();
  await until('all', async () => (await rows().count()) === all);
});

test('it is drawn in both themes and in high contrast, and accessible', async () => {
  assert.deepEqual(await axeFindings(window), []);
  await picturesInBothThemes(window, 'compare-hotspots');
  await window.setTheme('Default High Contrast');
  await until(
    'high contrast',
    async () => (await view().locator('body').getAttribute('data-vscode-theme-kind')) === 'vscode-high-contrast',
  );
  await window.screenshot('compare-hotspots-contrast');
  await window.setTheme('Default Dark Modern');
});

test('a profile without samples is named', async () => {
  await view().getByLabel('Profile B').click();
  await view().getByLabel('Profile B').locator('vscode-option', { hasText: 'plain.ireeprof' }).click();
  await until('what is missing', async () => (await notes()).includes('plain.ireeprof has no samples: record a profile with --sample.'));
});
