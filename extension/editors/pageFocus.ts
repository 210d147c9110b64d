/**
 * Whether a page of ours has the keyboard, for F6 past the page's last part: where a page has the keyboard, VS Code 1.139 takes
 * workbench.action.focusNextPart to begin nowhere, and gives it back to the page.
 *
 * The keybindings choose VS Code's next part by what is visible, and ask for it with `ireeReplay.leavePage`. The context that
 * they wait for goes false some time after the page has lost the keyboard; by the command the extension knows better.
 */
import * as vscode from 'vscode';

export interface PageFocus {
  /** The page of the panel took the keyboard, or lost it. */
  set(panel: vscode.WebviewPanel, focused: boolean): void;
  dispose(): void;
}

/** What the keybindings ask for: where a page leads to, and what the key does anywhere else. */
const PARTS = {
  panel: ['workbench.action.focusPanel', 'workbench.action.focusNextPart'],
  auxiliaryBar: ['workbench.action.focusAuxiliaryBar', 'workbench.action.focusNextPart'],
  statusBar: ['workbench.action.focusStatusBar', 'workbench.action.focusNextPart'],
  sideBar: ['workbench.action.focusSideBar', 'workbench.action.focusPreviousPart'],
  activityBar: ['workbench.action.focusActivityBar', 'workbench.action.focusPreviousPart'],
} as const;

export function createPageFocus(): PageFocus {
  const pages = new Set<vscode.WebviewPanel>();
  const tell = (): void => void vscode.commands.executeCommand('setContext', 'ireeReplay.pageFocus', pages.size > 0);
  const remove = (panel: vscode.WebviewPanel): void => {
    if (pages.delete(panel)) tell();
  };
  const watched = new WeakSet<vscode.WebviewPanel>();
  const command = vscode.commands.registerCommand('ireeReplay.leavePage', async (part: keyof typeof PARTS) => {
    const [fromPage, fromElsewhere] = PARTS[part];
    await vscode.commands.executeCommand(pages.size > 0 ? fromPage : fromElsewhere);
  });
  return {
    set(panel, focused) {
      if (!focused) {
        remove(panel);
        return;
      }
      pages.add(panel);
      tell();
      if (watched.has(panel)) return;
      watched.add(panel);
      // A page that is hidden or closed ends without a word.
      panel.onDidChangeViewState(() => {
        if (!panel.active) remove(panel);
      });
      panel.onDidDispose(() => remove(panel));
    },
    dispose: () => void command.dispose(),
  };
}
