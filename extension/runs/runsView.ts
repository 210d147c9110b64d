/** The list of runs in the side bar, the latest first. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { MeasuredRun } from '../../protocol/results/results';
import type { MeasuredRuns } from './measuredRuns';
import { JOB_NAMES, outcome } from './runOutcome';

export function createRunsView(runs: MeasuredRuns): vscode.Disposable {
  const shown = new Map<string, string | undefined>();
  const changes = new vscode.EventEmitter<undefined>();
  // VS Code draws a view once its changes pause: those of a run that goes on, many a second, would keep it from saying that it runs.
  const changed = runs.onChange(({ id }) => {
    const run = runs.byId(id);
    const row = run === undefined ? undefined : JSON.stringify(item(run));
    if (shown.has(id) && shown.get(id) === row) return;
    shown.set(id, row);
    changes.fire(undefined);
  });
  const provider: vscode.TreeDataProvider<string> = {
    onDidChangeTreeData: changes.event,
    getChildren: async (parent) => {
      if (parent !== undefined) return [];
      await runs.load();
      if (runs.leftOut > 0) view.message = vscode.l10n.t('Runs that cannot be read are left out: {0}. The log says why.', runs.leftOut);
      return runs.all.map(({ id }) => id).reverse();
    },
    getTreeItem: (id) => {
      const run = runs.byId(id);
      return run === undefined ? new vscode.TreeItem('') : item(run);
    },
  };
  const view = vscode.window.createTreeView('ireeReplay.runs', { treeDataProvider: provider, canSelectMany: true });
  return vscode.Disposable.from(view, changed, changes);
}

function item(run: MeasuredRun): vscode.TreeItem {
  const { icon, colour, sentence } = outcome(run);
  const { state } = run.state;
  const made = new vscode.TreeItem(sentence);
  made.id = run.id;
  made.description = `${JOB_NAMES[run.job]} ${run.subject}, ${path.basename(run.capture)}`;
  made.tooltip = `${JOB_NAMES[run.job]} ${run.subject}: ${sentence}\n${run.capture} on ${run.settings.device}, ${new Date(run.started).toLocaleString()}`;
  made.iconPath = new vscode.ThemeIcon(icon, colour === undefined ? undefined : new vscode.ThemeColor(colour));
  made.contextValue = `${run.job} ${state === 'running' || state === 'idle' ? 'active' : 'ended'}`;
  made.command = { command: 'ireeReplay.openRun', title: vscode.l10n.t('Open'), arguments: [run.id] };
  return made;
}
