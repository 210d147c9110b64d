import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe("LLVM's recordings", () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
  const recordings = vscode.Uri.joinPath(folder, 'neighbours', 'llvm', 'llvm16-saxpy');
  const descriptor = vscode.Uri.joinPath(recordings, '__omp_offloading_fe00_984963_main_l7.json');
  const shown = (): unknown => vscode.window.tabGroups.activeTabGroup.activeTab?.input;

  it('are text unless they are asked for', async () => {
    await vscode.commands.executeCommand('vscode.open', descriptor);
    assert.ok(shown() instanceof vscode.TabInputText);
  });

  it('open in an editor of their own, from the text and from the explorer', async () => {
    for (const args of [[], [descriptor]]) {
      await vscode.commands.executeCommand('vscode.openWith', descriptor, 'default');
      await vscode.commands.executeCommand('ireeReplay.openAsKernelRecording', ...args);
      const input = shown();
      assert.ok(input instanceof vscode.TabInputCustom);
      assert.equal(input.viewType, 'ireeReplay.llvmRecording');
      assert.equal(input.uri.toString(), descriptor.toString());
    }
  });

  it('are offered for any JSON, none of which they take', () => {
    const extension = vscode.extensions.getExtension('iree-replay.iree-replay');
    assert.ok(extension !== undefined);
    const { contributes } = extension.packageJSON as { contributes: { customEditors: { viewType: string; priority: string }[] } };
    assert.equal(contributes.customEditors.find(({ viewType }) => viewType === 'ireeReplay.llvmRecording')?.priority, 'option');
  });

  it('are made by a command of trusted workspaces alone', async () => {
    const extension = vscode.extensions.getExtension('iree-replay.iree-replay');
    assert.ok(extension !== undefined);
    const { contributes } = extension.packageJSON as {
      contributes: { commands: { command: string; enablement?: string }[]; menus: Record<string, { command: string; when?: string }[]> };
    };
    assert.equal(contributes.commands.find(({ command }) => command === 'ireeReplay.recordKernels')?.enablement, 'isWorkspaceTrusted');
    const inView = contributes.menus['view/title']?.find(({ command }) => command === 'ireeReplay.recordKernels');
    assert.equal(inView?.when, "view == 'ireeReplay.captures'");
    assert.ok((await vscode.commands.getCommands(true)).includes('ireeReplay.recordKernels'));
  });

  it('are a document as a folder, one tab for each folder', async () => {
    const open = (): readonly vscode.Tab[] =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label === 'Recordings: llvm16-saxpy');
    // VS Code tells of a panel's tab some time after the panel is made.
    const come = new Promise<void>((resolve) => {
      const waiting = vscode.window.tabGroups.onDidChangeTabs(() => {
        if (open().length === 0) return;
        waiting.dispose();
        resolve();
      });
    });
    await vscode.commands.executeCommand('ireeReplay.openKernelRecordings', recordings);
    await come;
    await vscode.commands.executeCommand('ireeReplay.openKernelRecordings', recordings);
    // What is asked after it comes after it.
    await vscode.commands.executeCommand('vscode.open', descriptor);
    const tabs = open();
    assert.equal(tabs.length, 1);
    assert.ok(tabs[0]?.input instanceof vscode.TabInputWebview);
    assert.match(tabs[0].input.viewType, /ireeReplay\.llvmFolder$/);
  });
});
