// A real VS Code with the packaged extension, for tests and measurements that drive its workbench.
import path from 'node:path';
import { chromium, installExtension, vscodeServer } from './tools.mjs';

/** Installs VS Code `version` and the extension `vsix` below `folder`; returns the environment for test/e2e/workbench.ts. */
export function workbenchEnvironment(version, vsix, folder) {
  const server = vscodeServer(version);
  const extensions = path.join(folder, version, 'extensions');
  installExtension(server, vsix, extensions);
  return {
    IR_VSCODE_VERSION: version,
    IR_VSCODE_NODE: server.node,
    IR_VSCODE_MAIN: server.main,
    IR_EXTENSIONS_DIR: extensions,
    IR_CHROMIUM: chromium(),
  };
}
