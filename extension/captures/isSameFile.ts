import * as path from 'node:path';
import type * as vscode from 'vscode';

type ShownFile = Pick<vscode.Uri, 'scheme' | 'fsPath' | 'query'>;

/** Whether two URIs show the same file, and in version control the same version of it. */
export const isSameFile = (a: ShownFile, b: ShownFile): boolean =>
  a.scheme === b.scheme && a.query === b.query && path.relative(a.fsPath, b.fsPath) === '';
