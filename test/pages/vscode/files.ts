/** Files of the opened folder: found and watched as VS Code does, read and written by Node. */
import { existsSync, readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { minimatch } from 'minimatch';
import type * as vscode from 'vscode';
import { URI } from 'vscode-uri';
import { EventEmitter } from './events';
import { RelativePattern } from './values';

type Glob = string | RelativePattern;

const matches = (name: string, pattern: string): boolean => minimatch(name, pattern, { dot: true });

/** The folder that a pattern is in, and what names in it are held against. */
function placeOf(folder: string, glob: Glob): { readonly base: string; readonly pattern: string } {
  return glob instanceof RelativePattern ? { base: glob.base, pattern: glob.pattern } : { base: folder, pattern: glob };
}

export function findFiles(folder: string, glob: Glob, except?: string | null, most = Infinity): readonly URI[] {
  const { base, pattern } = placeOf(folder, glob);
  return readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(base, path.join(entry.parentPath, entry.name)))
    .filter((name) => matches(name, pattern) && (typeof except !== 'string' || !matches(name, except)))
    .slice(0, most)
    .map((name) => URI.file(path.join(base, name)));
}

/** Tells of what comes, changes and goes; of a file that takes another's place, that it has changed. */
export function watchFiles(
  folder: string,
  glob: Glob,
): Pick<vscode.FileSystemWatcher, 'onDidCreate' | 'onDidChange' | 'onDidDelete' | 'dispose'> {
  const { base, pattern } = placeOf(folder, glob);
  const recursive = pattern.includes('**');
  const [created, changed, deleted] = [new EventEmitter<URI>(), new EventEmitter<URI>(), new EventEmitter<URI>()];
  const known = new Set(existsSync(base) ? readdirSync(base, { recursive, encoding: 'utf8' }) : []);
  const look = (name: string): void => {
    if (!matches(name, pattern)) return;
    const file = path.join(base, name);
    const wasThere = known.has(name);
    const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
    if (isThere) known.add(name);
    else known.delete(name);
    const event = !isThere ? deleted : wasThere ? changed : created;
    if (isThere || wasThere) event.fire(URI.file(file));
  };
  let watcher: FSWatcher | undefined;
  // A folder that is not there has nothing to tell of.
  if (existsSync(base)) {
    watcher = watch(base, { recursive, persistent: false }, (_, name) => name !== null && look(name));
    watcher.on('error', () => watcher?.close());
  }
  return {
    onDidCreate: created.event as vscode.Event<vscode.Uri>,
    onDidChange: changed.event as vscode.Event<vscode.Uri>,
    onDidDelete: deleted.event as vscode.Event<vscode.Uri>,
    dispose: () => watcher?.close(),
  };
}

/** `workspace.fs`. What is moved to the trash comes into that folder. */
export const createFileSystem = (trash: string) => ({
  async stat({ fsPath }: URI) {
    const found = await fs.stat(fsPath);
    return { type: found.isDirectory() ? 2 : 1, ctime: found.ctimeMs, mtime: found.mtimeMs, size: found.size };
  },
  readFile: ({ fsPath }: URI) => fs.readFile(fsPath),
  async writeFile({ fsPath }: URI, bytes: Uint8Array) {
    await fs.mkdir(path.dirname(fsPath), { recursive: true });
    await fs.writeFile(fsPath, bytes);
  },
  async rename(from: URI, to: URI, { overwrite = false } = {}) {
    if (!overwrite && existsSync(to.fsPath)) throw new Error(`${to.fsPath} is there already`);
    await fs.rename(from.fsPath, to.fsPath);
  },
  async delete({ fsPath }: URI, { recursive = false, useTrash = false } = {}) {
    if (!useTrash) return fs.rm(fsPath, { recursive });
    await fs.mkdir(trash, { recursive: true });
    await fs.rename(fsPath, path.join(trash, path.basename(fsPath)));
  },
  async createDirectory({ fsPath }: URI) {
    await fs.mkdir(fsPath, { recursive: true });
  },
});
