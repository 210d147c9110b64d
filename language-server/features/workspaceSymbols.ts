/** Kernels and scopes of all captures of the workspace, by name. */
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SymbolKind, type SymbolInformation } from 'vscode-languageserver';
import type { CaptureIndex, Found } from '../captures/captureIndex';

/** An editor filters and sorts what it gets; more than that nobody looks through. */
const MOST = 1000;

/** Those in whose names the query's characters stand in order. */
export function workspaceSymbols(query: string, captures: CaptureIndex): SymbolInformation[] {
  const characters = query.toLowerCase().split('');
  const matches = (name: string): boolean => {
    let from = 0;
    const text = name.toLowerCase();
    return characters.every((one) => {
      const at = text.indexOf(one, from);
      from = at + 1;
      return at !== -1;
    });
  };
  const symbol = ({ capture, fact }: Found<{ readonly name: string }>, kind: SymbolKind): SymbolInformation => ({
    name: fact.name,
    kind,
    containerName: path.basename(capture.path),
    location: { uri: pathToFileURL(capture.path).href, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } },
  });
  return [
    ...captures.scopes(({ name }) => matches(name)).map((found) => symbol(found, SymbolKind.Namespace)),
    ...captures.functions(({ name }) => matches(name)).map((found) => symbol(found, SymbolKind.Function)),
  ].slice(0, MOST);
}
