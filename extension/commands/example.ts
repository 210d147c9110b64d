/**
 * The capture that comes with the extension: a matrix product, a slower kernel for it, and its source. Who begins has something to
 * replay before they have recorded anything.
 */
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { CAPTURE_VIEW } from '../editors/capture/captureEditorProvider';

const CAPTURE = 'matmul.ireereplay';

/** A copy of the example's folder: what is made of a capture is written beside it, and the extension's own folder is gone with its next version. */
async function exampleFolder({ extensionUri, globalStorageUri }: vscode.ExtensionContext): Promise<string> {
  const from = path.join(extensionUri.fsPath, 'dist', 'example');
  const to = path.join(globalStorageUri.fsPath, 'example');
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    const [ours, theirs] = await Promise.all(
      [path.join(from, name), path.join(to, name)].map((file) => readFile(file).catch(() => undefined)),
    );
    // A copy that is the same keeps its time of change: runs of it are still of it.
    if (ours === undefined || theirs?.equals(ours) !== true) await copyFile(path.join(from, name), path.join(to, name));
  }
  return to;
}

export function registerExample(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.commands.registerCommand('ireeReplay.openExample', async () => {
      const file = path.join(await exampleFolder(context), CAPTURE);
      await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(file), CAPTURE_VIEW);
    }),
  );
}
