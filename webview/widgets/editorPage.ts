/** A page in an editor of VS Code: what it says to the extension, what it is told, and what it keeps while its tab is hidden. */
import type { RpcMessage } from '../../protocol/base/rpc';
import { keyboardSheet, type KeyGroup } from './keyboardSheet';
import type { Keeper } from './keptView';

export interface PageApp {
  /** Takes a message of the host. */
  receive(message: unknown): void;
  /** Asks the host for everything and draws it. */
  start(): Promise<void>;
}

/** Where the page is drawn. Throws where there is no such place. */
export function pageRoot(): HTMLElement {
  const root = document.getElementById('app');
  if (root === null) throw new Error('the page has no place for what it shows');
  return root;
}

/** Starts what `create` makes, whose `keys` a sheet lists. */
export function startInEditor(
  keys: readonly KeyGroup[],
  create: (root: HTMLElement, post: (message: RpcMessage) => void, keeper: Keeper) => PageApp,
): void {
  keyboardSheet(keys);
  const vscode = acquireVsCodeApi();
  const app = create(pageRoot(), (message) => vscode.postMessage(message), {
    read: () => vscode.getState(),
    write: (state) => vscode.setState(state),
  });
  addEventListener('message', ({ data }) => app.receive(data));
  void app.start();
}
