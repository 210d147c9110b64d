/** Recordings kept in a workspace's tasks.json. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { PROBLEM_MATCHER, type RecordTaskDefinition } from './recordTask';

/** As tasks.json has it. */
interface KeptTask {
  readonly label: string;
  readonly type: string;
  readonly problemMatcher: readonly string[];
  readonly [property: string]: unknown;
}

/** A capture's. */
export function recordTaskToKeep({ type, kind, module, ...others }: RecordTaskDefinition): KeptTask {
  const label = vscode.l10n.t('record {0}', [path.basename(module), others.function ?? []].flat().join(' '));
  return { label, type, kind, module, ...others, problemMatcher: [PROBLEM_MATCHER] };
}

/** A command line's, in which paths begin with the folder, wherever that is. */
export function shellTaskToKeep(label: string, line: string, folder: vscode.WorkspaceFolder): KeptTask {
  const place = folder.uri.fsPath.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const variable = '${workspaceFolder}';
  // Another folder may have blanks in its path: where this one is not in quotes, the variable is.
  const command = line.replaceAll(new RegExp(`(?<=^|([ '=]))${place}(?=$|[/ '])`, 'g'), (_, before?: string) =>
    before === "'" ? variable : `'${variable}'`,
  );
  return { label, type: 'shell', command, problemMatcher: [] };
}

/** Adds it to the folder's tasks, or puts it in the place of one of the same name. */
export async function keepTask(
  taskIn: (folder: vscode.WorkspaceFolder) => KeptTask,
  folder: vscode.WorkspaceFolder | undefined,
): Promise<void> {
  if (folder === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a folder first: tasks.json is stored in a folder.'));
    return;
  }
  const task = taskIn(folder);
  const configuration = vscode.workspace.getConfiguration('tasks', folder.uri);
  const target = vscode.ConfigurationTarget.WorkspaceFolder;
  const there = configuration.inspect<readonly { readonly label?: string }[]>('tasks')?.workspaceFolderValue ?? [];
  const kept = there.filter(({ label }) => label !== task.label);
  if (configuration.inspect<string>('version')?.workspaceFolderValue === undefined) await configuration.update('version', '2.0.0', target);
  await configuration.update('tasks', [...kept, task], target);
  const open = vscode.l10n.t('Open tasks.json');
  const answer = await vscode.window.showInformationMessage(vscode.l10n.t('Saved as the task “{0}”.', task.label), open);
  if (answer === open) await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, '.vscode', 'tasks.json'));
}
