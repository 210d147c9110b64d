/** Tabs that show two files side by side, one for each pair. */
import * as vscode from 'vscode';
import { asking, saveAs } from './saveAs';

/** One of the tabs. */
export interface PairTab<Pair> {
  readonly panel: vscode.WebviewPanel;
  /** What it shows now. */
  readonly shown: Pair;
  /** Shows another pair in it. */
  choose(next: Pair): void;
}

export interface PairPanels<Pair> {
  /** Opens a tab, or reveals the one that shows the pair. */
  show(pair: Pair): void;
  /** The tab that is active. */
  active(): PairTab<Pair> | undefined;
}

export interface PairPanelsOptions<Pair> {
  /** Of the panel, as the manifest names it. */
  readonly view: string;
  readonly titleOf: (pair: Pair) => string;
  /** The pair in what the page of a tab had kept; of a page that had not come so far, one of nothing. */
  readonly keptOf: (state: unknown) => Pair;
  /** Gives the panel its page, which lives as long as the panel. */
  readonly fill: (tab: PairTab<Pair>) => void;
}

export function createPairPanels<Pair extends object>(
  context: vscode.ExtensionContext,
  { view, titleOf, keptOf, fill }: PairPanelsOptions<Pair>,
): PairPanels<Pair> {
  const open = new Map<string, PairTab<Pair>>();
  const keyOf = (pair: Pair): string => JSON.stringify(Object.entries(pair).sort());

  /** Lives as long as the panel. */
  const take = (panel: vscode.WebviewPanel, first: Pair): void => {
    let shown = first;
    const media = (name: string): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, 'media', name);
    panel.iconPath = { light: media('capture-light.svg'), dark: media('capture-dark.svg') };
    const forget = (): void => {
      if (open.get(keyOf(shown)) === tab) open.delete(keyOf(shown));
    };
    const tab: PairTab<Pair> = {
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
    show(pair) {
      const there = open.get(keyOf(pair));
      if (there === undefined) take(vscode.window.createWebviewPanel(view, titleOf(pair), vscode.ViewColumn.Active), pair);
      else there.panel.reveal();
    },
    active: () => [...open.values()].find(({ panel }) => panel.active),
  };
}

/** What the page of a pair asks of the editor beside its own questions; `folder` is where files are saved by default. */
export const pairHandlers = (
  folder: () => string,
): {
  copyText(params: { readonly text: string }): Promise<void>;
  save(params: { readonly name: string; readonly bytes: Uint8Array }, signal: AbortSignal): Promise<void>;
} => ({
  async copyText({ text }) {
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(vscode.l10n.t('Copied'), 2000);
  },
  save: ({ name, bytes }, signal) => asking(saveAs(folder(), name, bytes), signal),
});
