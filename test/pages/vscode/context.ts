/** What an extension is activated with. */
import { mkdirSync } from 'node:fs';
import * as path from 'node:path';
import type * as vscode from 'vscode';
import { URI } from 'vscode-uri';
import { ROOT, readManifest } from './manifest';
import { createMemento, type Memento } from './memento';

/** What one window after the other has. */
export interface KeptOfWindow {
  trusted: boolean;
  readonly workspaceState: Memento;
  context(): vscode.ExtensionContext;
}

/** Keeps below `folder`. */
export function createContext(folder: string): KeptOfWindow {
  const [workspaceState, globalState] = [createMemento(), createMemento()];
  const place = (name: string): URI => {
    mkdirSync(path.join(folder, name), { recursive: true });
    return URI.file(path.join(folder, name));
  };
  return {
    trusted: false,
    workspaceState,
    context() {
      const context = {
        ...{ subscriptions: [], workspaceState, globalState, extensionMode: 3 },
        ...{ extensionUri: URI.file(ROOT), extensionPath: ROOT, storageUri: place('storage'), globalStorageUri: place('global') },
        extension: { id: 'iree-replay.iree-replay', packageJSON: readManifest() },
        environmentVariableCollection: { clear: () => undefined, prepend: () => undefined, description: undefined },
      };
      return context as unknown as vscode.ExtensionContext;
    },
  };
}
