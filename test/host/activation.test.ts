import * as assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
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

  it('knows MLIR, whose comments can be toggled', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'iree-replay-mlir-'));
    const file = vscode.Uri.file(path.join(folder, 'coloured.mlir'));
    const text = 'func.func @add(%arg0: tensor<4xf32>) {\n}\n';
    await vscode.workspace.fs.writeFile(file, Buffer.from(text));
    const document = await vscode.workspace.openTextDocument(file);
    assert.equal(document.languageId, 'mlir');
    const editor = await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('editor.action.commentLine');
    assert.ok(document.lineAt(0).text.startsWith('// func.func'), document.lineAt(0).text);
    await vscode.commands.executeCommand('undo');
    await editor.document.save();
    rmSync(folder, { recursive: true });
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
