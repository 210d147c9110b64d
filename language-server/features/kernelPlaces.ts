/** Everywhere that a kernel is: its body, what names it in MLIR, what dispatches it in dumps, and the captures that hold it. */
import { pathToFileURL } from 'node:url';
import type { Location, Range } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FunctionFact } from '../captures/captureFacts';
import type { CaptureIndex, Found } from '../captures/captureIndex';
import type { DumpDocument } from '../dump/dumpDocument';
import { calledFunction } from '../dump/dumpLine';
import { mentionsIn, type KernelMention } from '../sources/kernelMentions';

/** A kernel by its name, which is what all of its places share. */
export interface NamedKernel {
  readonly name: string;
  /** The one that is meant first, then those of the newest captures; at least one. */
  readonly held: readonly [Found<FunctionFact>, ...Found<FunctionFact>[]];
}

/** Where a kernel is written. */
export interface Body extends Location {
  /** Why the file may not be what it was compiled from, in a few words. */
  readonly doubt: string | undefined;
}

/** A dump that is open. */
export interface OpenDump {
  readonly uri: string;
  readonly dump: DumpDocument;
}

/** What is open in the editor. */
export interface OpenDocuments {
  /** All but dumps. */
  readonly texts: readonly TextDocument[];
  readonly dumps: readonly OpenDump[];
}

export const linesOf = (document: TextDocument): readonly string[] => document.getText().split(/\r?\n/);

export const lineRange = (line: number, start = 0, end = start): Range => ({
  start: { line, character: start },
  end: { line, character: end },
});

/** Undefined for a name that no capture has. */
export function kernelOfName(name: string, captures: CaptureIndex, meant?: Found<FunctionFact>): NamedKernel | undefined {
  const all = captures.functions((fact) => fact.name === name);
  const [first, ...others] = meant === undefined ? all : [meant, ...all.filter(({ capture }) => capture.path !== meant.capture.path)];
  return first === undefined ? undefined : { name, held: [first, ...others] };
}

/** Where open MLIR names the kernel. */
export function mentionsOf(name: string, document: TextDocument): readonly KernelMention[] {
  if (!document.getText().includes(`@${name}`)) return [];
  return linesOf(document)
    .flatMap((line, number) => mentionsIn(line, number))
    .filter((mention) => mention.name === name);
}

/** Lines of a dump that dispatch functions, with the place where the function's number stands, and its name where that is known. */
export interface DumpedCall {
  readonly line: number;
  readonly range: Range;
  readonly fact: FunctionFact | undefined;
}

export function callsIn({ dump }: OpenDump, captures: CaptureIndex): readonly DumpedCall[] {
  const functions = dump.capture === undefined ? [] : (captures.capture(dump.capture)?.functions ?? []);
  const byPlace = new Map(functions.map((fact) => [`${fact.executable} ${String(fact.ordinal)}`, fact]));
  return dump.index.landmarks
    .filter(({ kind }) => kind === 'dispatch')
    .map(({ line }) => {
      const called = calledFunction(dump.lines[line] ?? '');
      const fact = called === undefined ? undefined : byPlace.get(`${called.executable} ${String(called.ordinal)}`);
      return { line, range: called === undefined ? lineRange(line) : lineRange(line, called.start, called.end), fact };
    });
}

/** All but the kernel's body: names in MLIR, dispatches in dumps, and the files of the captures that execute it. */
export function kernelReferences({ name, held }: NamedKernel, open: OpenDocuments, captures: CaptureIndex): readonly Location[] {
  return [
    ...open.texts.flatMap((document) =>
      mentionsOf(name, document).map(({ line, start, end }) => ({ uri: document.uri, range: lineRange(line, start, end) })),
    ),
    ...open.dumps.flatMap((dump) =>
      callsIn(dump, captures)
        .filter(({ fact }) => fact?.name === name)
        .map(({ range }) => ({ uri: dump.uri, range })),
    ),
    ...held
      .filter(({ fact, capture }) => fact.launches !== undefined && !open.dumps.some(({ dump }) => dump.capture === capture.path))
      .map(({ capture }) => ({ uri: pathToFileURL(capture.path).href, range: lineRange(0) })),
  ];
}
