/** The kernels of the sources that are open, by what they took: the inline times, for keyboard and screen reader. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { SourceTimes, TimedKernel } from './sourceTimes';
import { percent, shortWords, timeSentence } from './timesWords';

interface Hotspot extends TimedKernel {
  readonly uri: vscode.Uri;
}

export function createHotspotsView(times: SourceTimes): vscode.Disposable {
  const changes = new vscode.EventEmitter<undefined>();
  const refresh = (): void => changes.fire(undefined);
  const provider: vscode.TreeDataProvider<Hotspot> = {
    onDidChangeTreeData: changes.event,
    async getChildren(parent) {
      if (parent !== undefined) return [];
      const uris = vscode.workspace.textDocuments.map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file');
      const all = await Promise.all(uris.map(async (uri) => (await times.kernelsIn(uri)).map((timed): Hotspot => ({ ...timed, uri }))));
      return all.flat().sort((a, b) => b.time.share - a.time.share);
    },
    getTreeItem(hotspot) {
      const { kernel, time, uri } = hotspot;
      const item = new vscode.TreeItem(`${percent(time.share)}  ${kernel.name}`);
      const place = `${path.basename(uri.fsPath)}:${String(kernel.line + 1)}`;
      const older = kernel.changed === true ? `, ${vscode.l10n.t('older than the source')}` : '';
      item.description = `${shortWords(hotspot)}, ${place}${older}`;
      item.tooltip = timeSentence(hotspot);
      item.accessibilityInformation = { label: `${kernel.name}, ${place}${older}. ${timeSentence(hotspot)}` };
      item.iconPath = new vscode.ThemeIcon('flame');
      const selection = new vscode.Range(kernel.line, 0, kernel.line, 0);
      item.command = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri, { selection }] };
      return item;
    },
  };
  return vscode.Disposable.from(
    changes,
    vscode.window.createTreeView('ireeReplay.hotspots', { treeDataProvider: provider }),
    times.onChange(refresh),
    vscode.workspace.onDidOpenTextDocument(refresh),
    vscode.workspace.onDidCloseTextDocument(refresh),
  );
}
