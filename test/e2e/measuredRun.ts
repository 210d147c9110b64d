/** The view of a measured run in a workbench, as the tests look at it. */
import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { until, type Workbench } from './workbench';
import { wordsOf } from './wordsOf';

export interface MeasuredRunView {
  readonly view: FrameLocator;
  /** The first sentence, once the run has ended, however it did. */
  verdict(): Promise<string>;
  /** Waits for the end of the run; throws with what the run says of itself unless its first sentence is as wanted. */
  ends(wanted: RegExp): Promise<void>;
  /** What the first sentence rests on. */
  basis(): Promise<string>;
  /** Of a benchmark's table those in view; of others all. */
  rows(table: string): Locator;
}

/** Of a matrix product in MLIR, built, verified and timed on a busy machine, in seconds. */
const LONGEST_RUN = 240;

/** The run in the tab that is shown. */
export function measuredRun(workbench: Workbench): MeasuredRunView {
  const view = workbench.webview();
  const ended = view.locator('.verdict:not([data-state=running]):not([data-state=idle])');
  const verdict = (): Promise<string> =>
    until('the end of the run', async () => (await ended.count()) > 0 && wordsOf(ended.locator('h1')), LONGEST_RUN);
  const basis = (): Promise<string> => wordsOf(ended.locator('.basis'));
  return {
    view,
    verdict,
    ends: async (wanted) => {
      const said = await verdict();
      assert.ok(wanted.test(said), `instead of ${String(wanted)} the run says: ${said} ${await basis()}`);
    },
    basis,
    rows: (table) => (table === 'rows' ? view.locator('#rows .tr[data-key]') : view.locator(`table[data-table="${table}"] tbody tr`)),
  };
}

/** The run whose tab `start` opens: each run has a tab of its own, and the one before may still be shown. */
export async function runOf(workbench: Workbench, start: () => Promise<unknown>): Promise<MeasuredRunView> {
  const before = await shownRun(workbench);
  await start();
  await until('the tab of the run', async () => {
    const now = await shownRun(workbench);
    return now !== undefined && now !== before;
  });
  return measuredRun(workbench);
}

/** What VS Code calls the run's tab that is shown; undefined where another tab is. */
async function shownRun(workbench: Workbench): Promise<string | undefined> {
  const tabs = workbench.page.locator('.editor-group-container.active .tab.active[data-resource-name^="webview-"]');
  const [name] = await tabs.evaluateAll((all) => all.map((tab) => tab.getAttribute('data-resource-name') ?? undefined));
  return name;
}
