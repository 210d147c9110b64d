/** Finds the file here that a compiler has named, which may have been on another machine. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { LlvmSource } from '../../../protocol/neighbour/llvmPages';

/** Files of one name that are looked at. */
const MOST_FOUND = 200;

const partsOf = (file: string): readonly string[] => file.split(/[/\\]/).filter((part) => part !== '' && part !== '.');

/** Parts at their ends in which two paths are alike. */
function sharedEnd(a: string, b: string): number {
  const [ours, theirs] = [partsOf(a).toReversed(), partsOf(b).toReversed()];
  const differ = ours.findIndex((part, index) => part !== theirs[index]);
  return differ === -1 ? ours.length : differ;
}

const isFile = (file: string): Promise<boolean> =>
  fs.stat(file).then(
    (found) => found.isFile(),
    () => false,
  );

/** At its path, in the folder `beside` under its name, or in the workspace, where the path is most alike. */
export async function sourceHere(compiled: string, beside: string): Promise<LlvmSource> {
  if (path.isAbsolute(compiled) && (await isFile(compiled))) return { file: compiled };
  const name = partsOf(compiled).at(-1) ?? '';
  const missing = { missing: `It was compiled from ${compiled}, which was found neither at that path nor in this workspace.` };
  if (name === '' || name === '..') return missing;
  const here = path.join(beside, name);
  if (await isFile(here)) return { file: here, doubtful: true };
  // A name may have characters that mean something in a pattern.
  const pattern = `**/${name.replaceAll(/[*?{}[\]]/g, '?')}`;
  const found = await vscode.workspace.findFiles(pattern, '**/{node_modules,.git}/**', MOST_FOUND);
  const files = found.map(({ fsPath }) => fsPath).filter((file) => path.basename(file) === name);
  const [best] = files.toSorted((a, b) => sharedEnd(b, compiled) - sharedEnd(a, compiled) || a.localeCompare(b));
  return best === undefined ? missing : { file: best, doubtful: true };
}
