/** The table of the tab Hotspots, gone through by keys. */
import type { Locator } from 'playwright-core';
import type { ProfileEditor } from '../e2e/profileEditor';
import { frames } from '../e2e/frames';
import { actUntil } from '../e2e/retried';
import { until } from '../e2e/until';
import { wordsOf } from '../e2e/wordsOf';

export interface HotspotRows {
  /** What the marked row is called. */
  readonly marked: () => Promise<string>;
  readonly markedKind: () => Promise<string>;
  /** Goes to the first row, which is a kernel. */
  readonly toFirst: () => Promise<void>;
  /** Opens the marked row, if it is not, and goes to the first below it that is such a one. */
  readonly into: (row: RegExp) => Promise<void>;
  /** Goes down to the next such row. */
  readonly to: (row: RegExp) => Promise<void>;
  /** From an instruction to its line, which then hides them: there are hundreds. */
  readonly closeLine: () => Promise<void>;
  /** Leaves the rows that these words are about; all of them for none. */
  readonly filter: (words: string) => Promise<void>;
  /** Table, Disassembly or Graph. */
  readonly showAs: (name: string) => Promise<void>;
}

/** What an instruction may be, by its name behind its address. */
export function kindsOf(row: string): RegExp {
  if (/^[\da-f]+ call/.test(row)) return /^call$/;
  return /^[\da-f]+ j/.test(row) ? /^(branch|jump)$/ : /^(load|store|arithmetic|shuffle|move)$/;
}

export function hotspotRows(editor: () => ProfileEditor, key: (name: string) => Promise<void>): HotspotRows {
  const row = (having = ''): Locator => editor().view.locator(`#lower-grid .tr.sel${having}`);
  const marked = (): Promise<string> => wordsOf(row().locator('[role="gridcell"]').first());
  const markedKind = (): Promise<string> => wordsOf(row().locator('[role="gridcell"]').last());
  /** Presses a key, whose row is marked with the next frame. */
  const press = async (name: string): Promise<void> => {
    await key(name);
    await editor().view.locator('#lower-grid').evaluate(frames, 2);
  };
  const to = async (wanted: RegExp): Promise<void> => {
    await until(String(wanted), async () => {
      const said = await marked();
      if (wanted.test(said)) return said;
      await key('ArrowDown');
      await until('the next row', async () => (await marked()) !== said);
      return undefined;
    });
  };
  return {
    marked,
    markedKind,
    toFirst: async () => {
      await until('the first row', async () => {
        await press('Home');
        return (await row().count()) > 0 && (await markedKind()) === 'kernel';
      });
    },
    into: async (wanted) => {
      const opened = row('[aria-expanded="true"]');
      if ((await opened.count()) === 0) await key('ArrowRight');
      await opened.waitFor();
      await press('ArrowRight');
      await to(wanted);
    },
    to,
    closeLine: async () => {
      const isLine = async (): Promise<boolean> => (await markedKind()) === 'line';
      // A key that is pressed while the table is drawn goes nowhere.
      await actUntil({
        wanted: 'its line',
        doing: 'pressing ArrowLeft',
        act: async () => ((await isLine()) ? undefined : key('ArrowLeft')),
        holds: isLine,
        instead: marked,
      });
      await key('ArrowLeft');
      await row('[aria-expanded="false"]').waitFor();
    },
    filter: async (words) => {
      const box = editor().view.getByLabel('Filter the table');
      await box.fill(words);
      // Rows that it leaves out stand there until the next frame.
      await box.evaluate(frames, 2);
    },
    showAs: async (name) => {
      const choices = editor().view.getByRole('group', { name: 'Samples shown as' });
      await choices.getByRole('button', { name }).click();
      // Until then what takes the keyboard is what was shown before.
      await choices.getByRole('button', { name, pressed: true }).waitFor();
    },
  };
}
