/** Recordings kept in a workspace's tasks.json. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { PROBLEM_MATCHER, type RecordTaskDefinition } from './recordTask';

/** Adds the recording as a task, or puts it in the place of one of the same name. */
export async function keepTask(definition: RecordTaskDefinition, folder: vscode.WorkspaceFolder | undefined): Promise<void> {
  if (folder === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a folder first: tasks.json belongs to a folder.'));
    return;
  }
  const label = vscode.l10n.t('record {0}', [path.basename(definition.module), definition.function ?? []].flat().join(' '));
  const configuration = vscode.workspace.getConfiguration('tasks', folder.uri);
  const target = vscode.ConfigurationTarget.WorkspaceFolder;
  const there = configuration.inspect<readonly { readonly label?: string }[]>('tasks')?.workspaceFolderValue ?? [];
  const kept = there.filter((task) => task.label !== label);
  const { type, kind, module, ...others } = definition;
  const task = { label, type, kind, module, ...others, problemMatcher: [PROBLEM_MATCHER] };
  if (configuration.inspect<string>('version')?.workspaceFolderValue === undefined) await configuration.update('version', '2.0.0', target);
  await configuration.update('tasks', [...kept, task], target);
  const open = vscode.l10n.t('Open tasks.json');
  const answer = await vscode.window.showInformationMessage(vscode.l10n.t('Saved as the task “{0}”.', label), open);
  if (answer === open) await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, '.vscode', 'tasks.json'));
}
