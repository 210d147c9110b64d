/** Above a source that an executable embeds, which nobody can change: a lens that makes a copy of it. */
import * as vscode from 'vscode';
import { DUMP_SCHEME } from '../../protocol/processes/languageServer';
import { embeddedSourceOf } from './captureTexts';

export function showCopyLens(): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    { scheme: DUMP_SCHEME },
    {
      provideCodeLenses: ({ uri }) =>
        embeddedSourceOf(uri) === undefined
          ? []
          : [
              new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
                title: vscode.l10n.t('Edit a Copy…'),
                tooltip: vscode.l10n.t('Creates a file that is built, verified and timed whenever you save it'),
                command: 'ireeReplay.editCopy',
                arguments: [uri],
              }),
            ],
    },
  );
}
