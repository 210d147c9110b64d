/** Tests of the tab Roof of a sampled profile, which others of the same window go on from. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { axeFindings } from '../e2e/axeFindings';
import { counted } from '../e2e/counted';
import { LONGEST_RUN } from '../e2e/measuredRun';
import type { ProfileEditor } from '../e2e/profileEditor';
import { until } from '../e2e/until';
import { wordsOf } from '../e2e/wordsOf';
import type { PagesWindow } from './window';

/** Of the transformer block in the folder; the roof has not been measured. Returns where it is drawn then. */
export function roofTests(
  at: () => { readonly window: PagesWindow; readonly editor: ProfileEditor },
  key: (name: string) => Promise<void>,
): { readonly roof: () => Locator } {
  const roof = (): Locator => at().editor.view.getByRole('group', { name: /^Roof: / });
  const points = (what: string): Locator => at().editor.view.locator(`.roofline .point.${what}`);

  void test('the roof of this machine is measured when one asks for it, and dispatches stand against it by the code of their hottest loops', async () => {
    const { editor } = at();
    await editor.lower('Roof');
    const measure = editor.view.locator('vscode-button', { hasText: "Measure This Machine's Roof" });
    await measure.waitFor();
    assert.equal(await roof().count(), 0);
    await measure.click();
    // It waits for its turn: what measures on a machine does so alone.
    await roof().waitFor({ timeout: 1000 * LONGEST_RUN });
    assert.match(
      (await roof().getAttribute('aria-label')) ?? '',
      /^Roof: .*memory [\d.]+ [MG]B\/s.*, f32 with .* [\d.]+ [MG]op\/s; \d+ functions against it$/,
    );
    assert.equal(await points('measured').count(), 0);
    // Which others have samples enough for a hottest loop depends on chance.
    const most = await points('most').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    const product = /batch_matmul.* hottest loop \(block\.mlir:\d+, [\d.]+ % of samples\) has 1\.33 operations for each byte/;
    assert.ok(
      most.some((label) => product.test(label)),
      most.join('\n'),
    );
    await editor.view.getByText(/ and \d+ more: arithmetic not known\./).waitFor();
  });

  void test('operations that one gives put a dispatch where it was measured, and points are gone through by keys', async () => {
    const { window, editor } = at();
    await editor.view.locator('.give').click();
    await window.answers.choose('Show Operations of Which Function?', /dispatch_11_batch_matmul/);
    await window.answers.enter(/^Operations in Each Dispatch of .*batch_matmul_1x64x128x128/, '2 * 64 * 128 * 128');
    await window.answers.choose('Which Data Type Do the Operations Use?', 'f32');
    await points('measured').first().waitFor();
    await counted(points('measured'), 1);
    assert.match(
      (await points('measured').getAttribute('aria-label')) ?? '',
      /batch_matmul_1x64x128x128_f32: [\d.]+ [MG]op\/s, [\d.]+ operations for each byte that is bound; [\d.]+ % of f32 with /,
    );
    await editor.view.locator('.roofline .point[tabindex="0"]').focus();
    await key('Home');
    await key('Enter');
    const said = editor.view.locator('.roofline-notes [role="status"]');
    await said.filter({ hasText: /\S/ }).waitFor();
    const first = await wordsOf(said);
    // Points are drawn anew when operations are given: a key at that moment goes nowhere.
    await until('the next point', async () => {
      await key('ArrowRight');
      await key(' ');
      return (await wordsOf(said)) !== first;
    });
    await window.screenshot('roof-plot-dark');
    assert.deepEqual(await axeFindings(window), []);
    await editor.view.getByRole('group', { name: 'Roof shown as' }).getByRole('button', { name: 'Table' }).click();
    await editor.rows.first().waitFor();
    assert.ok((await editor.column('operations')).includes('2,097,152 f32'), (await editor.column('operations')).join());
    assert.ok((await editor.column('operations')).includes('not known'));
    await window.screenshot('roof-table-dark');
    assert.deepEqual(await axeFindings(window), []);
    await editor.view.getByRole('group', { name: 'Roof shown as' }).getByRole('button', { name: 'Plot' }).click();
    await roof().waitFor();
  });
  return { roof };
}
