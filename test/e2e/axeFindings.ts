/** A page as axe sees it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Frame } from 'playwright-core';
import type { EditorWindow } from './editorWindow';

const script = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Those of axe's rules that run by default and ask what colours are. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds in the visible page that is serious or critical, a line each. */
export async function axeFindings(window: EditorWindow): Promise<readonly string[]> {
  return axeFindingsIn(await shownFrame(window));
}

/**
 * The same in one theme after the other. Of a page that is but for its colours what it was in the theme before, only these are looked at
 * again.
 */
export async function axeFindingsInThemes(
  window: EditorWindow,
  themes: readonly string[],
  wear: (theme: string) => Promise<unknown>,
): Promise<readonly string[]> {
  const found: string[] = [];
  let before: string | undefined;
  for (const theme of themes) {
    await wear(theme);
    const frame = await shownFrame(window);
    const now = await frame.evaluate(withoutColours);
    found.push(...(await axeFindingsIn(frame, now === before ? RULES_OF_COLOURS : undefined)).map((one) => `${theme}: ${one}`));
    before = now;
  }
  return found;
}

async function shownFrame(window: EditorWindow): Promise<Frame> {
  const frame = await (await window.webview().locator('body').elementHandle()).ownerFrame();
  assert.ok(frame !== null);
  return frame;
}

/** All that rules other than those of colours see: elements, their attributes and texts, what of it is in sight, and how large it is. */
function withoutColours(): string {
  const said: string[] = [];
  const walk = (node: Node): void => {
    if (node instanceof Text) said.push(node.data);
    if (node instanceof Element) {
      const attributes = node === document.body ? [] : [...node.attributes].map(({ name, value }) => `${name}=${value}`);
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = node;
      const inSight = node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      said.push(`<${node.tagName} ${attributes.join(' ')}`, [inSight, clientWidth, clientHeight, scrollWidth, scrollHeight].join(' '));
      node.shadowRoot?.childNodes.forEach(walk);
    }
    node.childNodes.forEach(walk);
  };
  walk(document.body);
  return said.join('\n');
}

export async function axeFindingsIn(frame: Frame, only?: readonly string[]): Promise<readonly string[]> {
  if (await frame.evaluate(() => !('axe' in globalThis))) await frame.evaluate(script);
  const { violations, passes } = await frame.evaluate(
    async (rules) => {
      const { axe: here } = globalThis as unknown as { readonly axe: typeof axe };
      // What passes is only counted: it costs as much again to say where each of it is.
      return here.run(document, { resultTypes: ['violations'], ...(rules.length === 0 ? {} : { runOnly: rules }) });
    },
    [...(only ?? [])],
  );
  assert.ok(passes.length > (only === undefined ? 10 : 0), 'axe has looked at the page');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, failureSummary }) => `${id}: ${target.join(' ')}: ${html}: ${failureSummary ?? ''}`),
    );
}
