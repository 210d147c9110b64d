/** What a dump answers: where an object is made and named, what a line is, what is in it. */
import { SymbolKind, type DocumentSymbol, type FoldingRange, type Location, type Position, type Range } from 'vscode-languageserver';
import type { FunctionFact } from '../captures/captureFacts';
import type { CaptureIndex } from '../captures/captureIndex';
import type { DumpDocument } from '../dump/dumpDocument';
import type { Landmark, Place, Region } from '../dump/dumpIndex';
import { functionWords } from './functionWords';
import { calledFunction, objectMentions } from '../dump/dumpLine';

const rangeOf = ({ line, start, end }: Place): Range => ({ start: { line, character: start }, end: { line, character: end } });

/** Id of the object that is named at the position. */
function objectAt({ lines }: DumpDocument, { line, character }: Position): (Place & { readonly id: string }) | undefined {
  const found = objectMentions(lines[line] ?? '').find(({ start, end }) => character >= start && character <= end);
  return found === undefined ? undefined : { line, ...found };
}

/** Where the object at the position is described: a recording describes each when it is made. */
export function definition(dump: DumpDocument, uri: string, position: Position): Location | undefined {
  const id = objectAt(dump, position)?.id;
  const line = id === undefined ? undefined : dump.index.objects.get(id)?.line;
  const place = line === undefined ? undefined : dump.index.placesOf(id ?? '').find((one) => one.line === line);
  return place === undefined ? undefined : { uri, range: rangeOf(place) };
}

/** Everywhere that names the object at the position. */
export function references(dump: DumpDocument, uri: string, position: Position, withDefinition: boolean): readonly Location[] {
  const id = objectAt(dump, position)?.id;
  if (id === undefined) return [];
  const line = dump.index.objects.get(id)?.line;
  const places = dump.index.placesOf(id);
  return (withDefinition ? places : places.filter((place) => place.line !== line)).map((place) => ({ uri, range: rangeOf(place) }));
}

export interface HoverText {
  readonly markdown: string;
  readonly range: Range;
}

/** The function whose number stands at the position. */
export function calledAt(
  dump: DumpDocument,
  captures: CaptureIndex,
  { line, character }: Position,
): { readonly fact: FunctionFact; readonly range: Range } | undefined {
  const called = calledFunction(dump.lines[line] ?? '');
  if (called === undefined || character < called.start || character > called.end) return undefined;
  const fact = functionOf(dump, captures, called.executable, called.ordinal);
  return fact === undefined ? undefined : { fact, range: rangeOf({ line, ...called }) };
}

export function hover(dump: DumpDocument, captures: CaptureIndex, position: Position): HoverText | undefined {
  const called = calledAt(dump, captures, position);
  if (called !== undefined) return { markdown: functionWords(called.fact), range: called.range };
  const mention = objectAt(dump, position);
  if (mention === undefined) return undefined;
  const object = dump.index.objects.get(mention.id);
  const places = dump.index.placesOf(mention.id).length;
  const named = `named in ${places === 1 ? 'one place' : `${String(places)} places`}`;
  return {
    markdown:
      object === undefined
        ? `object **${mention.id}**, which no record describes, ${named}`
        : `${object.type.replaceAll('_', ' ')} **${mention.id}**, described by record #${String(object.record)}, ${named}`,
    range: rangeOf(mention),
  };
}

function functionOf({ capture }: DumpDocument, captures: CaptureIndex, executable: string, ordinal: number): FunctionFact | undefined {
  if (capture === undefined) return undefined;
  return captures.capture(capture)?.functions.find((one) => one.executable === executable && one.ordinal === ordinal);
}

/** Scopes and command buffers, and in them executables, submissions and dispatches. */
export function documentSymbols(dump: DumpDocument, captures: CaptureIndex): DocumentSymbol[] {
  const { index, lines } = dump;
  const symbols: DocumentSymbol[] = [];
  const open: { readonly last: number; readonly children: DocumentSymbol[] }[] = [];
  const range = (first: number, last: number): Range => ({
    start: { line: first, character: 0 },
    end: { line: last, character: lines[last]?.length ?? 0 },
  });
  const put = (symbol: DocumentSymbol, last: number): void => {
    while (open.length > 0 && (open.at(-1)?.last ?? 0) < symbol.range.start.line) open.pop();
    // One that ends behind what it begins in belongs to no one.
    const inside = open.findLast((one) => one.last >= last);
    (inside?.children ?? symbols).push(symbol);
    if (symbol.children !== undefined) open.push({ last, children: symbol.children });
  };
  const regionSymbol = ({ kind, name, first, last }: Region): DocumentSymbol => ({
    name: kind === 'scope' ? name || '(unnamed)' : `command_buffer ${name}`,
    detail: kind === 'scope' ? 'scope' : '',
    kind: kind === 'scope' ? SymbolKind.Namespace : SymbolKind.Package,
    range: range(first, last),
    selectionRange: range(first, first),
    children: [],
  });
  const landmarkSymbol = ({ kind, line, record, operation, object, executable, ordinal }: Landmark): DocumentSymbol => {
    const called = executable === undefined || ordinal === undefined ? undefined : functionOf(dump, captures, executable, ordinal)?.name;
    // An editor looks for symbols by their names alone.
    const name = kind === 'executable' ? `executable ${object}` : (called ?? operation);
    const what =
      called === undefined
        ? ordinal === undefined
          ? ''
          : `function ${String(ordinal)} of executable ${executable ?? '?'} `
        : `${operation} `;
    return {
      name,
      detail: `${what}#${String(record)}`,
      kind: { executable: SymbolKind.Class, submission: SymbolKind.Event, dispatch: SymbolKind.Function }[kind],
      range: range(line, line),
      selectionRange: range(line, line),
    };
  };
  const all = [
    ...index.regions.map((region) => ({ line: region.first, symbol: regionSymbol(region), last: region.last })),
    ...index.landmarks.map((one) => ({ line: one.line, symbol: landmarkSymbol(one), last: one.line })),
  ];
  for (const { symbol, last } of all.toSorted((a, b) => a.line - b.line)) put(symbol, last);
  return symbols;
}

export function foldingRanges({ index }: DumpDocument): FoldingRange[] {
  return index.regions.filter(({ first, last }) => last > first).map(({ first, last }) => ({ startLine: first, endLine: last }));
}
