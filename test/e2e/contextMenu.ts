/** VS Code's context menus. */
import type { Locator, Page } from 'playwright-core';
import { until } from './until';

/** Chooses an item of the context menu that a right-click on `place` opens. */
export async function chooseInContextMenu({ page }: { readonly page: Page }, place: Locator, item: string): Promise<void> {
  const menu = page.locator('.monaco-menu');
  const entry = menu.locator('.action-item', { hasText: item });
  // A menu closes when something else takes the keyboard, as an editor does that has just been shown. A list that
  // moves while it is clicked opens the menu of another row, which has to go before this one's can come.
  await until(`${item} to be chosen`, async () => {
    if ((await menu.isVisible()) && !(await entry.isVisible())) {
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached', timeout: 2000 });
    }
    if (!(await entry.isVisible())) {
      // What is said of the row that the mouse was left on covers its neighbours.
      await page.mouse.move(5, 5);
      await place.click({ button: 'right', timeout: 5000 });
    }
    await entry.waitFor({ timeout: 5000 });
    // By its key: menus ignore what is clicked just after they opened.
    await entry.hover({ timeout: 2000 });
    await entry.locator('.action-menu-item').press('Enter', { timeout: 2000 });
    await entry.waitFor({ state: 'detached' });
    return true;
  });
}
