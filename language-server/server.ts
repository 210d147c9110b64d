/** The language server: what it offers, and which part of it answers. Beside those for MLIR, C and Python it repeats none of them. */
import * as path from 'node:path';
import {
  CodeActionKind,
  CodeLensRefreshRequest,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  TextDocuments,
  TextDocumentSyncKind,
  type Connection,
  type InitializeResult,
  type Position,
} from 'vscode-languageserver';
import {
  DUMP_LANGUAGE,
  KERNELS_AT,
  KERNELS_CHANGED,
  KERNELS_IN,
  LINES_IN,
  LISTING_LANGUAGE,
  OPTIONS_CHANGED,
  REPLAY_CHANGED,
  REPLAY_OF,
  SCOPES_IN,
  SOURCE_OF_KERNEL,
  type KernelLine,
  type KernelOfCapture,
  type LanguageServerOptions,
  type LinesQuestion,
  type PlacedLine,
  type ReplayAnswer,
  type ScopeLine,
  type SourceOfKernel,
} from '../protocol/processes/languageServer';
import { readCaptureFacts, type FunctionFact } from './captures/captureFacts';
import { intermediatesOf, type StageFile } from './captures/intermediateFiles';
import { createCaptureIndex, type CaptureIndex, type Found } from './captures/captureIndex';
import { createPreflights, type Preflights } from './captures/preflights';
import { createKeptFacts, type KeptFacts } from './captures/keptFacts';
import { createDumpDocuments, type DumpDocument } from './dump/dumpDocument';
import { dumpTokens } from './dump/dumpTokens';
import * as dumpFeatures from './features/dumpFeatures';
import { dumpProblemLenses } from './features/dumpProblems';
import { placedLines } from './features/compiledLines';
import { doubtOf, kernelLine, kernelsOf, placedKernels, stateOf, type Kernel } from './features/kernels';
import { kernelHover } from './features/kernelHover';
import { scopeLinesOfDump, scopesOfSource } from './features/scopes';
import { stageWords } from './features/stageWords';
import { dumpLenses, kernelActs, kernelLenses, scopeLenses } from './features/lenses';
import { exportLenses, mentioned, mentionHover } from './features/mentionFeatures';
import { workspaceSymbols } from './features/workspaceSymbols';
import { listingTokens } from './listing/listingTokens';
import { filesBelow } from './sources/filesBelow';
import { followedDocuments } from './sources/followedDocument';
import { pathOf } from './sources/paths';
import { findSource, sourceBeside, type FoundSource } from './sources/sourceFiles';
import { packedTokens, TOKEN_TYPES, type Token } from './sources/tokens';
import type { MarkerLanguage } from './sources/scopeMarkers';
import { serveKernels, writtenAt } from './serveKernels';
import { serveProblems } from './serveProblems';

/** Languages that a recording application is written in. */
const MARKER_LANGUAGES: Readonly<Record<string, MarkerLanguage>> = {
  c: 'c',
  cpp: 'c',
  'objective-c': 'c',
  'objective-cpp': 'c',
  python: 'python',
};

/** Languages that have tokens, with what finds them. */
const TOKENS: Readonly<Record<string, (line: string) => readonly Token[]>> = {
  [DUMP_LANGUAGE]: dumpTokens,
  [LISTING_LANGUAGE]: listingTokens,
};

const CAPTURE_SUFFIX = '.ireereplay';

/** Of KERNELS_AT. */
interface KernelsAtParams {
  readonly uri: string;
  readonly position: Position;
}

