import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from './until';

/** Waits until there are so many: rows are drawn after the sentence above them, and not all at once. */
export async function counted(places: Locator, wanted: number): Promise<void> {
  await until(`${String(wanted)} of ${String(places)}`, async () => {
    assert.equal(await places.count(), wanted);
    return true;
  });
}
