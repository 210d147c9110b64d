/** What VS Code gives pages of its themes: tests of pages have it from files, which IR_RENEW=1 keeps anew. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { newestVscode } from '../../../scripts/tools.mjs';
import { defaultStyles, DEFAULT_STYLES, keptTheme, themeFile, type Theme } from '../../pages/themes';
import { shownCapture } from '../captureEditor';
import { startWorkbench, until, vscodeVersion, type Workbench } from '../workbench';

/** Titles of themes, with the class that a page has. */
const THEMES = {
  'Default Dark Modern': 'vscode-dark',
  'Default Light Modern': 'vscode-light',
  'Default High Contrast': 'vscode-high-contrast',
  'Default High Contrast Light': 'vscode-high-contrast-light',
} as const;

const skip = vscodeVersion === newestVscode ? false : `they are kept of ${newestVscode}`;
const renews = process.env['IR_RENEW'] === '1';

let workbench: Workbench;

before(async () => {
  // Its git has colours, too.
  workbench = await startWorkbench({ whole: true });
  await workbench.openFile('small.ireereplay');
  await shownCapture(workbench);
});
after(async () => {
  await workbench.dispose();
});

/** Variables that our pages name, and the styles that every page has. */
function namedVariables(): ReadonlySet<string> {
  const folder = path.resolve(__dirname, '..', '..', '..', 'dist', 'webview');
  const built = readdirSync(folder).filter((name) => /\.(css|js)$/.test(name));
  const texts = built.map((name) => readFileSync(path.join(folder, name), 'utf8'));
  return new Set([...texts, defaultStyles()].flatMap((text) => text.match(/--(?:vscode|text|monaco)-[\w-]+/g) ?? []));
}

async function wornTheme(): Promise<Theme> {
  const { kind, data, variables } = await workbench
    .webview()
    .locator('html')
    .evaluate((html) => {
      const { style } = html as HTMLElement;
      const { body } = html.ownerDocument;
      return {
        // Windows of tests ask for less motion, which is no part of a theme.
        kind: body.className.replace(' vscode-reduce-motion', ''),
        data: [...body.attributes]
          .filter(({ name }) => name.startsWith('data-vscode-theme'))
          .map(({ name, value }) => [name, value] as const),
        variables: [...style].map((name) => [name, style.getPropertyValue(name)] as const),
      };
    });
  const named = namedVariables();
  const ours = variables.filter(([name]) => named.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  return { kind, data: Object.fromEntries(data), variables: Object.fromEntries(ours) };
}

test('the styles that VS Code gives every page are those of pages without it', { skip }, async () => {
  const given = (await workbench.webview().locator('#_defaultStyles').textContent()) ?? '';
  if (renews) writeFileSync(DEFAULT_STYLES, given);
  assert.equal(given, defaultStyles());
});

for (const [title, kind] of Object.entries(THEMES)) {
  test(`pages that stand without VS Code wear what it gives them of ${title}`, { skip }, async () => {
    await workbench.setTheme(title);
    const body = workbench.webview().locator('body');
    await until(`${kind} in the view`, async () => (await body.getAttribute('data-vscode-theme-kind')) === kind);
    const theme = await wornTheme();
    if (renews) writeFileSync(themeFile(title), `${JSON.stringify(theme, undefined, 2)}\n`);
    assert.deepEqual(theme, keptTheme(title));
  });
}
