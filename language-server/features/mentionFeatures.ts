/** What a symbol of MLIR says of the kernel that is called so. */
import * as path from 'node:path';
import type { CodeLens, Location, Position } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FunctionFact } from '../captures/captureFacts';
import type { CaptureIndex, Found } from '../captures/captureIndex';
import { mentionAt, mentionsIn, type KernelMention } from '../sources/kernelMentions';
import { pathOf } from '../sources/paths';
import type { HoverText } from './dumpFeatures';
import { functionWords } from './functionWords';
import { lensesOf } from './lenses';

const linesOf = (document: TextDocument): readonly string[] => document.getText().split(/\r?\n/);

/** The capture that a document was made from: an embedded source; undefined for any other. */
const captureOf = (uri: string): string | undefined =>
  uri.startsWith('ireereplay:') ? /^(.+\.ireereplay)\/\d+\/[^/]+$/.exec(pathOf(uri))?.[1] : undefined;

/** The kernel of this name: of the capture that the document is from, or else of the newest that has it. */
function kernelNamed(name: string, uri: string, captures: CaptureIndex): readonly Found<FunctionFact>[] {
  const own = captureOf(uri);
  const all = captures.functions((fact) => fact.name === name);
  return own === undefined ? all : all.filter(({ capture }) => capture.path === own);
}

/** The symbol at the position, with the kernels that are called so. */
export function mentioned(
  document: TextDocument,
  captures: CaptureIndex,
  { line, character }: Position,
): { readonly mention: KernelMention; readonly kernels: readonly Found<FunctionFact>[] } | undefined {
  const text = document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
  const mention = mentionAt(text.trimEnd(), line, character);
  if (mention === undefined) return undefined;
  const kernels = kernelNamed(mention.name, document.uri, captures);
  return kernels.length === 0 ? undefined : { mention, kernels };
}

const rangeOf = ({ line, start, end }: KernelMention): Location['range'] => ({
  start: { line, character: start },
  end: { line, character: end },
});

export function mentionHover(document: TextDocument, captures: CaptureIndex, position: Position): HoverText | undefined {
  const { mention, kernels } = mentioned(document, captures, position) ?? {};
  const [newest, ...others] = kernels ?? [];
  if (mention === undefined || newest === undefined) return undefined;
  const also = others.length === 0 ? '' : `, newest of ${String(others.length + 1)}`;
  return { markdown: `${functionWords(newest.fact)}  \nin ${path.basename(newest.capture.path)}${also}`, range: rangeOf(mention) };
}

/** At exports whose kernels a capture has, but for those that have lenses already. Only the name tells which kernel it is. */
export function exportLenses(document: TextDocument, captures: CaptureIndex, known: ReadonlySet<string>, trusted: boolean): CodeLens[] {
  if (!document.getText().includes('hal.executable.export')) return [];
  return linesOf(document)
    .flatMap((line, number) => mentionsIn(line, number))
    .filter(({ name, exports }) => exports && !known.has(name))
    .flatMap(({ name, line }) => {
      const [newest] = kernelNamed(name, document.uri, captures);
      if (newest === undefined) return [];
      const about = captureOf(document.uri) === undefined ? `⚠ ${name} (by its name alone)` : name;
      return lensesOf(newest, line, about, trusted);
    });
}
