/** What places of a page say and are, once they do: what is drawn of a change need not be drawn at once. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from './until';
import { wordsOf } from './wordsOf';

/** Waits until the place says it, with one blank between words. */
export async function says(place: Locator, wanted: RegExp): Promise<void> {
  await until(`${String(place)} saying ${String(wanted)}`, async () => {
    assert.match(await wordsOf(place), wanted);
    return true;
  });
}

/** Waits until the element has the attribute. */
export async function has(place: Locator, attribute: string, wanted: string): Promise<void> {
  await until(`${attribute} of ${String(place)}`, async () => {
    assert.equal(await place.getAttribute(attribute), wanted);
    return true;
  });
}
