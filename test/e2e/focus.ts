/** What has the keyboard, for tests that use no pointer. */
import assert from 'node:assert/strict';
import type { EditorWindow } from './editorWindow';
import { until } from './until';

export interface KeyboardFocus {
  /** What of the visible page has the keyboard: its label or text; undefined where the page has it not. */
  focused(): Promise<string | undefined>;
  hasKeyboard(wanted: string | RegExp): Promise<void>;
  /** Presses Tab, or what goes the other way, until something has the keyboard. */
  tabTo(wanted: string | RegExp, by?: string): Promise<void>;
}

export function keyboardFocus(window: EditorWindow): KeyboardFocus {
  const focused = (): Promise<string | undefined> =>
    window
      .webview()
      .locator('body')
      .evaluate(({ ownerDocument }) => {
        const { activeElement } = ownerDocument;
        if (!ownerDocument.hasFocus() || activeElement === null) return undefined;
        return (activeElement.getAttribute('aria-label') ?? activeElement.textContent).trim();
      });
  const is = (wanted: string | RegExp, now: string): boolean => (typeof wanted === 'string' ? now === wanted : wanted.test(now));
  return {
    focused,
    hasKeyboard: async (wanted) => {
      await until(`${String(wanted)} to have the keyboard`, async () => is(wanted, (await focused()) ?? 'nothing'));
    },
    tabTo: async (wanted, by = 'Tab') => {
      const seen: string[] = [];
      for (let i = 0; i < 60; i++) {
        const now = (await focused()) ?? 'nothing';
        if (is(wanted, now)) return;
        seen.push(now);
        await window.page.keyboard.press(by);
      }
      assert.fail(`${String(wanted)} is not among ${seen.join(', ')}`);
    },
  };
}
