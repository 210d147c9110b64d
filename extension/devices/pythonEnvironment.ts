/** The environment that the Python extension has chosen, where that extension is there. */
import * as vscode from 'vscode';

const PYTHON_EXTENSION = 'ms-python.python';

/** What we ask of its API, which an old version may not have: https://github.com/microsoft/vscode-python/wiki/Python-Environment-APIs. */
interface PythonApi {
  readonly environments?: { getActiveEnvironmentPath?(): { readonly path: string } };
}

/** Path of its interpreter or of its folder; undefined without the extension, or before it is active. */
export function chosenPython(): string | undefined {
  const extension = vscode.extensions.getExtension<PythonApi | undefined>(PYTHON_EXTENSION);
  const chosen = extension?.isActive === true ? extension.exports?.environments?.getActiveEnvironmentPath?.().path : undefined;
  // Where nothing is chosen it is the name of a program.
  return chosen?.includes('/') === true ? chosen : undefined;
}

/** Makes the extension say which it is. */
export async function activatePython(): Promise<void> {
  await vscode.extensions.getExtension(PYTHON_EXTENSION)?.activate();
}
