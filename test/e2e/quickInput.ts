/** Questions that VS Code asks in its quick input. */
import type { Page } from 'playwright-core';
import { actUntil } from './retried';

/**
 * Answers the question with that title by Enter, after typing `words`. Between two questions VS Code gives the keyboard back to the
 * editor for a moment, in which Enter would press what has it there: the key goes to the input of this question alone, and once more
 * where the question stays.
 */
export async function answerQuestion(page: Page, title: string | RegExp, words?: string): Promise<void> {
  const question = page.locator('.quick-input-widget:visible').filter({ has: page.locator('.quick-input-title', { hasText: title }) });
  const input = question.locator('input.input');
  await input.waitFor();
  await actUntil({
    wanted: `an answer to ${String(title)}`,
    doing: words === undefined ? 'pressing Enter' : `typing ${words} and pressing Enter`,
    act: async () => {
      if (words !== undefined) await input.fill(words, { timeout: 2000 });
      await input.press('Enter', { timeout: 2000 });
    },
    holds: async () => (await question.count()) === 0,
    instead: () => question.innerText({ timeout: 1000 }),
  });
}
