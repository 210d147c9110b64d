/** A page as axe sees it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Workbench } from './workbench';

const script = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds that is serious or critical, a line each. */
export async function axeFindings(workbench: Workbench): Promise<readonly string[]> {
  const frame = await (await workbench.webview().locator('body').elementHandle()).ownerFrame();
  assert.ok(frame !== null);
  await frame.evaluate(script);
  const { violations, passes } = await frame.evaluate(async () => {
    const { axe: here } = globalThis as unknown as { readonly axe: typeof axe };
    return here.run(document, { resultTypes: ['violations', 'passes'] });
  });
  assert.ok(passes.length > 10, 'axe has looked at the page');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, failureSummary }) => `${id}: ${target.join(' ')}: ${html}: ${failureSummary ?? ''}`),
    );
}
