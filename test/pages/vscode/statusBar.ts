/** Items that the extension has put into the status bar. */
import type * as vscode from 'vscode';
import { runCommandOf, withoutIcons } from './links';

export interface StatusItem {
  /** Without its icon. */
  readonly text: string;
  /** As a screen reader says it. */
  readonly label: string;
  /** As a click on it. */
  choose(): void;
}

export interface StatusBar {
  /** `window.createStatusBarItem`. */
  createItem(): unknown;
  readonly items: readonly StatusItem[];
}

type Item = Pick<vscode.StatusBarItem, 'text' | 'command' | 'accessibilityInformation'>;

/** `run` does what an item's command is. */
export function createStatusBar(run: (command: string, ...args: readonly unknown[]) => void): StatusBar {
  const shown = new Set<Item>();
  return {
    createItem() {
      const item = {
        ...{ text: '', name: '', tooltip: undefined, backgroundColor: undefined, command: undefined, accessibilityInformation: undefined },
        show: () => void shown.add(item),
        hide: () => void shown.delete(item),
        dispose: () => void shown.delete(item),
      };
      return item;
    },
    get items() {
      return [...shown].map(({ text, command, accessibilityInformation }) => ({
        text: withoutIcons(text),
        label: accessibilityInformation?.label ?? text,
        choose() {
          if (typeof command === 'string') run(command);
          else runCommandOf(command, run);
        },
      }));
    },
  };
}
