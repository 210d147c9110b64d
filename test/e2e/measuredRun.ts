/** The view of a measured run in a window, as the tests look at it. */
import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import type { EditorWindow } from './editorWindow';
import { until } from './until';
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
export const LONGEST_RUN = 240;

/** The run in the tab that is shown. */
export function measuredRun(window: EditorWindow): MeasuredRunView {
  const view = window.webview();
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
export async function runOf(window: EditorWindow, start: () => unknown): Promise<MeasuredRunView> {
  const before = await window.shownPanel();
  await start();
  await until('the tab of the run', async () => {
    const now = await window.shownPanel();
    return now !== undefined && now !== before;
  });
  return measuredRun(window);
}
