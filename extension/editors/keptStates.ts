/** How the user left the page of each document: kept for the workspace, the least recently used forgotten. */
import type * as vscode from 'vscode';

export interface KeptStates {
  /** What `keep` kept, or null. */
  of(uri: Pick<vscode.Uri, 'toString'>): unknown;
  /** Writes the state of this document alone, and only when it has changed. */
  keep(uri: Pick<vscode.Uri, 'toString'>, state: unknown): void;
}

const MAX_KEPT = 50;

/** Of the pages of one editor; `name` stands in the keys, such as "captureView". */
export function createKeptStates(memento: vscode.Memento, name: string): KeptStates {
  const keyOf = (document: string): string => `ireeReplay.${name} ${document}`;
  /** Documents that have a state, the least recently used first. */
  const orderKey = `ireeReplay.${name}s`;
  const order = (): readonly string[] => {
    const kept = memento.get<unknown>(orderKey);
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  };
  const touch = (document: string): void => {
    const now = order();
    if (now.at(-1) === document) return;
    const next = [...now.filter((other) => other !== document), document];
    for (const forgotten of next.slice(0, -MAX_KEPT)) void memento.update(keyOf(forgotten), undefined);
    void memento.update(orderKey, next.slice(-MAX_KEPT));
  };
  return {
    of: (uri) => memento.get<unknown>(keyOf(uri.toString())) ?? null,
    keep(uri, state) {
      const document = uri.toString();
      if (JSON.stringify(memento.get(keyOf(document))) === JSON.stringify(state)) return;
      touch(document);
      void memento.update(keyOf(document), state);
    },
  };
}
