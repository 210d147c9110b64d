import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { versions } from './versions';

/** Of 1.x: since then a custom editor says what its tab is called; before that it is called after its file. */
const TITLED_SINCE = 106;

describe('the tab of a version of a file', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
  const [major = 0, minor = 0] = vscode.version.split('.').map(Number);
  const isTitled = major > 1 || minor >= TITLED_SINCE;
  // Where VS Code's own Git is not there, as in a server for tests.
  const git =
    vscode.extensions.getExtension('vscode.git') === undefined ? versions('git', ({ fsPath }) => readFileSync(fsPath)) : undefined;
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    git?.dispose();
  });

  const label = (): string | undefined => vscode.window.tabGroups.activeTabGroup.activeTab?.label;
  const labelled = async (wanted: string): Promise<void> => {
    for (let i = 0; i < 100 && label() !== wanted; i++) await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(label(), wanted);
  };

  for (const [name, view] of [
    ['small.ireereplay', 'ireeReplay.capture'],
    ['profiles/one-dispatch.ireeprof', 'ireeReplay.profile'],
  ] as const) {
    const file = vscode.Uri.joinPath(folder, name);
    const base = name.replace(/.*\//, '');

    for (const [ref, version] of [
      ['HEAD', 'HEAD'],
      ['~', 'index'],
      ['1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d', '1a2b3c4'],
    ] as const)
      it(`says that it is of ${version}: ${base}`, async () => {
        const uri = file.with({ scheme: 'git', query: JSON.stringify({ path: file.fsPath, ref }) });
        await vscode.commands.executeCommand('vscode.openWith', uri, view);
        await labelled(isTitled ? `${base} (${version})` : base);
      });

    it(`has its name alone of what lies on disk: ${base}`, async () => {
      await vscode.commands.executeCommand('vscode.openWith', file, view);
      await labelled(base);
    });
  }
});
