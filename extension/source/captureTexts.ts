/**
 * Read-only documents made from a capture when they are opened: all of it as text or JSONL, the machine code of a function, a source that
 * an executable embeds; and from a profile the machine code that was sampled. They can be searched and linked like files.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { openCapture } from '../../engine/addon/capture';
import { captureOfDump, DUMP_SCHEME, DUMP_SUFFIXES, type DumpSuffix, type KernelOfCapture } from '../../protocol/processes/languageServer';
import { watchFile } from '../captures/watchFile';
import { disassemblerFlags, onDisassemblersChange } from './disassemblers';
import { printed } from './printed';

/** Of a function, and of a source by its place among those of its executable. */
interface InExecutable {
  readonly capture: string;
  readonly executable: string;
  readonly function?: string;
  readonly source?: number;
}

const ofCapture = (capture: string, below: string, query: string): vscode.Uri =>
  vscode.Uri.from({ scheme: DUMP_SCHEME, path: `${capture}${below}`, query });

const dumpUri = (capture: string, format: DumpSuffix): vscode.Uri => ofCapture(capture, DUMP_SUFFIXES[format], '');

const listingUri = ({ capture, executable, ordinal, name }: KernelOfCapture): vscode.Uri =>
  ofCapture(capture, `/${executable}/${safe(name)}.disassembly`, `function=${String(ordinal)}`);

const sourceUri = (capture: string, executable: string, name: string, index: number): vscode.Uri =>
  ofCapture(capture, `/${executable}/${safe(path.posix.basename(name))}`, `source=${String(index)}`);

const sampledUri = (profile: string, executable: string, kernel: string): vscode.Uri =>
  vscode.Uri.from({
    scheme: DUMP_SCHEME,
    path: `${profile}/${executable}/${safe(kernel)}.disassembly`,
    query: `sampled=${encodeURIComponent(kernel)}`,
  });

/** The kernel of a profile whose machine code the document is. */
function sampledKernel({ path: below, query }: vscode.Uri): { readonly profile: string; readonly kernel: string } | undefined {
  const [, profile] = /^(.+\.ireeprof)\/\d+\/[^/]+$/.exec(below) ?? [];
  const kernel = new URLSearchParams(query).get('sampled');
  return profile === undefined || kernel === null ? undefined : { profile, kernel };
}

/** A part of a path, whatever a compiler calls it. */
const safe = (name: string): string => name.replaceAll(/[/\\]/g, '_') || '_';

/** What the URI stands for inside an executable; undefined for a dump. */
function inExecutable(uri: vscode.Uri): InExecutable | undefined {
  const [, capture, executable] = /^(.+\.ireereplay)\/(\d+)\/[^/]+$/.exec(uri.path) ?? [];
  const query = new URLSearchParams(uri.query);
  const [called, source] = [query.get('function'), query.get('source')];
  if (capture === undefined || executable === undefined) return undefined;
  if (called !== null) return { capture, executable, function: called };
  return source === null ? undefined : { capture, executable, source: Number(source) };
}

/** What the document of an embedded source is of; undefined for another. */
export function embeddedSourceOf(
  uri: vscode.Uri,
): { readonly capture: string; readonly executable: string; readonly source: number } | undefined {
  const { capture, executable, source } = (uri.scheme === DUMP_SCHEME ? inExecutable(uri) : undefined) ?? {};
  return capture === undefined || executable === undefined || source === undefined ? undefined : { capture, executable, source };
}

/** Provides the documents; each is made again when its capture changes. */
export function registerCaptureTexts(context: vscode.ExtensionContext): vscode.Disposable {
  const cli = vscode.Uri.joinPath(context.extensionUri, 'dist', 'cli.js').fsPath;
  const changes = new vscode.EventEmitter<vscode.Uri>();
  const watched = new Map<string, vscode.Disposable>();
  const watch = (uri: vscode.Uri, capture: string): void => {
    if (watched.has(uri.toString())) return;
    watched.set(
      uri.toString(),
      watchFile(capture, () => changes.fire(uri)),
    );
  };
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changes.event,
    async provideTextDocumentContent(uri, token) {
      const sampled = sampledKernel(uri);
      if (sampled !== undefined) {
        const args = ['profile', 'hotspots', '--disassembly', `--filter=${sampled.kernel}`, sampled.profile];
        return (await printed(cli, args, token)).text;
      }
      const part = inExecutable(uri);
      const capture = part?.capture ?? captureOfDump(uri.path);
      if (capture === undefined) throw new Error(vscode.l10n.t('No capture contains a text named {0}.', uri.path));
      watch(uri, capture);
      if (part?.source !== undefined) return embedded(part.capture, part.executable, part.source);
      const format = uri.path.endsWith(DUMP_SUFFIXES.jsonl) ? 'jsonl' : 'text';
      const args =
        part?.function === undefined
          ? ['dump', `--format=${format}`]
          : ['source', '--disassembly', `--executable=${part.executable}`, `--function=${part.function}`];
      const programs = part === undefined ? [] : disassemblerFlags();
      const { text, cut } = await printed(cli, [...args, ...programs, capture], token);
      if (!cut) return text;
      const all = ['ireereplay', ...args, path.basename(capture)].join(' ');
      return `${text}\n${vscode.l10n.t('… The text is too long to show all of it here. This command prints the whole text: {0}', all)}\n`;
    },
  };
  const others = onDisassemblersChange(() => {
    for (const uri of watched.keys()) changes.fire(vscode.Uri.parse(uri));
  });
  const closed = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    watched.get(uri.toString())?.dispose();
    watched.delete(uri.toString());
  });
  return vscode.Disposable.from(vscode.workspace.registerTextDocumentContentProvider(DUMP_SCHEME, provider), changes, others, closed, {
    dispose: () => watched.forEach((one) => void one.dispose()),
  });
}

/** The text of source `index` of an executable. */
async function embedded(file: string, executable: string, index: number): Promise<string> {
  const capture = await openCapture(file);
  try {
    await capture.index();
    return new TextDecoder().decode(await capture.code.source(executable, index));
  } finally {
    capture.close();
  }
}

/** Shows the capture in a text editor. */
export const openDump = (capture: string, format: DumpSuffix): Promise<void> => open(capture, dumpUri(capture, format));

/** Shows the machine code of a function beside the editor that is active, with the lines that it comes from. */
export const openListing = (kernel: KernelOfCapture): Promise<void> =>
  open(kernel.capture, listingUri(kernel), { viewColumn: vscode.ViewColumn.Beside });

/** Shows all machine code of a kernel's functions that were sampled, each instruction with its share. */
export const openSampledListing = (profile: string, executable: string, kernel: string): Promise<void> =>
  open(profile, sampledUri(profile, executable, kernel), { viewColumn: vscode.ViewColumn.Beside });

/** Shows a source that an executable embeds, at a line from 1. */
export const openEmbedded = (capture: string, executable: string, name: string, index: number, line: number): Promise<void> =>
  open(capture, sourceUri(capture, executable, name, index), { selection: atLine(line) });

/** The start of a line that counts from 1. */
export const atLine = (line: number): vscode.Range => new vscode.Range(Math.max(0, line - 1), 0, Math.max(0, line - 1), 0);

async function open(capture: string, uri: vscode.Uri, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
  const title = vscode.l10n.t('Reading {0}', path.basename(capture));
  const document = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
    vscode.workspace.openTextDocument(uri),
  );
  await vscode.window.showTextDocument(document, { preview: false, ...options });
}
