/** Pictures of what is shown, in the dark theme and in the light one. */
import type { Locator } from 'playwright-core';
import type { EditorWindow } from '../e2e/editorWindow';
import { until } from '../e2e/until';
import type { PagesWindow } from './window';

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

/** How large the window is for a picture, and what of it is shown: the whole window, or a place in it, up to what begins behind it. */
export interface Part {
  readonly width: number;
  readonly height: number;
  readonly place?: Locator;
  /** To the right of it, or below it. */
  readonly before?: Locator;
  readonly above?: Locator;
}

/** Keeps the picture of a guide, in the dark theme, where `npm run test:pages -- NAME --media` asks for it. The window has its own size back then. */
export async function guidePicture(window: PagesWindow, guide: string, { width, height, place, before, above }: Part): Promise<void> {
  if (process.env['IR_MEDIA'] === undefined) return;
  const size = window.page.viewportSize();
  await window.page.setViewportSize({ width, height });
  await window.page.mouse.move(width - 1, height - 1);
  await window.setTheme('Default Dark Modern');
  const shown = (await place?.boundingBox()) ?? { x: 0, y: 0, width, height };
  const right = (await before?.boundingBox())?.x ?? shown.x + shown.width;
  const bottom = (await above?.boundingBox())?.y ?? shown.y + shown.height;
  await window.screenshot(`guide-${guide}`, { ...shown, width: right - shown.x, height: bottom - shown.y });
  if (size !== null) await window.page.setViewportSize(size);
}
