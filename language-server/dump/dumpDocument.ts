/** A dump that is open, with what is known of it, and the capture that it is of. */
import { stat } from 'node:fs/promises';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { captureOfDump, DUMP_SCHEME } from '../../protocol/processes/languageServer';
import { pathOf } from '../sources/paths';
import { indexDump, type DumpIndex } from './dumpIndex';

export interface DumpDocument {
  readonly lines: readonly string[];
  readonly index: DumpIndex;
  /** Path of the capture; undefined where that is not known, or is another one by now. */
  readonly capture: string | undefined;
}

/** Reads dumps once a version. */
export interface DumpDocuments {
  of(document: TextDocument): Promise<DumpDocument>;
  forget(uri: string): void;
}

export function createDumpDocuments(): DumpDocuments {
  const read = new Map<string, { readonly version: number; readonly dump: Promise<DumpDocument> }>();
  return {
    of(document) {
      const known = read.get(document.uri);
      if (known?.version === document.version) return known.dump;
      const dump = readDump(document);
      read.set(document.uri, { version: document.version, dump });
      return dump;
    },
    forget: (uri) => void read.delete(uri),
  };
}

async function readDump(document: TextDocument): Promise<DumpDocument> {
  const lines = document.getText().split(/\r?\n/);
  return { lines, index: indexDump(lines), capture: await captureOf(document.uri, lines) };
}

/**
 * The capture beside a dump in a file is the one that it is of only if it is as long as the dump says. A dump that the editor has
 * made is of the capture that it is named after.
 */
async function captureOf(uri: string, lines: readonly string[]): Promise<string | undefined> {
  const capture = captureOfDump(pathOf(uri));
  if (capture === undefined || uri.startsWith(`${DUMP_SCHEME}:`)) return capture;
  const said = lines.slice(0, 4).map((line) => /\bfile_length"?: ?(\d+)/.exec(line)?.[1]);
  const length = said.find((one) => one !== undefined);
  try {
    return String((await stat(capture)).size) === length ? capture : undefined;
  } catch {
    return undefined;
  }
}
