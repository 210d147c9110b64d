/** The profile editor in a window, as the tests look at it, and profiles to open in it. */
import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { putCapture } from './captureEditor';
import { typed } from './typed';
import type { EditorWindow } from './editorWindow';
import { frames } from './frames';
import { until } from './until';
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
export function recordProfile(window: EditorWindow, { fixture, name, device = 'local-task' }: RecordingOptions): string {
  putCapture(window, fixture, `${name}.ireereplay`);
  const flags = [`--device=${device}`, `--device_profiling_mode=${MODES}`, `--device_profiling_output=${name}.ireeprof`];
  const capture = path.join(window.folder, `${name}.ireereplay`);
  execFileSync(process.execPath, [ireereplay, 'run', ...flags, capture], { cwd: window.folder, stdio: 'pipe' });
  return `${name}.ireeprof`;
}

export interface ProfileEditor {
  readonly view: FrameLocator;
  /** The header without blanks at line ends. */
  header(): Promise<string>;
  readonly canvas: Locator;
  /** Clicks a track, by its name, at a part of the width and of the height from 0 to 1: slices that overlap lie one below the other. */
  clickTrack(name: string, at: number, down?: number): Promise<void>;
  /** The labels of the tracks that are drawn, from top to bottom. */
  labels(): Promise<readonly TrackLabel[]>;
  /** The label of a track by its name; of several the first below the label of `group`. */
  label(name: string, group?: string): Promise<Locator>;
  /** Where a part of a track's width, from 0 to 1, is in the window. */
  placeOf(label: Locator, at: number): Promise<{ readonly x: number; readonly y: number }>;
  /** What is said of the place under the pointer, a line each. */
  tooltip(): Promise<readonly string[]>;
  /** What is drawn, once it is drawn twice in the same way. */
  picture(): Promise<string>;
  /** Waits until the details are shown and have that heading, and returns it. */
  headed(wanted: string | RegExp): Promise<string>;
  /** Waits until nothing is selected: there are no details then, and the timeline is drawn in their place, too. */
  deselected(): Promise<void>;
  /** Types a query; returns what the box says of it. */
  search(query: string): Promise<string>;
  /** Chooses one of the tabs under the timeline. */
  lower(name: string): Promise<void>;
  /** Rows of the table under the timeline. */
  readonly rows: Locator;
  /** The rows under the timeline as they are drawn, header and rows of one moment. */
  drawnRows(): Promise<readonly DrawnRow[]>;
  /** The text of a column in each row that is drawn, by the column's name. */
  column(name: string): Promise<readonly string[]>;
  tab(name: 'Slice' | 'Flows' | 'Raw'): Locator;
  /** Which part of time is in view, in words. */
  shown(): Promise<string>;
}

export interface DrawnRow {
  readonly key: string;
  readonly marked: boolean;
  /** By the column's name. */
  readonly cells: Readonly<Record<string, string>>;
}

export interface TrackLabel {
  /** The same for the same file. */
  readonly id: string;
  readonly name: string;
  /** What stands beside the name: how many there are, from what to what the values go. */
  readonly words: string;
  readonly group: boolean;
  readonly pinned: boolean;
}

/** Waits until the visible editor has read everything. */
export async function shownProfile(window: EditorWindow): Promise<ProfileEditor> {
  const editor = profileEditor(window);
  await editor.view.locator('.health .last', { hasText: 'opened in' }).waitFor();
  await editor.canvas.waitFor();
  return editor;
}

