import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

const ACTS = ['Replay scope "execute"', 'Benchmark', 'Profile', 'Sample', 'Substitute…', 'Disassembly'];

describe('lenses of kernels', () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');

  /** Those of a source, once the language server knows captures of it. */
  const lensesOf = async (source: string): Promise<readonly vscode.CodeLens[]> => {
    const uri = vscode.Uri.joinPath(folder, source);
    await vscode.workspace.openTextDocument(uri);
    for (let i = 0; i < 200; i++) {
      const lenses = await vscode.commands.executeCommand<readonly vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 100);
      if (lenses.length > 0) return lenses;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`${source} has no lenses`);
  };

  it('of a line with one kernel say what can be done with it', async () => {
    const [name = '', ...acts] = (await lensesOf('models/mm256/mm256.mlir')).map(({ command }) => command?.title ?? '');
    assert.match(name, /matmul_dispatch_0_matmul_256x256x256_f32/);
    assert.deepEqual(acts, ACTS);
  });

  it('of a line with four are one', async () => {
    const [lens, ...others] = await lensesOf('models/two/two.mlir');
    assert.match(lens?.command?.title ?? '', /^4 kernels/);
    assert.equal(lens?.command?.command, 'ireeReplay.chooseKernel');
    assert.deepEqual(others, []);
  });
});
