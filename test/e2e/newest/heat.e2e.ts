/** Samples of a transformer beside its source: from a lens to the lines that are hot, and how sure that is. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, utimesSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { putCapture, shownCapture } from '../captureEditor';
import { sourceEditor } from '../sourceEditor';
import { startWorkbench, until, type Workbench } from '../workbench';

const fixtures = path.resolve(__dirname, '..', '..', 'fixtures');
const source = path.join('sources', 'block.mlir');

let workbench: Workbench;

before(async () => {
  workbench = await startWorkbench({ files: [], settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
  await workbench.page.setViewportSize({ width: 1600, height: 1000 });
  const file = path.join(workbench.folder, source);
  mkdirSync(path.dirname(file), { recursive: true });
  cpSync(path.join(fixtures, 'models', 'block', 'block.mlir'), file);
  // Written before what was recorded of it.
  utimesSync(file, new Date(2020, 0, 1), new Date(2020, 0, 1));
  putCapture(workbench, 'models/block/block-bench20.task.ireereplay.gz', 'block.ireereplay', (bytes) => gunzipSync(bytes));
});
after(async () => {
  await workbench.dispose();
});

const { lens, key, tab, goTo, hoverSays } = sourceEditor(() => workbench);
/** What stands above lines: behind lines as long as these it would not be seen. */
const above = async (): Promise<string> =>
  (await workbench.page.locator('.codelens-decoration a', { hasText: 'samples' }).allTextContents()).join('\n');

for (const line of [41, 56]) {
  test(`line ${String(line)} says its share of the samples`, async () => {
    if (line === 41) {
      // A capture that is put into an open folder does not start the extension.
      await workbench.openFile('block.ireereplay');
      await shownCapture(workbench);
    }
    await workbench.openFile(source);
    await tab('block.mlir').waitFor();
    await goTo(line);
    if (line === 41) await lens('Sample').click();
    const said = await until('the samples', async () => {
      const words = (await above()).replaceAll(/\s+/g, ' ');
      return /[\d.]+ [nµm]s × \d+ .*\d+\.\d % · [\d,]+ samples ⚠ found by name/.exec(words)?.[0];
    });
    assert.notEqual(said, undefined);
    // It stays at the source.
    await tab('block.mlir').waitFor();
    await hoverSays(/\d % \[\d+\.\d, \d+\.\d\] of all samples lie in this line: [\d,]+ samples, with 95 % confidence\./);
    await key('Escape');
  });
}

test('in the view of hotspots a kernel opens into its lines, which say their share and lead there', async () => {
  await workbench.runCommand('IREE Replay: Focus on Hotspots View');
  const kernel = workbench.page.locator('.monaco-list-row', { hasText: 'softmax' });
  await kernel.click();
  const line = workbench.page.locator('.monaco-list-row[aria-level="2"]').filter({ hasText: 'block.mlir:41' });
  // A view that is being drawn anew, for a source was just opened, takes no key.
  await until('its lines', async () => {
    await workbench.runCommand('IREE Replay: Focus on Hotspots View');
    if ((await kernel.getAttribute('aria-expanded')) === 'false') await key('ArrowRight');
    await line.waitFor({ timeout: 5000 });
    return true;
  });
  assert.match(
    (await line.getAttribute('aria-label')) ?? '',
    /^block\.mlir:41\. [\d.]+ % \[[\d.]+, [\d.]+\] of all samples lie in this line: [\d,]+ samples, with 95 % confidence\. .*Profile of block\.ireereplay/,
  );
  await workbench.screenshot('heat-view');
  await goTo(5);
  await line.click();
  await workbench.page.locator('.statusbar-item', { hasText: /Ln 41\b/ }).waitFor();
});

test('in dark and in high contrast', async () => {
  await goTo(45);
  await workbench.screenshot('heat-dark');
  await workbench.setTheme('Default High Contrast');
  await workbench.screenshot('heat-high-contrast');
});
