import type { Locator } from 'playwright-core';
import { until } from './until';

/** Types into a box until it has the words: a window that gives an editor the keyboard just then has them go elsewhere. */
export const typed = (box: Locator, words: string): Promise<unknown> =>
  until(`${words} to be typed`, async () => {
    await box.fill(words);
    return (await box.inputValue()) === words;
  });
