/** The kernels of the sources that are open, by what they took: the inline times, for keyboard and screen reader. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { MeasuredRuns } from '../runs/measuredRuns';
import { timedKernels, timeSentence, type TimedKernel } from './inlineTimes';
import type { LanguageFeatures } from './languageFeatures';

interface Hotspot extends TimedKernel {
  readonly uri: vscode.Uri;
}

export function createHotspotsView(runs: MeasuredRuns, features: LanguageFeatures): vscode.Disposable {
  const changes = new vscode.EventEmitter<undefined>();
  const refresh = (): void => changes.fire(undefined);
  const provider: vscode.TreeDataProvider<Hotspot> = {
    onDidChangeTreeData: changes.event,
    async getChildren(parent) {
      if (parent !== undefined) return [];
      const uris = vscode.workspace.textDocuments.map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file');
      const all = await Promise.all(
        uris.map(async (uri) => (await timedKernels(uri, runs, features)).map((timed): Hotspot => ({ ...timed, uri }))),
      );
      return all.flat().sort((a, b) => b.time.share - a.time.share);
    },
    getTreeItem({ kernel, time, uri }) {
      const item = new vscode.TreeItem(`${(100 * time.share).toFixed(1)} %  ${kernel.name}`);
      item.description = `${path.basename(uri.fsPath)}:${String(kernel.line + 1)}`;
      item.tooltip = timeSentence({ kernel, time });
      item.iconPath = new vscode.ThemeIcon('flame');
      const selection = new vscode.Range(kernel.line, 0, kernel.line, 0);
      item.command = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri, { selection }] };
      return item;
    },
  };
  return vscode.Disposable.from(
    changes,
    vscode.window.createTreeView('ireeReplay.hotspots', { treeDataProvider: provider }),
    features.onChange(refresh),
    runs.onChange(({ state }) => {
      if (state.state === 'done') refresh();
    }),
    vscode.workspace.onDidOpenTextDocument(refresh),
    vscode.workspace.onDidCloseTextDocument(refresh),
  );
}
