/** The kernels of the sources that are open, by what they took, each with its hottest lines: what stands in sources, for keyboard and screen reader. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { SampledLine } from '../../engine/jobs/sampledLines';
import { heatSentence, heatWords } from './heatWords';
import type { HeatedLine, SourceHeat } from './sourceHeat';
import type { SourceTimes, TimedKernel } from './sourceTimes';
import { percent, shortWords, timeSentence } from './timesWords';

interface Hotspot extends TimedKernel {
  readonly uri: vscode.Uri;
  /** Where its samples lie, the most first. */
  readonly lines: readonly HotLine[];
}

/** With the samples that one kernel has there. */
interface HotLine extends Pick<HeatedLine, 'line' | 'doubt' | 'run'> {
  readonly uri: vscode.Uri;
  readonly sampled: SampledLine['kernels'][number];
  /** Of the kernel: it was changed after it was recorded. */
  readonly isOlder: boolean;
}

/** Lines that a kernel opens into. */
const MOST_LINES = 8;

export function createHotspotsView(times: SourceTimes, heat: SourceHeat): vscode.Disposable {
  const changes = new vscode.EventEmitter<undefined>();
  const refresh = (): void => changes.fire(undefined);
  const kernelsIn = async (uri: vscode.Uri): Promise<readonly Hotspot[]> => {
    const timed = await times.kernelsIn(uri);
    const heated = timed.length === 0 ? [] : await heat.linesIn(uri);
    return timed.map((one) => ({ ...one, uri, lines: linesOf(one, heated, uri) }));
  };
  const provider: vscode.TreeDataProvider<Hotspot | HotLine> = {
    onDidChangeTreeData: changes.event,
    async getChildren(parent) {
      if (parent !== undefined) return 'lines' in parent ? [...parent.lines] : [];
      const uris = vscode.workspace.textDocuments.map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file');
      const all = await Promise.all(uris.map(kernelsIn));
      return all.flat().sort((a, b) => b.time.share - a.time.share);
    },
    getTreeItem: (one) => ('lines' in one ? kernelItem(one) : lineItem(one)),
  };
  return vscode.Disposable.from(
    changes,
    vscode.window.createTreeView('ireeReplay.hotspots', { treeDataProvider: provider }),
    times.onChange(refresh),
    vscode.workspace.onDidOpenTextDocument(refresh),
    vscode.workspace.onDidCloseTextDocument(refresh),
  );
}

function linesOf({ kernel }: TimedKernel, heated: readonly HeatedLine[], uri: vscode.Uri): readonly HotLine[] {
  return heated
    .filter(({ run }) => run.capture === kernel.capture)
    .flatMap(({ line, doubt, run, sampled: { kernels = [] } }): readonly HotLine[] => {
      const sampled = kernels.find(({ executable, ordinal }) => executable === kernel.executable && ordinal === kernel.ordinal);
      const isOlder = kernel.changed === true;
      return sampled === undefined ? [] : [{ uri, line, run, sampled, isOlder, ...(doubt === undefined ? {} : { doubt }) }];
    })
    .toSorted((a, b) => b.sampled.samples - a.sampled.samples)
    .slice(0, MOST_LINES);
}

const placeOf = (uri: vscode.Uri, line: number): string => `${path.basename(uri.fsPath)}:${String(line + 1)}`;

function itemAt(label: string, uri: vscode.Uri, line: number): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  const selection = new vscode.Range(line, 0, line, 0);
  item.command = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri, { selection }] };
  return item;
}

function kernelItem(hotspot: Hotspot): vscode.TreeItem {
  const { kernel, time, uri, lines } = hotspot;
  const item = itemAt(`${percent(time.share)}  ${kernel.name}`, uri, kernel.line);
  const place = placeOf(uri, kernel.line);
  // One that is open stays open when its share, and with it its label, is another.
  item.id = [uri.toString(), kernel.line, kernel.capture, kernel.executable, kernel.ordinal].join(' ');
  const older = kernel.changed === true ? `, ${vscode.l10n.t('older than the source')}` : '';
  item.description = `${shortWords(hotspot)}, ${place}${older}`;
  item.tooltip = timeSentence(hotspot);
  item.accessibilityInformation = { label: `${kernel.name}, ${place}${older}. ${timeSentence(hotspot)}` };
  item.iconPath = new vscode.ThemeIcon('flame');
  item.collapsibleState = lines.length === 0 ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed;
  return item;
}

function lineItem(hot: HotLine): vscode.TreeItem {
  const place = placeOf(hot.uri, hot.line);
  const item = itemAt(place, hot.uri, hot.line);
  item.description = heatWords(hot, hot.isOlder);
  item.tooltip = heatSentence(hot);
  item.accessibilityInformation = { label: `${place}. ${heatSentence(hot)}` };
  return item;
}
