import assert from 'node:assert/strict';
import type { PagesWindow } from './window';

/** Compares the only two runs of the list whose description begins so. */
export async function compareRuns(window: PagesWindow, described: string): Promise<void> {
  const [latest, before, ...others] = (await window.rows('runs')).filter(({ description }) => description.startsWith(described));
  assert.ok(latest !== undefined && before !== undefined);
  assert.deepEqual(others, []);
  before.choose('Compare Selected Runs', [latest]);
}
