/**
 * The capture that comes with the extension: a matrix product, a slower kernel for it, and its source. Who begins has something to
 * replay before they have recorded anything.
 */
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { CaptureEditor } from '../editors/capture/captureEditor';
import { CAPTURE_VIEW, type CaptureEditors } from '../editors/capture/captureEditorProvider';

const CAPTURE = 'matmul.ireereplay';
const SLOWER = 'slower.so';

/** A copy of the example's folder: what is made of a capture is written beside it, and the extension's own folder is gone with its next version. */
async function exampleFolder({ extensionUri, globalStorageUri }: vscode.ExtensionContext): Promise<string> {
  const from = path.join(extensionUri.fsPath, 'dist', 'example');
  const to = path.join(globalStorageUri.fsPath, 'example');
  await mkdir(to, { recursive: true });
  // The capture last: a source that is newer than it would be taken for a changed one.
  const names = (await readdir(from)).sort((a, b) => Number(a === CAPTURE) - Number(b === CAPTURE));
  for (const name of names) {
    const [ours, theirs] = await Promise.all(
      [path.join(from, name), path.join(to, name)].map((file) => readFile(file).catch(() => undefined)),
    );
    // A copy that is the same keeps its time of change: runs of it are still of it.
    if (ours === undefined || theirs?.equals(ours) !== true) await copyFile(path.join(from, name), path.join(to, name));
  }
  return to;
}

/** The active column; beside the walkthrough, which stays to be read on, the one next to it. */
function column(): vscode.ViewColumn {
  const { activeTabGroup, all } = vscode.window.tabGroups;
  // Its tab is of no kind that extensions are told of.
  const isWalkthrough = ({ activeTab }: vscode.TabGroup): boolean => activeTab !== undefined && activeTab.input === undefined;
  if (!isWalkthrough(activeTabGroup)) return activeTabGroup.viewColumn;
  return all.find((group) => !isWalkthrough(group))?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** The commands of the walkthrough: each opens the example, and does with it what another command does with any capture. */
export function registerExample(context: vscode.ExtensionContext, editors: CaptureEditors): void {
  const register = (name: string, act: (editor: CaptureEditor, folder: string) => Thenable<unknown>): void => {
    const run = async (): Promise<void> => {
      const folder = await exampleFolder(context);
      const uri = vscode.Uri.file(path.join(folder, CAPTURE));
      const show = (): Thenable<unknown> =>
        vscode.commands.executeCommand('vscode.openWith', uri, CAPTURE_VIEW, { viewColumn: column(), preview: false });
      await show();
      const editor = editors.ofFile(uri);
      await editor?.document.whenComplete();
      // What comes of it opens in the active column, and the walkthrough takes the keyboard some time after a click into it.
      await show();
      if (editor !== undefined) await act(editor, folder);
    };
    context.subscriptions.push(vscode.commands.registerCommand(`ireeReplay.${name}`, run));
  };
  /** Does it with the whole capture. */
  const withCapture = ({ id }: CaptureEditor, command: string): Thenable<unknown> =>
    vscode.commands.executeCommand(command, { ireeReplayEditor: id });
  /** Does it with the one kernel that the capture has. */
  const withKernel = async (
    { id, document }: CaptureEditor,
    command: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    const record = (await document.whenComplete())?.executables[0]?.record;
    if (record !== undefined)
      await vscode.commands.executeCommand(command, { ireeReplayEditor: id, ireeReplayKey: String(record), ...more });
  };
  register('openExample', () => Promise.resolve());
  register('replayExample', (editor) => withCapture(editor, 'ireeReplay.replay'));
  register('substituteExample', (editor, folder) =>
    withKernel(editor, 'ireeReplay.substituteExecutable', { ireeReplayCandidate: path.join(folder, SLOWER) }),
  );
  register('profileExample', (editor) => withCapture(editor, 'ireeReplay.profileCapture'));
  register('showExampleSource', (editor) => withKernel(editor, 'ireeReplay.showSource'));
}
