/** Knows a trace of PyTorch's profiler that is shown as text, or as no text at all, by its content: its title offers the editor then. */
import * as vscode from 'vscode';
import { looksLikeTrace } from '../../../engine/torch/looksLikeTrace';

const MAY_BE = /\.json(\.gz)?$/;

export function watchShownTraces(): vscode.Disposable {
  /** Files that were looked at, and whether they are traces. */
  const known = new Map<string, boolean>();
  const look = async (): Promise<void> => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (!(input instanceof vscode.TabInputText) || input.uri.scheme !== 'file' || !MAY_BE.test(input.uri.path)) return;
    const file = input.uri.fsPath;
    if (known.has(file)) return;
    known.set(file, false);
    if (!(await looksLikeTrace(file))) return;
    known.set(file, true);
    const traces = [...known].flatMap(([one, is]) => (is ? [one] : []));
    await vscode.commands.executeCommand('setContext', 'ireeReplay.torchTraces', traces);
  };
  void look();
  return vscode.window.tabGroups.onDidChangeTabs(() => void look());
}
