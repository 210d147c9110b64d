/** How the user left each capture: kept for the workspace, the least recently used forgotten. */
import type * as vscode from 'vscode';

export interface ViewStates {
  /** What `keep` kept, or null. */
  of(uri: vscode.Uri): unknown;
  keep(uri: vscode.Uri, state: unknown): void;
}

const KEY = 'ireeReplay.captureViews';
const MAX_KEPT = 50;

export function createViewStates(memento: vscode.Memento): ViewStates {
  const read = (): Record<string, unknown> => memento.get<Record<string, unknown>>(KEY, {});
  return {
    of: (uri) => read()[uri.toString()] ?? null,
    keep(uri, state) {
      const others = Object.entries(read()).filter(([key]) => key !== uri.toString());
      void memento.update(KEY, Object.fromEntries([...others.slice(-(MAX_KEPT - 1)), [uri.toString(), state]]));
    },
  };
}
