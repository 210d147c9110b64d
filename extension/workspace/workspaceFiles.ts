/** The captures, profiles, PyTorch's traces and folders of LLVM's recordings in the workspace: looked for when somebody asks, and watched from then on. */
import { stat } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { byFolder, type FilesOfFolder } from './folders';

/** Traces are listed by the name that PyTorch's tensorboard_trace_handler() gives them: to know others, all JSON would have to be read. */
const FILES = '**/*.{ireereplay,ireeprof,pt.trace.json,pt.trace.json.gz}';
const IS_FILE = /\.(ireereplay|ireeprof|pt\.trace\.json(\.gz)?)$/;
export const IS_TRACE_NAME = /\.pt\.trace\.json(\.gz)?$/;
/** Files that every recording of a generation of LLVM has, and nothing else: their folders are listed. */
export const RECORDINGS = '**/{__omp_offloading_*.json,*.record_input}';
/** Folders in which nobody looks for files. */
export const IGNORED_FOLDERS = '**/{node_modules,.git}/**';
const IGNORED = /[/\\](node_modules|\.git)[/\\]/;

/** A folder of nightly runs has thousands; nobody reads a longer list. */
export const MOST_FILES = 2000;

/** A program records thousands of kernels into one folder. */
const MOST_RECORDINGS = 20_000;

/** Changes on disk come in bursts while something writes. */
const WATCH_MS = 300;

export interface FoundFiles {
  readonly folders: readonly FilesOfFolder[];
  /** Those of the files that are folders of recordings. */
  readonly recordings: ReadonlySet<string>;
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
  /** What is in a file, or in a folder of recordings, has changed. */
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
  const write = ({ fsPath }: vscode.Uri): void => writeTo(fsPath);
  const writeTo = (file: string): void => {
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
    const { folders = [] } = (await found) ?? {};
    if (folders.some(({ files }) => files.some((file) => file.startsWith(fsPath + path.sep)))) comeOrGone();
  };
  const watch = (): vscode.Disposable => {
    const files = vscode.workspace.createFileSystemWatcher(FILES);
    const recordings = vscode.workspace.createFileSystemWatcher(RECORDINGS);
    const all = vscode.workspace.createFileSystemWatcher('**', false, true, false);
    const recorded = ({ fsPath }: vscode.Uri): void => writeTo(path.dirname(fsPath));
    const recordingCameOrWent = (uri: vscode.Uri): void => {
      recorded(uri);
      comeOrGone();
    };
    return vscode.Disposable.from(
      ...[files, recordings, all],
      recordings.onDidCreate(recordingCameOrWent),
      recordings.onDidDelete(recordingCameOrWent),
      recordings.onDidChange(recorded),
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
    const look = async (glob: string, most: number): Promise<readonly string[]> =>
      (await vscode.workspace.findFiles(glob, IGNORED_FOLDERS, most)).filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
    const [single, recorded] = await Promise.all([look(FILES, MOST_FILES + 1), look(RECORDINGS, MOST_RECORDINGS)]);
    const recordings = new Set(recorded.map((file) => path.dirname(file)));
    const files = [...single, ...recordings];
    const roots = (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({ name, path: uri.fsPath }));
    return { folders: byFolder(files.slice(0, MOST_FILES), roots), recordings, more: files.length > MOST_FILES };
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
