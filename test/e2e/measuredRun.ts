/** The view of a measured run in a workbench, as the tests look at it. */
import type { FrameLocator, Locator } from 'playwright-core';
import { until, type Workbench } from './workbench';

export interface MeasuredRunView {
  readonly view: FrameLocator;
  /** The first sentence, once the run has ended. */
  verdict(): Promise<string>;
  /** What it rests on. */
  basis(): Promise<string>;
  rows(table: string): Locator;
}

export function measuredRun(workbench: Workbench): MeasuredRunView {
  const view = workbench.webview();
  const text = async (locator: Locator): Promise<string> => ((await locator.textContent()) ?? '').replaceAll(/\s+/g, ' ').trim();
  const ended = view.locator('.verdict:not([data-state=running]):not([data-state=idle])');
  return {
    view,
    verdict: () => until('the end of the run', async () => (await ended.count()) > 0 && text(ended.locator('h1')), 120),
    basis: () => text(ended.locator('.basis')),
    rows: (table) => view.locator(`table[data-table="${table}"] tbody tr`),
  };
}
