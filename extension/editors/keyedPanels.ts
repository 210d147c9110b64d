/** Tabs of pages that are not files' editors, such as those of measured runs and comparisons: one for each choice of what is shown. */
import * as vscode from 'vscode';
import { copyText } from './copyText';
import { asking, saveAs } from './saveAs';

/** One of the tabs. */
export interface KeyedTab<Shown> {
  readonly panel: vscode.WebviewPanel;
  /** What it shows now. */
  readonly shown: Shown;
  /** Shows another choice in it. */
  choose(next: Shown): void;
}

export interface KeyedPanels<Shown> {
  /** Opens a tab, or reveals the one that shows the same. */
  show(shown: Shown): void;
  /** Whether a tab shows it. */
  has(shown: Shown): boolean;
  /** The tab that is active. */
  active(): KeyedTab<Shown> | undefined;
}

export interface KeyedPanelsOptions<Shown> {
  /** Of the panel, as the manifest names it. */
  readonly view: string;
  readonly titleOf: (shown: Shown) => string;
  /** What was shown, of what the page of a tab had kept; of a page that had not come so far, nothing that is there. */
  readonly keptOf: (state: unknown) => Shown;
  /** Gives the panel its page, which lives as long as the panel. */
  readonly fill: (tab: KeyedTab<Shown>) => void;
}

export function createKeyedPanels<Shown extends object>(
  context: vscode.ExtensionContext,
  { view, titleOf, keptOf, fill }: KeyedPanelsOptions<Shown>,
): KeyedPanels<Shown> {
  const open = new Map<string, KeyedTab<Shown>>();
  const keyOf = (shown: Shown): string => JSON.stringify(Object.entries(shown).sort());

  /** Lives as long as the panel. */
  const take = (panel: vscode.WebviewPanel, first: Shown): void => {
    let shown = first;
    const media = (name: string): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, 'media', name);
    panel.iconPath = { light: media('capture-light.svg'), dark: media('capture-dark.svg') };
    const forget = (): void => {
      if (open.get(keyOf(shown)) === tab) open.delete(keyOf(shown));
    };
    const tab: KeyedTab<Shown> = {
      panel,
      get shown() {
        return shown;
      },
      choose(next) {
        forget();
        shown = next;
        open.set(keyOf(shown), tab);
        panel.title = titleOf(shown);
      },
    };
    open.set(keyOf(shown), tab);
    fill(tab);
    panel.onDidDispose(forget);
  };

  context.subscriptions.push(
    vscode.window.registerWebviewPanelSerializer(view, {
      deserializeWebviewPanel(panel, state: unknown) {
        take(panel, keptOf(state));
        return Promise.resolve();
      },
    }),
  );
  return {
    show(shown) {
      const there = open.get(keyOf(shown));
      if (there === undefined) take(vscode.window.createWebviewPanel(view, titleOf(shown), vscode.ViewColumn.Active), shown);
      else there.panel.reveal();
    },
    has: (shown) => open.has(keyOf(shown)),
    active: () => [...open.values()].find(({ panel }) => panel.active),
  };
}

/** What such a page asks of the editor beside its own questions; `folder` is where files are saved by default. */
export const fileHandlers = (
  folder: () => string,
): {
  copyText(params: { readonly text: string }): Promise<void>;
  save(params: { readonly name: string; readonly bytes: Uint8Array }, signal: AbortSignal): Promise<void>;
} => ({
  copyText,
  save: ({ name, bytes }, signal) => asking(saveAs(folder(), name, bytes), signal),
});
