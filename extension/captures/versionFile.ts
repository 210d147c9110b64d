/** Where the bytes of a document lie: version control shows versions of a file under URIs of its own, and the core reads files. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';

/** VS Code hands such a version over in one piece of memory. */
const MOST_BYTES = 512 * 1024 * 1024;

export interface VersionFile {
  /** Known at once; the file is there when `bring` has resolved. */
  readonly path: string;
  /** Makes the file hold what the URI shows. Rejects when that cannot be had. */
  bring(): Promise<void>;
  /** Removes what `bring` has made. */
  remove(): Promise<void>;
}

const PREFIX = 'iree-replay-version-';

/** Whether a path is that of such a copy. */
export const isVersion = (file: string): boolean => path.basename(path.dirname(file)).startsWith(PREFIX);

/** The file itself of a `file:` URI, and a copy of what any other shows: never the working file under another version's name. */
export function versionFile(uri: vscode.Uri): VersionFile {
  if (uri.scheme === 'file') return { path: uri.fsPath, bring: () => Promise.resolve(), remove: () => Promise.resolve() };
  const folder = path.join(tmpdir(), `${PREFIX}${randomUUID()}`);
  const copy = path.join(folder, path.basename(uri.path));
  return {
    path: copy,
    async bring() {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > MOST_BYTES)
        throw new Error(
          `This version (${uri.scheme}) has ${String(size)} bytes; at most ${String(MOST_BYTES)} can be taken from there. Save it as a file, and open that.`,
        );
      const bytes = await vscode.workspace.fs.readFile(uri);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(copy, bytes);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
