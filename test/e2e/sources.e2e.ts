/** What the extension says of texts, as a real VS Code draws it: lenses, words behind lines, heat, hovers, problems and colours. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Locator } from 'playwright-core';
import { captureEditor, putCapture, shownCapture } from './captureEditor';
import { sourceEditor } from './sourceEditor';
import { actUntil } from './retried';
import { says } from './said';
import { startWorkbench, until, type Workbench } from './workbench';

const fixtures = path.resolve(__dirname, '..', 'fixtures');
const KERNEL = 'matmul_dispatch_0_matmul_256x256x256_f32';

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({
    files: [],
    settings: {
      ...{ 'workbench.colorTheme': 'Default Dark Modern', 'editor.minimap.enabled': false },
      ...{ 'ireeReplay.sampling.seconds': 1, 'ireeReplay.sampling.rate': 997 },
    },
  });
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
  mkdirSync(path.join(workbench.folder, 'sources'));
  for (const name of ['mm256', 'block']) {
    const file = path.join(workbench.folder, 'sources', `${name}.mlir`);
    cpSync(path.join(fixtures, 'models', name, `${name}.mlir`), file);
    // Written before what was recorded of it.
    utimesSync(file, new Date(2020, 0, 1), new Date(2020, 0, 1));
  }
  writeFileSync(path.join(workbench.folder, 'sources', 'application.c'), guideInC());
  putCapture(workbench, 'models/mm256/mm256.sync.ireereplay', 'mm256.ireereplay');
  putCapture(workbench, 'models/block/block-bench20.task.ireereplay.gz', 'repeated.ireereplay', (bytes) => gunzipSync(bytes));
  putCapture(workbench, 'host-signal.ireereplay', 'host-signal.ireereplay');
});
after(async () => {
  await workbench.dispose();
});

const { lens, key, tab, atLine, goTo, hoverSays } = sourceEditor(() => workbench);

/** The application of the guide, whose scope is called as those of the captures here are. */
function guideInC(): string {
  const guide = readFileSync(path.resolve(__dirname, '..', '..', 'docs', 'guides', 'record-from-an-application.md'), 'utf8');
  return (/^```c .*\n([^]*?)^```$/m.exec(guide)?.[1] ?? '').replaceAll('IREE_SV("multiply")', 'IREE_SV("execute")');
}

/** How many colours the words of a line have. */
const coloursOf = (line: Locator): Promise<number> =>
  line.locator('span span').evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);

async function openAsText(capture: string): Promise<void> {
  await workbench.openFile(capture);
  await shownCapture(workbench);
  await workbench.runCommand('IREE Replay: Open as Text');
  await tab(`${capture}.txt`).waitFor();
}

