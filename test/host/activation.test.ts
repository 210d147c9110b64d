import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension', () => {
  const extension = vscode.extensions.getExtension('iree-replay.iree-replay');

  it('is found under its published name', () => {
    assert.ok(extension);
  });

  it('registers every command that its manifest offers', async () => {
    assert.ok(extension);
    await extension.activate();
    const manifest = extension.packageJSON as { contributes: { commands?: { command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = (manifest.contributes.commands ?? []).map(({ command }) => command).filter((command) => !registered.has(command));
    assert.deepEqual(missing, []);
  });

  it('opens a capture in its editor', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder);
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder.uri, 'small.ireereplay'));
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputCustom);
    assert.equal(input.viewType, 'ireeReplay.capture');
  });
});
