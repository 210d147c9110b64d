/** The lines of a source. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';

/** Bytes of a source that are read. */
const LARGEST_SOURCE = 64 * 1024 * 1024;

export const linesOf = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);

/** As it is in an editor that has it open, or on disk. Rejects where it is no file, or too large to be shown in a page. */
export async function fileLines(file: string): Promise<readonly string[]> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === file);
  if (open !== undefined) return linesOf(open.getText());
  const found = await fs.stat(file);
  // A device may have no end.
  if (!found.isFile()) throw new Error(`${path.basename(file)} is not a file that can be read.`);
  if (found.size > LARGEST_SOURCE) throw new Error(`${path.basename(file)} is too large to be shown here: open it in an editor.`);
  return linesOf(await fs.readFile(file, 'utf8'));
}
