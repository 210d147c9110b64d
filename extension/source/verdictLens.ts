/** What became of the last substitute, above the source that it is made of: a CodeLens while it is watched. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { outcome } from '../runs/runOutcome';
import { candidateFiles, type SubstituteOnSave } from './substituteOnSave';

const TOP = new vscode.Range(0, 0, 0, 0);

export function showVerdictsInSources(onSave: SubstituteOnSave): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    { scheme: 'file' },
    {
      onDidChangeCodeLenses: onSave.onChange,
      provideCodeLenses: ({ uri }) => {
        const { watched } = onSave;
        if (watched === undefined || !candidateFiles(watched).includes(uri.fsPath)) return [];
        const { icon, sentence } = outcome(watched);
        const capture = path.basename(watched.capture);
        return [
          new vscode.CodeLens(TOP, {
            title: `$(${icon}) ${sentence}, in ${capture}`,
            tooltip: vscode.l10n.t('Show what was verified and measured'),
            command: 'ireeReplay.openRun',
            arguments: [watched.id],
          }),
          new vscode.CodeLens(TOP, {
            title: vscode.l10n.t('Stop Substitute on Save'),
            command: 'ireeReplay.substituteOnSave',
            arguments: [watched.id],
          }),
        ];
      },
    },
  );
}
