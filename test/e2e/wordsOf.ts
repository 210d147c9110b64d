import type { Locator } from 'playwright-core';

/** What a place says, with one blank between words. */
export const wordsOf = async (place: Locator): Promise<string> => ((await place.textContent()) ?? '').replaceAll(/\s+/g, ' ').trim();
