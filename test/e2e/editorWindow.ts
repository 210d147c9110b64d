/** What tests of pages need of a window, whether it is of a real VS Code or has nothing but the pages. */
import type { FrameLocator, Locator, Page } from 'playwright-core';

export interface EditorWindow {
  readonly page: Page;
  /** The opened folder; tests may write into it. */
  readonly folder: string;
  /** Opens a file of the folder in the editor that is the default for it. */
  openFile(name: string): Promise<void>;
  /** Closes the tab that is shown; returns when it is gone. */
  closeEditor(): Promise<void>;
  /** What no other tab has, of the tab that is shown while that is a panel of ours; undefined while it is not. */
  shownPanel(): Promise<string | undefined>;
  /** The document of the visible webview of the extension. */
  webview(): FrameLocator;
  /** Runs a command by its title in the palette. */
  runCommand(title: string): Promise<void>;
  /** Chooses an item of the context menu that a right-click on `place`, in a page, opens. */
  chooseInMenu(place: Locator, item: string): Promise<void>;
  /** Changes the colour theme; returns when the window is drawn in it. */
  setTheme(theme: string): Promise<void>;
  /** The text that was copied last; empty after `clearClipboard`. */
  clipboard(): Promise<string>;
  clearClipboard(): Promise<void>;
  /** Keeps a picture of the window, or of a place in it, as NAME.png. */
  screenshot(name: string, place?: Locator): Promise<void>;
  /** What the extension wrote to its output channel. */
  outputChannel(): string;
}
