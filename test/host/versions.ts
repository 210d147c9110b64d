/** Versions of files as version control has them: the same path, other bytes. */
import * as vscode from 'vscode';

/** Has them under a scheme of their own until it is disposed of. */
export function versions(scheme: string, bytes: (uri: vscode.Uri) => Uint8Array, size?: number): vscode.Disposable {
  const never = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const no = (): never => {
    throw vscode.FileSystemError.NoPermissions();
  };
  return vscode.workspace.registerFileSystemProvider(
    scheme,
    {
      onDidChangeFile: never.event,
      watch: () => new vscode.Disposable(() => undefined),
      stat: (uri) => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: size ?? bytes(uri).length }),
      readFile: bytes,
      ...{ readDirectory: no, createDirectory: no, writeFile: no, delete: no, rename: no },
    },
    { isReadonly: true },
  );
}