export function profileEditor(window: EditorWindow): ProfileEditor {
  const view = window.webview();
  const rows = view.locator('#lower-grid .list .tr');
  const labels = (): Promise<readonly TrackLabel[]> =>
    view.locator('.tl-label').evaluateAll((all) =>
      all
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((one) => ({
          id: one.getAttribute('data-track') ?? '',
          // Without the name of the group that a pinned one has beside its own.
          name: [...((one.querySelector('.tl-name .el') ?? one.querySelector('.tl-name'))?.childNodes ?? [])]
            .flatMap((part) => (part.nodeName === '#text' ? [part.textContent ?? ''] : []))
            .join('')
            .trim(),
          words: one.querySelector('.tl-words')?.textContent.trim() ?? '',
          group: one.classList.contains('group'),
          pinned: one.classList.contains('pinned'),
        })),
    );
  const canvas = view.locator('.tl-canvas');
  /** Until it is drawn anew after a change of its width, what is under the pointer is not what is seen there. */
  const asWide = async (): Promise<void> => {
    await until('the timeline to be drawn in its width', () =>
      canvas.evaluate((one) => {
        const density = one.ownerDocument.defaultView?.devicePixelRatio ?? 1;
        return one instanceof HTMLCanvasElement && one.width === Math.round(one.clientWidth * density);
      }),
    );
  };
  const drawnRows = async (): Promise<readonly DrawnRow[]> => {
    const table = view.locator('#lower-grid');
    await table.evaluate(frames, 1);
    return table.evaluate((grid) => {
      if (grid instanceof HTMLElement && grid.hidden) return [];
      const text = (element: Element | undefined): string => element?.textContent.trim() ?? '';
      const names = [...grid.querySelectorAll('.thead > span')].map((one) => one.getAttribute('data-column') ?? '');
      return [...grid.querySelectorAll('.list .tr')].map((row) => ({
        key: row.getAttribute('data-key') ?? '',
        marked: row.classList.contains('sel'),
        cells: Object.fromEntries(names.map((name, i) => [name, text(row.children[i])])),
      }));
    });
  };
  const drawn = (): Promise<string> => canvas.evaluate((one) => (one instanceof HTMLCanvasElement ? one.toDataURL() : ''));
  return {
    view,
    header: () => wordsOf(view.locator('.health .words')),
    canvas,
    labels,
    label: async (name, group) => {
      const all = await labels();
      const from = group === undefined ? 0 : all.findIndex((one) => one.group && one.name === group);
      const found = from === -1 ? undefined : all.slice(from).find((one) => one.name === name);
      if (found === undefined) throw new Error(`the track ${name} is not among ${all.map((one) => one.name).join(', ')}`);
      return view.locator(`.tl-label[data-track="${found.id}"]`);
    },
    placeOf: async (label, at) => {
      await asWide();
      const row = await label.boundingBox();
      const box = await canvas.boundingBox();
      if (row === null || box === null) throw new Error('the track is not in view');
      return { x: box.x + box.width * at, y: row.y + row.height / 2 };
    },
    tooltip: () => view.locator('.tl-tip:not([hidden]) > div').allTextContents(),
    picture: () =>
      until('the timeline to be drawn', async () => {
        const first = await drawn();
        await window.page.waitForTimeout(200);
        return (await drawn()) === first && first;
      }),
    clickTrack: async (name, at, down = 0.5) => {
      await asWide();
      const label = await view
        .locator('.tl-label', { has: view.locator('.tl-name', { hasText: new RegExp(`^${name}$`) }) })
        .first()
        .boundingBox();
      const canvas = await view.locator('.tl-canvas').boundingBox();
      if (label === null || canvas === null) throw new Error(`the track ${name} is not in view`);
      await window.page.mouse.click(canvas.x + canvas.width * at, label.y + label.height * down);
    },
    headed: (wanted) =>
      until(`the details of ${String(wanted)}`, async () => {
        const said = await wordsOf(view.locator('.details:not([hidden]) .dh h3'));
        if (typeof wanted === 'string' ? said === wanted : wanted.test(said)) return said;
        throw new Error(`they are of ${said}`);
      }),
    deselected: async () => {
      await view.locator('.details').waitFor({ state: 'hidden' });
      await asWide();
    },
    search: async (query) => {
      await typed(view.getByLabel('Search the timeline'), query);
      const count = view.locator('.toolbar .cnt');
      // What it says of the query before is gone with the next frame.
      await view.getByLabel('Search the timeline').evaluate(frames, 1);
      return until(`an answer to ${query}`, async () => {
        const said = await wordsOf(count);
        return said !== '' && !said.includes('…') ? said : undefined;
      });
    },
    lower: async (name) => {
      const tabs = view.locator('.lower-bar');
      await tabs.getByRole('tab', { name }).click();
      // Until then the rows are those of the tab before.
      await tabs.getByRole('tab', { name, selected: true }).waitFor();
    },
    rows,
    drawnRows,
    column: async (name) => (await drawnRows()).map(({ cells }) => cells[name] ?? ''),
    tab: (name) => view.locator('.details').getByRole('tab', { name }),
    shown: () => wordsOf(view.locator('.toolbar .shown')),
  };
}
