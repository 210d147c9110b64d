/** Sizes at which pages are looked at, in every kind of theme. */
import { layoutFaults } from './layout';
import type { EditorWindow } from './editorWindow';
import { until } from './until';

/** Of the window, or of the page itself where that is narrower than any window, in pixels. */
export const SIZES = [
  { name: '1600', width: 1600, height: 1000 },
  { name: '1000', width: 1000, height: 700 },
  { name: '320', page: 320, height: 700 },
] as const;
export type Size = (typeof SIZES)[number];

const THEMES = [
  ['dark', 'Default Dark Modern', 'vscode-dark'],
  ['light', 'Default Light Modern', 'vscode-light'],
  ['high-contrast', 'Default High Contrast', 'vscode-high-contrast'],
] as const;

const pageWidth = (window: EditorWindow): Promise<number> =>
  window
    .webview()
    .locator('html')
    .evaluate((html) => html.clientWidth);

/** Makes the window so large; where a width of the page is wanted, as wide as that takes. */
export async function resized(window: EditorWindow, size: Size): Promise<void> {
  const { page } = window;
  if (!('page' in size)) {
    await page.setViewportSize(size);
    await until('the page to follow', async () => Math.abs((await pageWidth(window)) - size.width) < 80);
    return;
  }
  let { width } = page.viewportSize() ?? { width: size.page };
  await until(`a page of ${size.name} pixels`, async () => {
    const now = await pageWidth(window);
    if (now === size.page) return true;
    width += size.page - now;
    await page.setViewportSize({ width, height: size.height });
    return false;
  });
}

/** Keeps NAME-THEME.png of the page as it is, and returns its faults, a line each; the dark theme is back then. */
export async function faultsInThemes(window: EditorWindow, name: string): Promise<readonly string[]> {
  const body = window.webview().locator('body');
  const faults: string[] = [];
  for (const [theme, title, kind] of [...THEMES].reverse()) {
    await window.setTheme(title);
    await until(`${kind} in the view`, async () => (await body.getAttribute('data-vscode-theme-kind')) === kind);
    // Drawn again after a change of width.
    await window.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await window.screenshot(`${name}-${theme}`);
    for (const fault of await layoutFaults(window.webview())) faults.push(`${name} ${theme}: ${fault}`);
  }
  return faults;
}
