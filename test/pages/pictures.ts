/** Pictures of what is shown, in the dark theme and in the light one. */
import type { EditorWindow } from '../e2e/editorWindow';
import { until } from '../e2e/until';

/**
 * Keeps NAME-dark.png and NAME-light.png of a window with a webview; the dark theme is back then. `drawn` waits for what follows a theme
 * later; without it, and where no pictures are taken, there is nothing to do.
 */
export async function picturesInBothThemes(
  window: EditorWindow,
  name: string,
  drawn?: (theme: 'dark' | 'light') => Promise<unknown>,
): Promise<void> {
  if (drawn === undefined && process.env['IR_PICTURES'] === undefined) return;
  const body = window.webview().locator('body');
  for (const [theme, title] of [
    ['light', 'Default Light Modern'],
    ['dark', 'Default Dark Modern'],
  ] as const) {
    await window.setTheme(title);
    await until(`the ${theme} theme in the view`, async () => (await body.getAttribute('data-vscode-theme-kind')) === `vscode-${theme}`);
    await drawn?.(theme);
    await window.screenshot(`${name}-${theme}`);
  }
}
