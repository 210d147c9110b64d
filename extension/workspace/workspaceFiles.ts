/** The captures and profiles of the workspace: looked for when somebody asks, and watched from then on. */
import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { byFolder, type FilesOfFolder } from './folders';

const FILES = '**/*.{ireereplay,ireeprof}';
const IS_FILE = /\.(ireereplay|ireeprof)$/;
const IGNORED = /[/\\](node_modules|\.git)[/\\]/;

/** A folder of nightly runs has thousands; nobody reads a longer list. */
export const MOST_FILES = 2000;

/** Changes on disk come in bursts while something writes. */
const WATCH_MS = 300;

export interface FoundFiles {
  readonly folders: readonly FilesOfFolder[];
  /** There are more than are listed. */
  readonly more: boolean;
}

export interface WorkspaceFiles {
  /** Looks on disk where something has changed since. */
  found(): Promise<FoundFiles>;
  /** Has the next question look on disk. */
  forget(): void;
  /** Files have come or gone. */
  readonly onChange: vscode.Event<void>;
  /** What is in a file has changed. */
  readonly onWrite: vscode.Event<string>;
  dispose(): void;
}

export function createWorkspaceFiles(): WorkspaceFiles {
  const changes = new vscode.EventEmitter<void>();
  const writes = new vscode.EventEmitter<string>();
  const written = new Map<string, ReturnType<typeof setTimeout>>();
  let settling: ReturnType<typeof setTimeout> | undefined;
  let watcher: vscode.Disposable | undefined;
  let found: Promise<FoundFiles> | undefined;

  const comeOrGone = (): void => {
    found = undefined;
    clearTimeout(settling);
    settling = setTimeout(() => changes.fire(), WATCH_MS);
  };
  const write = ({ fsPath: file }: vscode.Uri): void => {
    clearTimeout(written.get(file));
    const tell = (): void => {
      written.delete(file);
      writes.fire(file);
    };
    written.set(file, setTimeout(tell, WATCH_MS));
  };
  /** Of a folder that comes or goes with what is in it a watcher may tell no more than that. */
  const folderCame = async ({ fsPath }: vscode.Uri): Promise<void> => {
    if (IS_FILE.test(fsPath) || IGNORED.test(fsPath)) return;
    if ((await stat(fsPath).catch(() => undefined))?.isDirectory() === true) comeOrGone();
  };
  const folderWent = async ({ fsPath }: vscode.Uri): Promise<void> => {
    const { folders } = (await found) ?? { folders: [] };
    if (folders.some(({ files }) => files.some((file) => file.startsWith(fsPath + path.sep)))) comeOrGone();
  };
  const watch = (): vscode.Disposable => {
    const files = vscode.workspace.createFileSystemWatcher(FILES);
    const all = vscode.workspace.createFileSystemWatcher('**', false, true, false);
    return vscode.Disposable.from(
      files,
      all,
      all.onDidCreate((uri) => void folderCame(uri)),
      all.onDidDelete((uri) => void folderWent(uri)),
      files.onDidCreate((uri) => {
        // It may have been here before.
        write(uri);
        comeOrGone();
      }),
      files.onDidDelete(comeOrGone),
      files.onDidChange(write),
      vscode.workspace.onDidChangeWorkspaceFolders(comeOrGone),
    );
  };
  const find = async (): Promise<FoundFiles> => {
    const uris = await vscode.workspace.findFiles(FILES, '**/{node_modules,.git}/**', MOST_FILES + 1);
    const files = uris.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
    const roots = (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({ name, path: uri.fsPath }));
    return { folders: byFolder(files.slice(0, MOST_FILES), roots), more: files.length > MOST_FILES };
  };
  return {
    found() {
      watcher ??= watch();
      return (found ??= find());
    },
    forget() {
      found = undefined;
    },
    onChange: changes.event,
    onWrite: writes.event,
    dispose() {
      clearTimeout(settling);
      for (const timer of written.values()) clearTimeout(timer);
      watcher?.dispose();
      changes.dispose();
      writes.dispose();
    },
  };
}
