/** The capture editor in a window, as the tests look at it. */
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { typed } from './typed';
import type { EditorWindow } from './editorWindow';
import { frames } from './frames';
import { until } from './until';
import { wordsOf } from './wordsOf';

const fixtures = path.resolve(__dirname, '..', 'fixtures');

/** Puts a fixture, changed by `change`, into the opened folder. */
export function putCapture(
  window: EditorWindow,
  fixture: string,
  name: string,
  change: (bytes: Buffer) => Buffer = (bytes) => bytes,
): void {
  writeFileSync(path.join(window.folder, name), change(readFileSync(path.join(fixtures, fixture))));
}

export interface CaptureEditor {
  readonly view: FrameLocator;
  /** A row of the list, by the text in it. */
  row(text: string | RegExp): Locator;
  readonly selected: Locator;
  /**
   * Waits until the details have that heading, "#46 command_buffer.dispatch" or "Overview", and returns it. A row is marked before its
   * details have come: what the heading is at a moment says nothing.
   */
  headed(wanted: string | RegExp): Promise<string>;
  /** Types a query; returns what the box says of it. */
  search(query: string): Promise<string>;
  /** The health line without blanks at line ends. */
  health(): Promise<string>;
  tab(name: 'Problem' | 'Record' | 'Buffers' | 'Disassembly' | 'Source' | 'Hex' | 'JSON'): Locator;
  readonly panel: Locator;
  readonly replayButton: Locator;
  /** Chooses an option of a dropdown by its label. */
  pick(label: string, option: string): Promise<void>;
  /** Chooses an item of the context menu of a row. */
  chooseInMenu(row: Locator, item: string): Promise<void>;
  /** Does `start`, by default presses Replay, and returns the sentence of the run bar with which that replay has ended, however it did. */
  replayed(start?: () => Promise<unknown>): Promise<string>;
}

/** Waits until the visible editor shows rows. */
export async function shownCapture(window: EditorWindow): Promise<CaptureEditor> {
  const editor = captureEditor(window);
  await editor.view.locator('.list .tr:not(.waiting)').first().waitFor();
  return editor;
}

export function captureEditor(window: EditorWindow): CaptureEditor {
  const view = window.webview();
  const query = view.getByLabel('Search records');
  return {
    view,
    row: (wanted) => view.locator('.list .tr').filter({ hasText: wanted }).first(),
    selected: view.locator('.list .tr.sel'),
    headed: (wanted) =>
      until(`the details of ${String(wanted)}`, async () => {
        const said = await wordsOf(view.locator('.dh h3'));
        if (typeof wanted === 'string' ? said === wanted : wanted.test(said)) return said;
        throw new Error(`they are of ${said}`);
      }),
    search: async (words) => {
      await typed(query, words);
      const count = view.locator('.search .cnt');
      // What it says of the words before is gone with the next frame.
      await query.evaluate(frames, 1);
      return until(`an answer to ${words}`, async () => {
        const said = await wordsOf(count);
        return said !== '' && !said.includes('…') ? said : undefined;
      });
    },
    health: () => wordsOf(view.locator('.words')),
    tab: (name) => view.getByRole('tab', { name }),
    panel: view.getByRole('tabpanel'),
    replayButton: view.locator('vscode-button.replay'),
    pick: async (label, option) => {
      const dropdown = view.getByLabel(label, { exact: true });
      const wanted = dropdown.locator('vscode-option', { hasText: new RegExp(`^\\s*${option}\\s*$`) });
      // What is drawn meanwhile moves the dropdown away from under a click, and a key that was pressed before closes its list.
      await until(`${option} to be chosen of ${label}`, async () => {
        if (!(await wanted.isVisible())) await dropdown.click({ timeout: 3000 });
        await wanted.click({ timeout: 3000 });
        return (await dropdown.evaluate((element) => element.getAttribute('current-value'))) === option;
      });
    },
    chooseInMenu: (row, item) => window.chooseInMenu(row.locator('.op'), item),
    // A button of the toolkit that is no longer disabled has one within that is, until the next frame.
    replayed: async (start = () => view.locator('vscode-button.replay').locator('button').click()) => {
      const sentences = view.locator('.run[data-state] .sentence');
      // What an earlier replay said stands there until this one begins.
      await sentences.evaluateAll((all) => {
        for (const one of all) one.setAttribute('data-earlier', one.textContent);
      });
      await start();
      return until('the end of the replay', async () => {
        const [said] = await sentences.evaluateAll((all) =>
          all.map((one) => one.textContent).filter((text, i) => all[i]?.getAttribute('data-earlier') !== text),
        );
        if (said === undefined) throw new Error(`what is said is that of before: ${(await sentences.allTextContents()).join()}`);
        return said.replaceAll(/\s+/g, ' ').trim();
      });
    },
  };
}

/** Presses a key when the list has the keyboard. */
export async function press(editor: CaptureEditor, key: string): Promise<void> {
  await editor.view.getByRole('treegrid').press(key);
}
