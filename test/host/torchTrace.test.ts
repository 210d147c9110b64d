import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe("traces of PyTorch's profiler", () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
  const trace = vscode.Uri.joinPath(folder, 'neighbours', 'pytorch', 'cpu-train.json.gz');

  it('open in an editor of their own, when they are asked for', async () => {
    await vscode.commands.executeCommand('ireeReplay.openAsTorchTrace', trace);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputCustom);
    assert.equal(input.viewType, 'ireeReplay.torchTrace');
    assert.equal(input.uri.toString(), trace.toString());
  });

  it('are offered for any JSON, compressed or not, none of which they take', () => {
    const extension = vscode.extensions.getExtension('iree-replay.iree-replay');
    assert.ok(extension !== undefined);
    const { contributes } = extension.packageJSON as {
      contributes: { customEditors: { viewType: string; priority: string; selector: { filenamePattern: string }[] }[] };
    };
    const editor = contributes.customEditors.find(({ viewType }) => viewType === 'ireeReplay.torchTrace');
    assert.equal(editor?.priority, 'option');
    assert.deepEqual(
      editor.selector.map(({ filenamePattern }) => filenamePattern),
      ['*.json', '*.json.gz'],
    );
  });
});
