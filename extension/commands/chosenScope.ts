/** The scope that a command is about. */
import * as vscode from 'vscode';
import type { CaptureEditor } from '../editors/capture/captureEditor';
import { pickOne } from './questions';

/** Name of the scope that begins at the node, or else the one that the user picks; undefined when there is none, or none is wanted. */
export async function chosenScope({ document }: CaptureEditor, key: string | undefined, title: string): Promise<string | undefined> {
  const { scopes = [] } = document.summary ?? {};
  const begun = scopes.find(({ begins }) => begins.includes(Number(key)));
  if (begun !== undefined) return begun.name;
  if (scopes.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The capture has no scopes.'));
    return undefined;
  }
  const items = scopes.map(({ name, begins }) => ({
    label: name,
    description: begins.length === 1 ? '' : vscode.l10n.t('{0} times', begins.length),
  }));
  return (await pickOne(items, { title }))?.label;
}
