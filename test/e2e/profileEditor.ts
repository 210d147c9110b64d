/** The profile editor in a workbench, as the tests look at it, and profiles to open in it. */
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { putCapture } from './captureEditor';
import { until, type Workbench } from './workbench';
import { wordsOf } from './wordsOf';

const ireereplay = path.resolve(__dirname, '..', '..', 'bin', 'ireereplay');

/** What a CPU has, all of it. */
const MODES = 'queue-events,host-execution,memory-events,executable-metadata,command-region-events,device-metrics';

export interface RecordingOptions {
  /** Below test/fixtures. */
  readonly fixture: string;
  /** Of the capture and of the profile, without what follows the dot. */
  readonly name: string;
  readonly device?: 'local-sync' | 'local-task';
}

/** Puts a capture into the opened folder, replays it there and records a profile of that; returns the profile's name. */
export function recordProfile(workbench: Workbench, { fixture, name, device = 'local-task' }: RecordingOptions): string {
  putCapture(workbench, fixture, `${name}.ireereplay`);
  const flags = [`--device=${device}`, `--device_profiling_mode=${MODES}`, `--device_profiling_output=${name}.ireeprof`];
  const capture = path.join(workbench.folder, `${name}.ireereplay`);
  execFileSync(process.execPath, [ireereplay, 'run', ...flags, capture], { cwd: workbench.folder, stdio: 'pipe' });
  return `${name}.ireeprof`;
}

export interface ProfileEditor {
  readonly view: FrameLocator;
  /** The header without blanks at line ends. */
  header(): Promise<string>;
  readonly canvas: Locator;
  /** Clicks a track, by its name, at a part of the width and of the height from 0 to 1: slices that overlap lie one below the other. */
  clickTrack(name: string, at: number, down?: number): Promise<void>;
  /** Waits until the details have that heading, and returns it. */
  headed(wanted: string | RegExp): Promise<string>;
  /** Types a query; returns what the box says of it. */
  search(query: string): Promise<string>;
  /** Chooses one of the tabs under the timeline. */
  lower(name: string): Promise<void>;
  /** Rows of the table under the timeline. */
  readonly rows: Locator;
  /** The text of a column in each row that is drawn, by the column's name. */
  column(name: string): Promise<readonly string[]>;
  tab(name: 'Slice' | 'Flows' | 'Raw'): Locator;
  /** Which part of time is in view, in words. */
  shown(): Promise<string>;
}

/** Waits until the visible editor has read everything. */
export async function shownProfile(workbench: Workbench): Promise<ProfileEditor> {
  const editor = profileEditor(workbench);
  await editor.view.locator('.health .last', { hasText: 'opened in' }).waitFor();
  await editor.canvas.waitFor();
  return editor;
}

export function profileEditor(workbench: Workbench): ProfileEditor {
  const view = workbench.webview();
  const rows = view.locator('#lower-grid .list .tr');
  return {
    view,
    header: () => wordsOf(view.locator('.health .words')),
    canvas: view.locator('.tl-canvas'),
    clickTrack: async (name, at, down = 0.5) => {
      const label = await view
        .locator('.tl-label', { has: view.locator('.tl-name', { hasText: new RegExp(`^${name}$`) }) })
        .first()
        .boundingBox();
      const canvas = await view.locator('.tl-canvas').boundingBox();
      if (label === null || canvas === null) throw new Error(`the track ${name} is not in view`);
      await workbench.page.mouse.click(canvas.x + canvas.width * at, label.y + label.height * down);
    },
    headed: (wanted) =>
      until(`the details of ${String(wanted)}`, async () => {
        const said = await wordsOf(view.locator('.dh h3'));
        if (typeof wanted === 'string' ? said === wanted : wanted.test(said)) return said;
        throw new Error(`they are of ${said}`);
      }),
    search: async (query) => {
      await view.getByLabel('Search the timeline').fill(query);
      const count = view.locator('.toolbar .cnt');
      // What it says of the query before is gone with the next frame.
      await workbench.page.waitForTimeout(100);
      return until(`an answer to ${query}`, async () => {
        const said = await wordsOf(count);
        return said !== '' && !said.includes('…') ? said : undefined;
      });
    },
    lower: (name) => view.locator('.lower-bar').getByRole('tab', { name }).click(),
    rows,
    column: async (name) => {
      const names = await view
        .locator('#lower-grid .thead > span')
        .evaluateAll((all) => all.map((one) => (one instanceof HTMLElement ? (one.dataset['column'] ?? '') : '')));
      const at = names.indexOf(name);
      return rows.evaluateAll((all, i) => all.map((row) => row.children[i]?.textContent.trim() ?? ''), at);
    },
    tab: (name) => view.locator('.details').getByRole('tab', { name }),
    shown: () => wordsOf(view.locator('.toolbar .shown')),
  };
}
