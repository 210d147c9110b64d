/** Captures as text, read-only: what `ireereplay dump` prints, made when it is opened, to be searched and linked like a file. */
import { spawn } from 'node:child_process';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { captureOfDump, DUMP_SCHEME, DUMP_SUFFIXES, type DumpSuffix } from '../../protocol/languageServer';
import { watchFile } from '../captures/watchFile';

/** VS Code gives no extension a document that is longer, and searches and colours none such. */
const MOST_CHARACTERS = 48 * 1024 * 1024;

export const dumpUri = (capture: vscode.Uri, format: DumpSuffix): vscode.Uri =>
  capture.with({ scheme: DUMP_SCHEME, path: capture.path + DUMP_SUFFIXES[format], authority: '', query: '', fragment: '' });

/** Provides the documents of the scheme; each is made again when its capture changes. */
export function registerDumpDocuments(context: vscode.ExtensionContext): vscode.Disposable {
  const cli = vscode.Uri.joinPath(context.extensionUri, 'dist', 'cli.js').fsPath;
  const changes = new vscode.EventEmitter<vscode.Uri>();
  const watched = new Map<string, vscode.Disposable>();
  const provider: vscode.TextDocumentContentProvider = {
    onDidChange: changes.event,
    async provideTextDocumentContent(uri, token) {
      const capture = captureOfDump(uri.fsPath);
      if (capture === undefined)
        throw new Error(vscode.l10n.t('{0} is not the name of a capture with .txt or .jsonl behind it.', uri.path));
      const format = uri.path.endsWith(DUMP_SUFFIXES.jsonl) ? 'jsonl' : 'text';
      const text = await dumped([cli, 'dump', `--format=${format}`, capture], token);
      if (!watched.has(uri.toString()))
        watched.set(
          uri.toString(),
          watchFile(capture, () => changes.fire(uri)),
        );
      return text.cut ? `${text.text}\n${cutSentence(path.basename(capture), format)}\n` : text.text;
    },
  };
  const closed = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    watched.get(uri.toString())?.dispose();
    watched.delete(uri.toString());
  });
  return vscode.Disposable.from(vscode.workspace.registerTextDocumentContentProvider(DUMP_SCHEME, provider), changes, closed, {
    dispose: () => watched.forEach((one) => void one.dispose()),
  });
}

/** Shows the capture in a text editor. */
export async function openDump(capture: vscode.Uri, format: DumpSuffix): Promise<void> {
  const title = vscode.l10n.t('Printing {0}', path.basename(capture.fsPath));
  const document = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
    vscode.workspace.openTextDocument(dumpUri(capture, format)),
  );
  await vscode.window.showTextDocument(document, { preview: false });
}

const cutSentence = (name: string, format: DumpSuffix): string =>
  vscode.l10n.t('… and so on: an editor takes no more. All of it: ireereplay dump --format={0} {1}', format, name);

interface Dumped {
  readonly text: string;
  readonly cut: boolean;
}

/** What the command line prints; when that is too much its whole lines up to there. Of a damaged capture what could be read, and why not more. */
function dumped(args: readonly string[], token: vscode.CancellationToken): Promise<Dumped> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const cancel = token.onCancellationRequested(() => child.kill());
    const parts: string[] = [];
    let length = 0;
    let errors = '';
    child.stdout.setEncoding('utf8');
    child.stderr.setEncoding('utf8');
    child.stdout.on('data', (part: string) => {
      if (length > MOST_CHARACTERS) return;
      parts.push(part);
      length += part.length;
      if (length > MOST_CHARACTERS) child.kill();
    });
    child.stderr.on('data', (part: string) => {
      errors = (errors + part).slice(-4096);
    });
    child.on('error', reject);
    child.on('close', () => {
      cancel.dispose();
      const text = parts.join('');
      if (token.isCancellationRequested) reject(new vscode.CancellationError());
      else if (length > MOST_CHARACTERS) resolve({ text: text.slice(0, text.lastIndexOf('\n', MOST_CHARACTERS)), cut: true });
      else if (text === '' && errors !== '') reject(new Error(errors.trim()));
      else resolve({ text: errors === '' ? text : `${text}${errors}`, cut: false });
    });
  });
}
