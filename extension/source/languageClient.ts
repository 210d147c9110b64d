/** The client of the language server: a bundle of its own, loaded when there is something to serve. */
import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import {
  DUMP_LANGUAGE,
  DUMP_SCHEME,
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
  type ReplayQuestion,
  type ScopeLine,
  type SourceOfKernel,
} from '../../protocol/processes/languageServer';
import type { Runs } from '../runs/runs';

/** Languages in which an application begins scopes of its recording. */
const MARKER_LANGUAGES = ['c', 'cpp', 'objective-c', 'objective-cpp', 'python'];
/** Sources of kernels, by the ends of their names: which of them have a language of their own depends on what else is installed. */
const KERNEL_SOURCES = '**/*.{mlir,ll,s,S,asm,cl,cu,hip,comp,glsl}';

const pathPrefixes = (): Readonly<Record<string, string>> =>
  vscode.workspace.getConfiguration('ireeReplay').get('sources.pathPrefixes', {});

const intermediates = (): readonly string[] => vscode.workspace.getConfiguration('ireeReplay').get('sources.intermediates', []);

export interface LanguageFeaturesClient {
  sourceOf(kernel: KernelOfCapture): Promise<SourceOfKernel>;
  kernelsIn(uri: vscode.Uri): Promise<readonly KernelLine[]>;
  linesIn(question: LinesQuestion): Promise<readonly PlacedLine[]>;
  scopesIn(uri: vscode.Uri): Promise<readonly ScopeLine[]>;
  kernelsAt(uri: vscode.Uri, position: vscode.Position): Promise<readonly KernelLine[]>;
  /** The kernels of documents may be others. */
  readonly onChange: vscode.Event<void>;
  dispose(): void;
}

/** Starts the server, which has an output channel of its own. */
export async function startLanguageClient(
  context: vscode.ExtensionContext,
  runs: Pick<Runs, 'preflightOf' | 'onPreflight'>,
): Promise<LanguageFeaturesClient> {
  const module = vscode.Uri.joinPath(context.extensionUri, 'dist', 'languageServer.js').fsPath;
  const options: LanguageServerOptions = {
    trusted: vscode.workspace.isTrusted,
    pathPrefixes: pathPrefixes(),
    intermediates: intermediates(),
    ...(context.storageUri === undefined ? {} : { storage: context.storageUri.fsPath }),
  };
  const client = new LanguageClient(
    'ireeReplay',
    'IREE Replay Language Server',
    { module, transport: TransportKind.ipc },
    {
      documentSelector: [
        { language: DUMP_LANGUAGE },
        { language: LISTING_LANGUAGE },
        { scheme: DUMP_SCHEME },
        { scheme: 'file', pattern: KERNEL_SOURCES },
        ...MARKER_LANGUAGES.map((language) => ({ scheme: 'file', language })),
      ],
      initializationOptions: options,
    },
  );
  const changes = new vscode.EventEmitter<void>();
  client.onNotification(KERNELS_CHANGED, () => changes.fire());
  client.onRequest(REPLAY_OF, ({ capture, devices }: ReplayQuestion): ReplayAnswer => {
    const replay = runs.preflightOf(capture, devices);
    return replay === undefined ? {} : { replay };
  });
  await client.start();
  const tell = (changed: LanguageServerOptions): void => void client.sendNotification(OPTIONS_CHANGED, changed);
  const trusted = vscode.workspace.onDidGrantWorkspaceTrust(() => tell({ trusted: true }));
  const settings = vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('ireeReplay.sources')) tell({ pathPrefixes: pathPrefixes(), intermediates: intermediates() });
  });
  const preflights = runs.onPreflight((capture) => void client.sendNotification(REPLAY_CHANGED, { capture }));
  return {
    sourceOf: (kernel) => client.sendRequest<SourceOfKernel>(SOURCE_OF_KERNEL, kernel),
    kernelsIn: (uri) => client.sendRequest<readonly KernelLine[]>(KERNELS_IN, { uri: client.code2ProtocolConverter.asUri(uri) }),
    linesIn: (question) =>
      client.sendRequest<readonly PlacedLine[]>(LINES_IN, {
        ...question,
        uri: client.code2ProtocolConverter.asUri(vscode.Uri.parse(question.uri)),
      }),
    scopesIn: (uri) => client.sendRequest<readonly ScopeLine[]>(SCOPES_IN, { uri: client.code2ProtocolConverter.asUri(uri) }),
    kernelsAt: (uri, position) =>
      client.sendRequest<readonly KernelLine[]>(KERNELS_AT, {
        uri: client.code2ProtocolConverter.asUri(uri),
        position: client.code2ProtocolConverter.asPosition(position),
      }),
    onChange: changes.event,
    dispose() {
      changes.dispose();
      preflights.dispose();
      trusted.dispose();
      settings.dispose();
      void client.stop();
    },
  };
}
