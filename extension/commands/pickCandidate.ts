/** The file that takes the place of an executable. */
import * as vscode from 'vscode';

const CANDIDATES = {
  'Executables and sources': ['so', 'mlir', 'll', 's', 'c', 'cc', 'spv', 'hsaco', 'ptx', 'fb', 'bin'],
  'All files': ['*'],
};

/** Undefined when the user wants none. */
export async function pickCandidate(executable: string): Promise<string | undefined> {
  const picked = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('File to Use Instead of Executable {0}', executable),
    openLabel: vscode.l10n.t('Substitute'),
    filters: CANDIDATES,
  });
  return picked?.[0]?.fsPath;
}
