/** The file behind a document: brought where it can be read, and watched for another taking its place. */
import { stat } from 'node:fs/promises';
import type * as vscode from 'vscode';
import { versionFile } from './versionFile';
import { watchFile } from './watchFile';

export interface OpenedFile {
  /** The file that is read: of another version than the one on disk, a copy. */
  readonly path: string;
  /** Makes the file hold what the URI shows, and takes what is there now for what is open. Returns its bytes. Rejects when it cannot be had. */
  bring(): Promise<number>;
  /** Stops watching, and removes what `bring` has made. */
  dispose(): Promise<void>;
}

/** Changes on disk come in bursts while something writes. */
const WATCH_MS = 300;

/** Calls `changed` when the file is no longer the one that was brought; one that is gone is still open, and no change. */
export function openedFile(uri: vscode.Uri, changed: () => void): OpenedFile {
  const file = versionFile(uri);
  /** Of what is open; while the file is brought there is none, and nothing that it could differ from. */
  let opened: string | undefined;
  const look = async (): Promise<{ readonly identity: string; readonly size: number }> => {
    const { mtimeMs, size, ino } = await stat(file.path);
    return { identity: `${String(mtimeMs)} ${String(size)} ${String(ino)}`, size };
  };
  let settling: ReturnType<typeof setTimeout> | undefined;
  const compare = async (): Promise<void> => {
    const { identity } = await look();
    if (opened !== undefined && identity !== opened) changed();
  };
  const watcher = watchFile(file.path, () => {
    clearTimeout(settling);
    settling = setTimeout(() => void compare().catch(() => undefined), WATCH_MS);
  });
  return {
    path: file.path,
    async bring() {
      opened = undefined;
      await file.bring();
      const { identity, size } = await look();
      opened = identity;
      return size;
    },
    dispose() {
      clearTimeout(settling);
      watcher.dispose();
      return file.remove();
    },
  };
}
