/** A source in VS Code's own editor: where the cursor is, and what lenses stand in it. */
import type { Locator } from 'playwright-core';
import { until, type Workbench } from './workbench';

export interface SourceEditor {
  /** Presses a key. */
  readonly key: (name: string) => Promise<void>;
  /** The first link of a lens with this in its title. */
  readonly lens: (title: string) => Locator;
  /** The tab of the file, while it is the active one. */
  readonly tab: (name: string) => Locator;
  /** Waits until the cursor is on the line, as the status bar says it. */
  readonly atLine: (line: number) => Promise<unknown>;
  /** From 1, both. */
  readonly goTo: (line: number, column?: number) => Promise<void>;
  /** What the hover that is shown says, with one blank between words: VS Code keeps some together by blanks that do not break. */
  readonly hovered: () => Promise<string>;
  /** Hovers until that is said: times come after a run, and what a hover has is put together after it is shown. */
  readonly hoverSays: (words: RegExp) => Promise<boolean>;
}

/** `workbench` is asked for when it is used: tests start it before they run. */
export function sourceEditor(workbench: () => Workbench): SourceEditor {
  const key = (name: string): Promise<void> => workbench().page.keyboard.press(name);
  const atLine = (line: number): Promise<unknown> =>
    until(`line ${String(line)}`, async () => {
      const said = (await workbench().page.locator('#status\\.editor\\.selection').textContent()) ?? '';
      if (!said.startsWith(`Ln ${String(line)},`)) throw new Error(`the cursor is at ${said}`);
      return true;
    });
  const hovered = async (): Promise<string> => {
    const all = await workbench().page.locator('.monaco-hover:visible').allTextContents();
    return all.join(' ').replaceAll(/\s+/g, ' ');
  };
  return {
    key,
    lens: (title) => workbench().page.locator('.codelens-decoration a', { hasText: title }).first(),
    tab: (name) => workbench().page.locator(`.editor-group-container.active .tab.active[data-resource-name=${JSON.stringify(name)}]`),
    atLine,
    goTo: async (line, column = 1) => {
      const question = workbench().page.locator('.quick-input-widget:visible input').first();
      const answer = workbench().page.locator('.quick-input-list .monaco-list-row', { hasText: `line ${String(line)}` });
      // An editor that has just been shown takes the keyboard from the question, which closes it: a key would then write into the file.
      // A question that is open may be the one that a capture's editor, active until a moment ago, has asked for a record.
      await until(`line ${String(line)} to be gone to`, async () => {
        if (await question.isVisible()) await key('Escape');
        await key('Control+G');
        await question.fill(`:${String(line)}:${String(column)}`, { timeout: 1000 });
        await answer.click({ timeout: 1000 });
        return true;
      });
      await atLine(line);
    },
    hovered,
    hoverSays: (words) =>
      until(`a hover that says ${String(words)}`, async () => {
        await key('Escape');
        await workbench().runCommand('Show or Focus Hover');
        return until(
          'the words',
          async () => {
            const said = await hovered();
            if (!words.test(said)) throw new Error(`the hover says ${said}`);
            return true;
          },
          5,
        );
      }),
  };
}
