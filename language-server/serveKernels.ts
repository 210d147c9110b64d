/** Definitions, references and call hierarchies of kernels: the requests, answered from what is open and what captures hold. */
import { pathToFileURL } from 'node:url';
import type { Connection, Location, Position, TextDocuments } from 'vscode-languageserver';
import { DUMP_LANGUAGE, LISTING_LANGUAGE } from '../protocol/processes/languageServer';
import { placeIn, type ListedPlace } from '../protocol/words/listing';
import type { FunctionFact, LocationFact } from './captures/captureFacts';
import type { CaptureIndex, Found } from './captures/captureIndex';
import type { StageFile } from './captures/intermediateFiles';
import type { DumpDocuments } from './dump/dumpDocument';
import { calledFunction } from './dump/dumpLine';
import { incomingCalls, kernelItem, outgoingCalls, preparedFunction, preparedRegion, type Calls } from './features/callHierarchy';
import { calledAt, definition, references } from './features/dumpFeatures';
import { kernelOfName, kernelReferences, lineRange, type Body, type NamedKernel, type OpenDocuments } from './features/kernelPlaces';
import { doubtOf, stateOf, type Kernel } from './features/kernels';
import { mentioned } from './features/mentionFeatures';
import type { FollowedDocument } from './sources/followedDocument';
import type { FoundSource } from './sources/sourceFiles';

export interface KernelsOptions {
  readonly documents: TextDocuments<FollowedDocument>;
  readonly dumps: DumpDocuments;
  readonly captures: () => CaptureIndex;
  /** Those that a source defines. */
  readonly kernelsIn: (uri: string) => Promise<readonly Kernel[]>;
  readonly find: (compiled: string, signal?: AbortSignal) => Promise<FoundSource | undefined>;
  /** What iree-compile has left of it. */
  readonly stagesOf: (kernel: Found<FunctionFact> | undefined, signal?: AbortSignal) => Promise<readonly StageFile[]>;
}

/** Where the kernel is written, in the source itself. */
export const writtenAt = (fact: FunctionFact | undefined): LocationFact | undefined =>
  fact?.locations.find(({ stage, line }) => stage === undefined && line > 0);

export function serveKernels(connection: Connection, { documents, dumps, captures, kernelsIn, find, stagesOf }: KernelsOptions): void {
  const isDump = ({ text }: FollowedDocument): boolean => text.languageId === DUMP_LANGUAGE;
  const openDocuments = async (): Promise<OpenDocuments> => {
    const all = documents.all();
    return {
      texts: all.filter((one) => !isDump(one)).map(({ text }) => text),
      dumps: await Promise.all(all.filter(isDump).map(async ({ uri, text }) => ({ uri, dump: await dumps.of(text) }))),
    };
  };
  /** The kernel that a dump calls, MLIR names, or a source defines at the position. */
  const kernelAt = async (document: FollowedDocument, position: Position): Promise<NamedKernel | undefined> => {
    if (isDump(document)) {
      const dump = await dumps.of(document.text);
      const fact = calledAt(dump, captures(), position)?.fact;
      const capture = dump.capture === undefined ? undefined : captures().capture(dump.capture);
      return fact === undefined || capture === undefined ? undefined : kernelOfName(fact.name, captures(), { capture, fact });
    }
    const [named] = mentioned(document.text, captures(), position)?.kernels ?? [];
    const { uri, lines } = document;
    const meant = named ?? (await kernelsIn(uri)).find(({ location }) => lines.now(location.line - 1) === position.line);
    return meant === undefined ? undefined : kernelOfName(meant.fact.name, captures(), meant);
  };
  const bodyOf = async ({ held: [{ capture, fact }] }: NamedKernel, signal?: AbortSignal): Promise<Body | undefined> => {
    const compiled = writtenAt(fact);
    const source = compiled === undefined ? undefined : await find(compiled.path, signal);
    if (compiled === undefined || source === undefined) return undefined;
    const doubt = doubtOf(source.match, compiled, capture, await stateOf(source.file));
    return { uri: pathToFileURL(source.file).href, range: lineRange(compiled.line - 1), doubt: doubt?.words };
  };
  /** The line of a source that a line of a listing names. */
  const listedAt = ({ text }: FollowedDocument, line: number): ListedPlace | undefined => {
    if (text.languageId !== LISTING_LANGUAGE) return undefined;
    const place = placeIn(text.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } }).trimEnd());
    return place === undefined || place.line === 0 ? undefined : place;
  };
  const calls = async (): Promise<Calls> => ({ captures: captures(), open: await openDocuments(), bodyOf });

  connection.onDefinition(async ({ textDocument: { uri }, position }, token) => {
    const document = documents.get(uri);
    if (document === undefined) return undefined;
    const asking = new AbortController();
    const stop = token.onCancellationRequested(() => asking.abort());
    try {
      const listed = listedAt(document, position.line);
      if (listed !== undefined) {
        const source = await find(listed.path, asking.signal);
        return source === undefined ? undefined : { uri: pathToFileURL(source.file).href, range: lineRange(listed.line - 1) };
      }
      // What a source defines its own language's server knows.
      const isNamed = isDump(document) || mentioned(document.text, captures(), position) !== undefined;
      const kernel = isNamed ? await kernelAt(document, position) : undefined;
      if (kernel === undefined) return isDump(document) ? definition(await dumps.of(document.text), uri, position) : undefined;
      const body = await bodyOf(kernel, asking.signal);
      const stages = await stagesOf(kernel.held[0], asking.signal);
      const all: Location[] = [
        ...(body === undefined ? [] : [{ uri: body.uri, range: body.range }]),
        ...stages.map(({ file, line }) => ({ uri: pathToFileURL(file).href, range: lineRange(line - 1) })),
      ];
      return all.length > 1 ? all : all[0];
    } finally {
      stop.dispose();
    }
  });
  connection.onReferences(async ({ textDocument: { uri }, position, context: { includeDeclaration } }): Promise<Location[]> => {
    const document = documents.get(uri);
    if (document === undefined) return [];
    const kernel = await kernelAt(document, position);
    if (kernel === undefined)
      return isDump(document) ? [...references(await dumps.of(document.text), uri, position, includeDeclaration)] : [];
    const body = includeDeclaration ? await bodyOf(kernel) : undefined;
    return [
      ...(body === undefined ? [] : [{ uri: body.uri, range: body.range }]),
      ...kernelReferences(kernel, await openDocuments(), captures()),
    ];
  });
  connection.languages.callHierarchy.onPrepare(async ({ textDocument: { uri }, position }) => {
    const document = documents.get(uri);
    if (document === undefined) return null;
    const dump = isDump(document) ? await dumps.of(document.text) : undefined;
    const named = await kernelAt(document, position);
    const item =
      named !== undefined
        ? undefined
        : dump === undefined
          ? preparedFunction(document.text, position)
          : preparedRegion({ uri, dump }, position);
    // Anywhere else in a dispatch, what it calls is meant.
    const called = named === undefined && item === undefined ? calledFunction(dump?.lines[position.line] ?? '') : undefined;
    const kernel = called === undefined ? named : await kernelAt(document, { line: position.line, character: called.start });
    if (kernel !== undefined) return [await kernelItem(kernel, { uri, range: lineRange(position.line) }, await calls())];
    return item === undefined ? null : [item];
  });
  connection.languages.callHierarchy.onIncomingCalls(async ({ item }) => incomingCalls(item, await calls()));
  connection.languages.callHierarchy.onOutgoingCalls(async ({ item }) => outgoingCalls(item, await calls()));
}
