/** A page as axe sees it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Frame } from 'playwright-core';
import type { EditorWindow } from './editorWindow';

const script = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds in the visible page that is serious or critical, a line each. */
export async function axeFindings(window: EditorWindow): Promise<readonly string[]> {
  const frame = await (await window.webview().locator('body').elementHandle()).ownerFrame();
  assert.ok(frame !== null);
  return axeFindingsIn(frame);
}

export async function axeFindingsIn(frame: Frame): Promise<readonly string[]> {
  await frame.evaluate(script);
  const { violations, passes } = await frame.evaluate(async () => {
    const { axe: here } = globalThis as unknown as { readonly axe: typeof axe };
    // What passes is only counted: it costs as much again to say where each of it is.
    return here.run(document, { resultTypes: ['violations'] });
  });
  assert.ok(passes.length > 10, 'axe has looked at the page');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, failureSummary }) => `${id}: ${target.join(' ')}: ${html}: ${failureSummary ?? ''}`),
    );
}
