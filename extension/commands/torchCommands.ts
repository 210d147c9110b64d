/** Commands for traces of PyTorch's profiler: one in its editor. */
import * as vscode from 'vscode';
import type { MemoryBudget } from '../captures/memoryBudget';
import type { Pages } from '../editors/page';
import { watchShownTraces } from '../editors/torch/shownTraces';
import { registerTorchTraceEditor, TORCH_TRACE_VIEW } from '../editors/torch/traceEditor';

const IS_TRACE = /\.json(\.gz)?$/;

export function registerTorch(context: vscode.ExtensionContext, pages: Pages, budget: MemoryBudget, log: vscode.LogOutputChannel): void {
  registerTorchTraceEditor(context, { pages, budget, log });
  context.subscriptions.push(
    watchShownTraces(),
    // The editor's title and the explorer give the file; the palette gives nothing, and what is shown is meant.
    vscode.commands.registerCommand('ireeReplay.openAsTorchTrace', async (file?: vscode.Uri) => {
      const uri = file ?? shown() ?? (await browse());
      if (uri !== undefined) await vscode.commands.executeCommand('vscode.openWith', uri, TORCH_TRACE_VIEW);
    }),
  );
}

function shown(): vscode.Uri | undefined {
  // A compressed file has a tab, but no text.
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText && IS_TRACE.test(input.uri.path) ? input.uri : undefined;
}

async function browse(): Promise<vscode.Uri | undefined> {
  const picked = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Open PyTorch Trace'),
    filters: { [vscode.l10n.t('PyTorch traces')]: ['json', 'gz'], [vscode.l10n.t('All files')]: ['*'] },
  });
  return picked?.[0];
}