/** Answers on the connection, which is then listened to. */
export function serve(connection: Connection): void {
  const documents = new TextDocuments(followedDocuments);
  const dumps = createDumpDocuments();
  const end = new AbortController();
  let folders: readonly string[] = [];
  let options: LanguageServerOptions = {};
  let watches = false;
  let refreshes = false;
  let refreshesDiagnostics = false;
  let kept: KeptFacts | undefined;
  let captures: CaptureIndex | undefined;
  let preflights: Preflights | undefined;

  const dumpOf = async (uri: string): Promise<DumpDocument | undefined> => {
    const document = documents.get(uri);
    return document?.text.languageId === DUMP_LANGUAGE ? dumps.of(document.text) : undefined;
  };
  const known = (): CaptureIndex => {
    if (captures === undefined) throw new Error('The server is not initialized.');
    return captures;
  };
  const kernels = (uri: string): Promise<readonly Kernel[]> =>
    uri.startsWith('file:') ? kernelsOf(pathOf(uri), known(), options.pathPrefixes ?? {}) : Promise.resolve([]);
  const refreshLenses = (): void => {
    if (refreshes) connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
    connection.sendNotification(KERNELS_CHANGED).catch(() => undefined);
  };
  const refreshDiagnostics = (): void => {
    if (refreshesDiagnostics) connection.languages.diagnostics.refresh();
  };
  /** The kernel whose number stands at the position of a dump. */
  const calledIn = (dump: DumpDocument, position: Position): Found<FunctionFact> | undefined => {
    const fact = dumpFeatures.calledAt(dump, known(), position)?.fact;
    const capture = dump.capture === undefined ? undefined : known().capture(dump.capture);
    return fact === undefined || capture === undefined ? undefined : { capture, fact };
  };
  /** What iree-compile has left of a kernel; nothing where that takes too long for whoever asked. */
  const stagesOf = (found: Found<FunctionFact> | undefined, signal = end.signal): Promise<readonly StageFile[]> =>
    found === undefined
      ? Promise.resolve([])
      : intermediatesOf(found.capture, found.fact, options.intermediates ?? [], signal).catch(() => []);
  const find = (compiled: string, signal?: AbortSignal): Promise<FoundSource | undefined> =>
    findSource(compiled, folders, options.pathPrefixes ?? {}, AbortSignal.any([end.signal, ...(signal === undefined ? [] : [signal])]));
  const findCaptures = async (folder: string): Promise<void> => {
    for await (const file of filesBelow(folder, (name) => name.endsWith(CAPTURE_SUFFIX), end.signal)) captures?.look(file);
  };

  connection.onInitialize(async ({ capabilities, workspaceFolders, initializationOptions }): Promise<InitializeResult> => {
    options = (initializationOptions ?? {}) as LanguageServerOptions;
    folders = (workspaceFolders ?? []).filter(({ uri }) => uri.startsWith('file:')).map(({ uri }) => pathOf(uri));
    watches = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    refreshes = capabilities.workspace?.codeLens?.refreshSupport === true;
    refreshesDiagnostics = capabilities.workspace?.diagnostics?.refreshSupport === true;
    kept = await createKeptFacts(options.storage);
    captures = createCaptureIndex({
      read: readCaptureFacts,
      kept,
      changed: () => {
        refreshLenses();
        refreshDiagnostics();
      },
      failed: (file, error) => connection.console.warn(`${path.basename(file)}: ${error instanceof Error ? error.message : String(error)}`),
    });
    preflights = createPreflights({
      captures,
      replayOf: (question) => connection.sendRequest<ReplayAnswer>(REPLAY_OF, question),
      changed: refreshLenses,
      signal: end.signal,
    });
    return {
      serverInfo: { name: 'IREE Replay' },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        codeLensProvider: {},
        definitionProvider: true,
        referencesProvider: true,
        callHierarchyProvider: true,
        hoverProvider: true,
        diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        documentSymbolProvider: true,
        foldingRangeProvider: true,
        workspaceSymbolProvider: true,
        semanticTokensProvider: { legend: { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [] }, range: true, full: false },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  });
  connection.onInitialized(() => {
    if (watches)
      void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: `**/*${CAPTURE_SUFFIX}` }] });
    for (const folder of folders) void findCaptures(folder);
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const pathsOf = (all: readonly { readonly uri: string }[]): readonly string[] =>
        all.filter(({ uri }) => uri.startsWith('file:')).map(({ uri }) => pathOf(uri));
      const [come, gone] = [pathsOf(added), pathsOf(removed)];
      folders = [...folders.filter((folder) => !gone.includes(folder)), ...come];
      for (const folder of gone) captures?.forgetBelow(folder);
      for (const folder of come) void findCaptures(folder);
    });
  });
  connection.onNotification(OPTIONS_CHANGED, (changed: Partial<LanguageServerOptions>) => {
    options = { ...options, ...changed };
    refreshLenses();
  });
  connection.onNotification(REPLAY_CHANGED, () => refreshDiagnostics());
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri, type } of changes) {
      if (!uri.startsWith('file:') || !uri.endsWith(CAPTURE_SUFFIX)) continue;
      if (type === FileChangeType.Deleted) captures?.forget(pathOf(uri));
      else captures?.look(pathOf(uri));
    }
  });
  connection.onShutdown(async () => {
    end.abort();
    captures?.dispose();
    await kept?.flush();
  });
  // Lenses were asked for when it was edited: by then the file was still what it had been.
  documents.onDidSave(async ({ document: { uri } }) => {
    if ((await kernels(uri)).length > 0) refreshLenses();
  });
  documents.onDidClose(({ document }) => dumps.forget(document.uri));
  serveProblems(connection, {
    dumpOf,
    preflights: () => {
      if (preflights === undefined) throw new Error('The server is not initialized.');
      return preflights;
    },
  });
  serveKernels(connection, { documents, dumps, captures: known, kernelsIn: kernels, find, stagesOf });

  connection.onCodeLens(async ({ textDocument: { uri } }) => {
    const document = documents.get(uri);
    if (document === undefined) return [];
    const trusted = options.trusted === true;
    if (document.text.languageId === DUMP_LANGUAGE) {
      const dump = await dumps.of(document.text);
      if (dump.capture !== undefined) known().look(dump.capture);
      const found = dump.capture === undefined ? undefined : preflights?.known(dump.capture);
      return [...(found === undefined ? [] : dumpProblemLenses(dump, found)), ...dumpLenses(dump, trusted)];
    }
    const language = MARKER_LANGUAGES[document.text.languageId];
    const written = await kernels(uri);
    return [
      ...(language === undefined ? [] : scopeLenses(document.text, language, known(), trusted)),
      ...kernelLenses(placedKernels(written, document.lines), trusted),
      ...exportLenses(document.text, known(), new Set(written.map(({ fact }) => fact.name)), trusted),
    ];
  });
  connection.onHover(async ({ textDocument: { uri }, position }) => {
    const dump = await dumpOf(uri);
    const document = documents.get(uri);
    if (document === undefined) return undefined;
    const text =
      dump === undefined
        ? (kernelHover(await kernels(uri), document.lines, position.line) ?? mentionHover(document.text, known(), position))
        : dumpFeatures.hover(dump, known(), position);
    if (text === undefined) return undefined;
    const stages = await stagesOf(dump === undefined ? mentioned(document.text, known(), position)?.kernels[0] : calledIn(dump, position));
    return { contents: { kind: 'markdown', value: [text.markdown, ...stageWords(stages)].join('  \n') }, range: text.range };
  });
  connection.onDocumentSymbol(async ({ textDocument: { uri } }) => {
    const dump = await dumpOf(uri);
    return dump === undefined ? [] : dumpFeatures.documentSymbols(dump, known());
  });
  connection.onFoldingRanges(async ({ textDocument: { uri } }) => {
    const dump = await dumpOf(uri);
    return dump === undefined ? [] : dumpFeatures.foldingRanges(dump);
  });
  connection.languages.semanticTokens.onRange(({ textDocument: { uri }, range: { start, end: stop } }) => {
    const text = documents.get(uri)?.text;
    const tokens = text === undefined ? undefined : TOKENS[text.languageId];
    if (text === undefined || tokens === undefined) return { data: [] };
    const [first, behind] = [start.line, stop.line + 1];
    const lines = text.getText({ start: { line: first, character: 0 }, end: { line: behind, character: 0 } }).split(/\r?\n/);
    return { data: packedTokens(lines.slice(0, behind - first), first, tokens) };
  });
  connection.onRequest(SOURCE_OF_KERNEL, async ({ capture: file, executable, ordinal }: KernelOfCapture): Promise<SourceOfKernel> => {
    const capture = await known().know(file);
    const fact = capture?.functions.find((one) => one.executable === executable && one.ordinal === ordinal);
    if (capture === undefined || fact === undefined) return {};
    const left = await stagesOf({ capture, fact });
    const stages = left.length === 0 ? {} : { stages: left };
    const compiled = writtenAt(fact);
    if (compiled === undefined) return stages;
    const { path: named, line } = compiled;
    const found = (await find(named)) ?? (await sourceBeside(named, path.dirname(file), options.pathPrefixes ?? {}));
    if (found === undefined) return { ...stages, compiled: { path: named, line } };
    const doubt = doubtOf(found.match, compiled, capture, await stateOf(found.file));
    return {
      ...stages,
      compiled: { path: named, line },
      found: { file: found.file, line, ...(doubt === undefined ? {} : { doubt: doubt.sentence }) },
    };
  });
  connection.onRequest(KERNELS_IN, async ({ uri }: { readonly uri: string }): Promise<readonly KernelLine[]> => {
    const lines = documents.get(uri)?.lines;
    if (lines === undefined) return [];
    return placedKernels(await kernels(uri), lines).map(({ kernel, line, shares }) => ({
      ...kernelLine(kernel, line),
      ...(shares ? { acts: kernelActs(kernel, options.trusted === true) } : {}),
    }));
  });
  connection.onRequest(LINES_IN, async (question: LinesQuestion): Promise<readonly PlacedLine[]> => {
    const { uri } = question;
    const lines = documents.get(uri)?.lines;
    const capture = known().capture(question.capture);
    if (lines === undefined || capture === undefined || !uri.startsWith('file:')) return [];
    const file = pathOf(uri);
    return placedLines(file, question, capture, options.pathPrefixes ?? {}, await stateOf(file), lines);
  });
  connection.onRequest(SCOPES_IN, async ({ uri }: { readonly uri: string }): Promise<readonly ScopeLine[]> => {
    const dump = await dumpOf(uri);
    if (dump !== undefined) {
      const capture = dump.capture === undefined ? undefined : known().capture(dump.capture);
      return capture === undefined ? [] : scopeLinesOfDump(dump.index, capture);
    }
    const text = documents.get(uri)?.text;
    const language = MARKER_LANGUAGES[text?.languageId ?? ''];
    return text === undefined || language === undefined ? [] : scopesOfSource(text, language, known());
  });
  connection.onRequest(KERNELS_AT, async ({ uri, position }: KernelsAtParams): Promise<readonly KernelLine[]> => {
    const { line } = position;
    const dump = await dumpOf(uri);
    if (dump !== undefined) {
      const called = dumpFeatures.calledAt(dump, known(), position);
      const capture = dump.capture === undefined ? undefined : known().capture(dump.capture);
      return called === undefined || capture === undefined ? [] : [kernelLine({ capture, fact: called.fact }, line)];
    }
    const document = documents.get(uri);
    const written =
      document === undefined ? [] : (await kernels(uri)).filter(({ location }) => document.lines.now(location.line - 1) === line);
    const named = document === undefined ? [] : (mentioned(document.text, known(), position)?.kernels.slice(0, 1) ?? []);
    return (written.length > 0 ? written : named).map((kernel) => kernelLine(kernel, line));
  });
  connection.onWorkspaceSymbol(({ query }) => workspaceSymbols(query, known()));

  documents.listen(connection);
  connection.listen();
}
