/** The candidates that are watched, in the status bar: each with its own verdict. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { SubstituteOnSave, WatchedCandidate } from './substituteOnSave';
import { verdictTooltip, verdictWords } from './verdictWords';

/** One entry for each candidate, as long as it is watched. */
export function showWatchedInStatusBar(onSave: SubstituteOnSave): vscode.Disposable {
  const items = new Map<string, vscode.StatusBarItem>();
  const draw = (): void => {
    const { watched } = onSave;
    for (const [id, item] of items) {
      if (watched.some((one) => one.id === id)) continue;
      item.dispose();
      items.delete(id);
    }
    for (const candidate of watched) {
      const item = items.get(candidate.id) ?? made();
      items.set(candidate.id, item);
      fill(item, candidate);
      item.show();
    }
  };
  draw();
  const follow = vscode.Disposable.from(
    onSave.onChange(draw),
    // Whether an editor has changes that are not saved.
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (onSave.watched.some(({ files }) => files.includes(document.uri.fsPath))) draw();
    }),
    vscode.workspace.onDidSaveTextDocument(draw),
  );
  return vscode.Disposable.from(follow, {
    dispose: () => {
      for (const item of items.values()) item.dispose();
    },
  });
}

function made(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left);
  item.name = 'IREE Replay: Substitute on Save';
  return item;
}

function fill(item: vscode.StatusBarItem, candidate: WatchedCandidate): void {
  const [file = ''] = candidate.files;
  const unsaved = vscode.workspace.textDocuments.some(({ uri, isDirty }) => isDirty && candidate.files.includes(uri.fsPath));
  const { icon, verdict, against, isBad } = verdictWords(candidate, unsaved);
  const stop = vscode.l10n.t('Stop Substituting on Save');
  const tooltip = new vscode.MarkdownString();
  tooltip.appendText(`${verdict}: ${against}\n${verdictTooltip(candidate)}\n\n`);
  tooltip.appendMarkdown(`[${stop}](command:ireeReplay.stopSubstituteOnSave?${encodeURIComponent(JSON.stringify([candidate.id]))})`);
  tooltip.isTrusted = { enabledCommands: ['ireeReplay.stopSubstituteOnSave'] };
  item.text = `$(${icon}) ${path.basename(file)}: ${verdict}`;
  item.tooltip = tooltip;
  item.accessibilityInformation = { label: `${path.basename(file)}: ${verdict}: ${against}` };
  item.command = {
    command: 'ireeReplay.openWatchedRun',
    title: vscode.l10n.t('Show what was verified and measured'),
    arguments: [candidate.id],
  };
  item.backgroundColor = isBad ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
}
