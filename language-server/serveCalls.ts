/** References and call hierarchies of kernels: the requests, answered from what is open and what captures hold. */
import { pathToFileURL } from 'node:url';
import type { Connection, Location, Position, TextDocuments } from 'vscode-languageserver';
import { DUMP_LANGUAGE } from '../protocol/languageServer';
import type { FunctionFact, LocationFact } from './captures/captureFacts';
import type { CaptureIndex } from './captures/captureIndex';
import type { DumpDocuments } from './dump/dumpDocument';
import { incomingCalls, kernelItem, outgoingCalls, preparedFunction, preparedRegion, type Calls } from './features/callHierarchy';
import { calledAt, references } from './features/dumpFeatures';
import { kernelOfName, kernelReferences, lineRange, type Body, type NamedKernel, type OpenDocuments } from './features/kernelPlaces';
import { doubtOf, modifiedAt, type Kernel } from './features/kernels';
import { mentioned } from './features/mentionFeatures';
import type { FollowedDocument } from './sources/followedDocument';
import type { FoundSource } from './sources/sourceFiles';

export interface CallsOptions {
  readonly documents: TextDocuments<FollowedDocument>;
  readonly dumps: DumpDocuments;
  readonly captures: () => CaptureIndex;
  /** Those that a source defines. */
  readonly kernelsIn: (uri: string) => Promise<readonly Kernel[]>;
  readonly find: (compiled: string) => Promise<FoundSource | undefined>;
}

/** Where the kernel is written, in the source itself. */
export const writtenAt = (fact: FunctionFact | undefined): LocationFact | undefined =>
  fact?.locations.find(({ stage, line }) => stage === undefined && line > 0);

export function serveCalls(connection: Connection, { documents, dumps, captures, kernelsIn, find }: CallsOptions): void {
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
  const bodyOf = async ({ held: [{ capture, fact }] }: NamedKernel): Promise<Body | undefined> => {
    const compiled = writtenAt(fact);
    const source = compiled === undefined ? undefined : await find(compiled.path);
    if (compiled === undefined || source === undefined) return undefined;
    const doubt = doubtOf(source.match, compiled, capture, await modifiedAt(source.file));
    return { uri: pathToFileURL(source.file).href, range: lineRange(compiled.line - 1), doubt: doubt?.words };
  };
  const calls = async (): Promise<Calls> => ({ captures: captures(), open: await openDocuments(), bodyOf });

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
    const kernel = await kernelAt(document, position);
    if (kernel !== undefined) return [await kernelItem(kernel, { uri, range: lineRange(position.line) }, await calls())];
    const item = isDump(document)
      ? preparedRegion({ uri, dump: await dumps.of(document.text) }, position)
      : preparedFunction(document.text, position);
    return item === undefined ? null : [item];
  });
  connection.languages.callHierarchy.onIncomingCalls(async ({ item }) => incomingCalls(item, await calls()));
  connection.languages.callHierarchy.onOutgoingCalls(async ({ item }) => outgoingCalls(item, await calls()));
}
