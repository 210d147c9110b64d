/** What became of the last substitute, above the kernel in the source that it is made of: a CodeLens for each candidate that is watched. */
import * as vscode from 'vscode';
import { definitionLine } from './kernelLine';
import type { SubstituteOnSave } from './substituteOnSave';
import { verdictTooltip, verdictWords } from './verdictWords';

export function showVerdictsInSources(onSave: SubstituteOnSave): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    { scheme: 'file' },
    {
      onDidChangeCodeLenses: onSave.onChange,
      provideCodeLenses: (document) =>
        onSave.watched
          .filter(({ files }) => files.includes(document.uri.fsPath))
          .flatMap((candidate) => {
            // Where no line defines it, at the top: it is to be seen when the file is opened.
            const line = definitionLine(document.getText(), candidate.functions[0]) ?? 0;
            const range = new vscode.Range(line, 0, line, 0);
            const { icon, verdict, against } = verdictWords(candidate, document.isDirty);
            return [
              new vscode.CodeLens(range, {
                title: `$(${icon}) ${verdict}: ${against}`,
                tooltip: [verdictTooltip(candidate), vscode.l10n.t('Show what was verified and measured')].join('\n'),
                command: 'ireeReplay.openWatchedRun',
                arguments: [candidate.id],
              }),
              new vscode.CodeLens(range, {
                title: vscode.l10n.t('Stop Substituting on Save'),
                command: 'ireeReplay.stopSubstituteOnSave',
                arguments: [candidate.id],
              }),
            ];
          }),
    },
  );
}