test('a lens above a kernel does what it says, and what the kernel took then stands behind its line', async () => {
  await workbench.openFile('mm256.ireereplay');
  await shownCapture(workbench);
  await workbench.openFile(path.join('sources', 'mm256.mlir'));
  await lens(`${KERNEL} (found by name)`).waitFor();
  await lens('Sample').click();
  const behind = await until('the time', async () => {
    const said = await workbench.page
      .locator('.view-line span')
      .evaluateAll((spans) => spans.map((span) => getComputedStyle(span, '::after').content).find((content) => content.includes('%')));
    return said ?? false;
  });
  assert.match(behind, /^"100\.0 %\s+[\d.]+ [mµ]s/);
  await workbench.screenshot('source-times');
});

test('where an application begins a scope of its recording, lenses replay, benchmark and profile it', async () => {
  await workbench.page.setViewportSize({ width: 1320, height: 520 });
  await workbench.openFile(path.join('sources', 'application.c'));
  const begin = guideInC()
    .split('\n')
    .findIndex((line) => line.includes('recorder_scope_begin'));
  await goTo(begin + 1);
  for (const words of ['Replay scope "execute"', 'Benchmark', 'Profile', 'Show in Capture (']) await lens(words).waitFor();
  await workbench.page.mouse.move(5, 5);
  await workbench.page.locator('.workbench-hover-container:visible').waitFor({ state: 'hidden' });
  await workbench.screenshot('guide-record-from-an-application', workbench.page.locator('.editor-group-container.active'));
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
});

test('lines are heated, and a hover draws the distribution of times, with a link that leads to the record', async () => {
  await workbench.openFile('repeated.ireereplay');
  await shownCapture(workbench);
  await workbench.openFile(path.join('sources', 'block.mlir'));
  await tab('block.mlir').waitFor();
  await goTo(41);
  await lens('Sample').click();
  const bar = workbench.page.locator('.view-overlays [class*="ced-"]').first();
  await until('the bar', async () => /^[2346]px$/.test(await bar.evaluate((element) => getComputedStyle(element).borderLeftWidth)));
  await hoverSays(/There is no earlier run to compare with\..* samples are on this line: /);
  const hover = workbench.page.locator('.monaco-hover:visible');
  await until('the picture', () =>
    hover.locator('img').evaluateAll((all) => all.some((one) => one instanceof HTMLImageElement && one.naturalWidth === 400)),
  );
  for (const theme of ['Default Light Modern', 'Default High Contrast', 'Default Dark Modern']) {
    await workbench.setTheme(theme);
    await workbench.screenshot(
      `source-${theme
        .replaceAll(/^Default | Modern$/g, '')
        .toLowerCase()
        .replace(' ', '-')}`,
    );
  }
  await hover
    .locator('a', { hasText: /^Record #\d+$/ })
    .first()
    .click();
  await captureEditor(workbench).headed(/command_buffer\.dispatch$/);
});

test('a dump is coloured, and F12 leads from an object to its description, and back', async () => {
  putCapture(workbench, 'models/block/block.sync.ireereplay', 'block.ireereplay');
  await openAsText('block.ireereplay');
  await until('colours', async () => (await coloursOf(workbench.page.locator('.view-line', { hasText: '#1 ' }).first())) > 3);
  await workbench.screenshot('dump-text');
  await key('Control+Shift+O');
  await workbench.page.keyboard.type('softmax');
  await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'softmax' }).waitFor();
  await key('Enter');
  await atLine(60);
  const line = (await workbench.page.locator('.view-line', { hasText: '#46 ' }).first().textContent()) ?? '';
  await goTo(60, line.indexOf('executable_id=') + 'executable_id='.length + 1);
  await key('F12');
  await atLine(26);
  await key('Control+Alt+Minus');
  await atLine(60);
  await key('Shift+F12');
  const named = workbench.page.locator('.reference-zone-widget .monaco-list-row');
  await until('several mentions', async () => (await named.count()) > 3);
  await key('Escape');
});

test('what stands against a replay is in the list of problems, and a lens makes a warning of the error', async () => {
  await openAsText('host-signal.ireereplay');
  await lens('Stop Before #24 (leaves no problem)').waitFor();
  const problem = workbench.page.locator('.markers-panel .monaco-list-row', { hasText: 'This operation waits for semaphore 5 to reach 1' });
  await workbench.runCommand('Problems: Focus on Problems View');
  await problem.click();
  await says(problem, /wait-never-signaled/);
  const icon = (kind: string): Locator => problem.locator(`.marker-icon .codicon-${kind}`);
  await icon('error').waitFor({ state: 'attached' });
  await workbench.screenshot('dump-problem');
  // VS Code itself has no quick fixes in a text that cannot be changed.
  await workbench.page.locator('.editor-group-container.active .view-lines').click();
  await workbench.runCommand('Go to Next Problem in Files (Error, Warning, Info)');
  await workbench.page.keyboard.press('Escape');
  const fix = workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Assume Host Signals (leaves no problem)' });
  await actUntil({
    wanted: 'the fixes of the problem',
    doing: 'pressing Ctrl+.',
    act: () => workbench.page.keyboard.press('Control+.'),
    holds: () => fix.isVisible(),
    instead: () => workbench.page.locator('.monaco-workbench .editor-group-container.active').textContent(),
  });
  await workbench.page.keyboard.press('Escape');
  // VS Code forgets what a lens does when lenses come anew, and a click at that moment does nothing.
  await until('the warning', async () => {
    await lens('Assume Host Signals (leaves no problem)')
      .click({ timeout: 1000 })
      .catch(() => undefined);
    await icon('warning').waitFor({ state: 'attached', timeout: 5000 });
    return true;
  });
});
