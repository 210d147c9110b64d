/** Who calls a kernel, and what a scope, a command buffer or a function of MLIR calls: in dumps and MLIR that are open, and in captures. */
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  SymbolKind,
  type CallHierarchyIncomingCall,
  type CallHierarchyItem,
  type CallHierarchyOutgoingCall,
  type Location,
  type Position,
  type Range,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CaptureIndex } from '../captures/captureIndex';
import type { Region } from '../dump/dumpIndex';
import { objectMentions } from '../dump/dumpLine';
import { mentionsIn } from '../sources/kernelMentions';
import {
  callsIn,
  kernelOfName,
  lineRange,
  linesOf,
  mentionsOf,
  type Body,
  type NamedKernel,
  type OpenDocuments,
  type OpenDump,
} from './kernelPlaces';

/** What an item stands for: kept with it between two questions. */
type ItemData =
  | { readonly kind: 'kernel'; readonly name: string }
  /** A scope or a command buffer of a dump, by the line that begins it. */
  | { readonly kind: 'region'; readonly line: number }
  /** A function of MLIR, by the line that defines it. */
  | { readonly kind: 'function'; readonly line: number }
  | { readonly kind: 'capture' };

/** What the answers rest on. */
export interface Calls {
  readonly captures: CaptureIndex;
  readonly open: OpenDocuments;
  /** Where a kernel is written; undefined where that is not known. */
  readonly bodyOf: (kernel: NamedKernel) => Promise<Body | undefined>;
}

const item = (name: string, kind: SymbolKind, uri: string, range: Range, detail: string, data: ItemData): CallHierarchyItem => ({
  name,
  kind,
  uri,
  range,
  selectionRange: range,
  detail,
  data,
});

/** A kernel where it is written, or else where it was met. */
export async function kernelItem(kernel: NamedKernel, met: Location, { bodyOf }: Calls): Promise<CallHierarchyItem> {
  const body = await bodyOf(kernel);
  const { uri, range } = body ?? met;
  const [{ capture }] = kernel.held;
  const mark = body?.doubt === undefined ? '' : ` ⚠ ${body.doubt}`;
  return item(kernel.name, SymbolKind.Function, uri, range, `${path.basename(capture.path)}${mark}`, { kind: 'kernel', name: kernel.name });
}

function regionItem({ uri, dump }: OpenDump, { kind, name, first, last }: Region): CallHierarchyItem {
  const range = { start: { line: first, character: 0 }, end: { line: last, character: dump.lines[last]?.length ?? 0 } };
  const words = kind === 'scope' ? name || '(unnamed)' : `command_buffer ${name}`;
  const made = item(words, kind === 'scope' ? SymbolKind.Namespace : SymbolKind.Package, uri, range, kind === 'scope' ? 'scope' : '', {
    ...{ kind: 'region', line: first },
  });
  return { ...made, selectionRange: lineRange(first) };
}

/** The scope or command buffer at a position of a dump: what begins in its line, or the command buffer that is named there. */
export function preparedRegion(open: OpenDump, { line, character }: Position): CallHierarchyItem | undefined {
  const { index, lines } = open.dump;
  const named = objectMentions(lines[line] ?? '').find(({ start, end }) => character >= start && character <= end)?.id;
  const region =
    index.regions.find(({ kind, name }) => kind === 'command_buffer' && name === named) ??
    index.regions.find(({ first }) => first === line);
  return region === undefined ? undefined : regionItem(open, region);
}

const DEFINES = /^\s*(?:func|util)\.func\b[^@]*@([\w$.-]+)/;

/** The function of MLIR whose line this is. */
function functionItem(document: TextDocument, line: number, name: string): CallHierarchyItem {
  return item(name, SymbolKind.Function, document.uri, lineRange(line), '', { kind: 'function', line });
}

/** The function of MLIR that a position names where it is defined. */
export function preparedFunction(document: TextDocument, { line }: Position): CallHierarchyItem | undefined {
  const name = DEFINES.exec(linesOf(document)[line] ?? '')?.[1];
  return name === undefined ? undefined : functionItem(document, line, name);
}

/** Puts what is equal together. */
function grouped<From>(
  calls: readonly { readonly from: CallHierarchyItem; readonly range: Range }[],
  make: (item: CallHierarchyItem, ranges: Range[]) => From,
): From[] {
  const groups = new Map<string, { readonly item: CallHierarchyItem; readonly ranges: Range[] }>();
  for (const { from, range } of calls) {
    const key = `${from.uri} ${String(from.selectionRange.start.line)} ${from.name}`;
    const group = groups.get(key) ?? { item: from, ranges: [] };
    group.ranges.push(range);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => make(group.item, group.ranges));
}

/** The innermost region of these kinds around a line. */
const around = ({ dump }: OpenDump, line: number, kinds: readonly Region['kind'][]): Region | undefined =>
  dump.index.regions.findLast(({ kind, first, last }) => kinds.includes(kind) && first <= line && line <= last);

export function incomingCalls({ uri, data }: CallHierarchyItem, calls: Calls): CallHierarchyIncomingCall[] {
  const about = data as ItemData;
  const incoming = (all: readonly { readonly from: CallHierarchyItem; readonly range: Range }[]): CallHierarchyIncomingCall[] =>
    grouped(all, (from, fromRanges) => ({ from, fromRanges }));
  switch (about.kind) {
    case 'kernel':
      return incoming([...callersInDumps(about.name, calls), ...callersInTexts(about.name, calls), ...holders(about.name, calls)]);
    case 'region': {
      const open = calls.open.dumps.find((one) => one.uri === uri);
      const region = open?.dump.index.regions.find(({ first }) => first === about.line);
      return open === undefined || region?.kind !== 'command_buffer' ? [] : incoming(submissionsOf(open, region.name));
    }
    case 'function':
    case 'capture':
      return [];
  }
}

interface Caller {
  readonly from: CallHierarchyItem;
  readonly range: Range;
}

function callersInDumps(name: string, { open, captures }: Calls): readonly Caller[] {
  return open.dumps.flatMap((one) =>
    callsIn(one, captures)
      .filter(({ fact }) => fact?.name === name)
      .flatMap(({ line, range }) => {
        const region = around(one, line, ['command_buffer', 'scope']);
        return region === undefined ? [] : [{ from: regionItem(one, region), range }];
      }),
  );
}

function callersInTexts(name: string, { open }: Calls): readonly Caller[] {
  return open.texts.flatMap((document) => {
    const lines = linesOf(document);
    return mentionsOf(name, document)
      .filter(({ line, exports }) => !exports && DEFINES.exec(lines[line] ?? '')?.[1] !== name)
      .flatMap(({ line, start, end }) => {
        const at = lines.slice(0, line).findLastIndex((one) => DEFINES.test(one));
        const caller = DEFINES.exec(lines[at] ?? '')?.[1];
        return caller === undefined ? [] : [{ from: functionItem(document, at, caller), range: lineRange(line, start, end) }];
      });
  });
}

/** Captures that execute it, and are not open as a dump. */
function holders(name: string, { open, captures }: Calls): readonly Caller[] {
  return (kernelOfName(name, captures)?.held ?? [])
    .filter(({ fact, capture }) => fact.launches !== undefined && !open.dumps.some(({ dump }) => dump.capture === capture.path))
    .map(({ capture, fact }) => {
      const times = fact.launches === '1' ? 'executed once' : `executed ${fact.launches ?? '0'} times`;
      const uri = pathToFileURL(capture.path).href;
      return {
        from: item(path.basename(capture.path), SymbolKind.File, uri, lineRange(0), times, { kind: 'capture' }),
        range: lineRange(0),
      };
    });
}

/** Where a command buffer is executed. */
function submissionsOf(open: OpenDump, id: string): readonly Caller[] {
  return open.dump.index.landmarks
    .filter(({ kind }) => kind === 'submission')
    .flatMap(({ line }) => {
      const named = objectMentions(open.dump.lines[line] ?? '').find((mention) => mention.id === id);
      const scope = around(open, line, ['scope']);
      return named === undefined || scope === undefined
        ? []
        : [{ from: regionItem(open, scope), range: lineRange(line, named.start, named.end) }];
    });
}

export async function outgoingCalls({ uri, data }: CallHierarchyItem, calls: Calls): Promise<CallHierarchyOutgoingCall[]> {
  const about = data as ItemData;
  const outgoing = (all: readonly Caller[]): CallHierarchyOutgoingCall[] => grouped(all, (to, fromRanges) => ({ to, fromRanges }));
  switch (about.kind) {
    case 'region': {
      const open = calls.open.dumps.find((one) => one.uri === uri);
      const region = open?.dump.index.regions.find(({ first }) => first === about.line);
      return open === undefined || region === undefined ? [] : outgoing(await calledIn(open, region, calls));
    }
    case 'function': {
      const document = calls.open.texts.find((one) => one.uri === uri);
      return document === undefined ? [] : outgoing(await calledInFunction(document, about.line, calls));
    }
    case 'kernel':
    case 'capture':
      return [];
  }
}

/** What a scope or a command buffer calls itself: kernels, and command buffers. */
async function calledIn(open: OpenDump, region: Region, calls: Calls): Promise<readonly Caller[]> {
  const inside = (line: number): boolean => region.first <= line && line <= region.last;
  const called: Caller[] = [];
  const items = new Map<string, CallHierarchyItem>();
  for (const { line, range, fact } of callsIn(open, calls.captures)) {
    if (!inside(line) || fact === undefined || around(open, line, ['command_buffer', 'scope'])?.first !== region.first) continue;
    const kernel = kernelOfName(fact.name, calls.captures);
    if (kernel === undefined) continue;
    const to = items.get(fact.name) ?? (await kernelItem(kernel, { uri: open.uri, range }, calls));
    items.set(fact.name, to);
    called.push({ from: to, range });
  }
  if (region.kind !== 'scope') return called;
  const buffers = open.dump.index.regions.filter(({ kind }) => kind === 'command_buffer');
  const executed = open.dump.index.landmarks
    .filter(({ kind, line }) => kind === 'submission' && inside(line))
    .flatMap(({ line }) =>
      objectMentions(open.dump.lines[line] ?? '').flatMap(({ id, start, end }) => {
        const buffer = buffers.find(({ name }) => name === id);
        return buffer === undefined ? [] : [{ from: regionItem(open, buffer), range: lineRange(line, start, end) }];
      }),
    );
  return [...called, ...executed];
}

async function calledInFunction(document: TextDocument, line: number, calls: Calls): Promise<readonly Caller[]> {
  const lines = linesOf(document);
  const next = lines.findIndex((text, at) => at > line && DEFINES.test(text));
  const called: Caller[] = [];
  for (const mention of lines.slice(line + 1, next === -1 ? lines.length : next).flatMap((text, at) => mentionsIn(text, line + 1 + at))) {
    const kernel = mention.exports ? undefined : kernelOfName(mention.name, calls.captures);
    if (kernel === undefined) continue;
    const range = lineRange(mention.line, mention.start, mention.end);
    called.push({ from: await kernelItem(kernel, { uri: document.uri, range }, calls), range });
  }
  return called;
}
