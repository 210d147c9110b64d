/** Texts that are open: files, and what a content provider makes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type * as vscode from 'vscode';
import { URI } from 'vscode-uri';
import { CancellationTokenSource, Disposable, EventEmitter } from './events';
import { watchFiles } from './files';
import type { Manifest } from './manifest';
import { Position, Range } from './values';

export interface TextDocument {
  readonly uri: URI;
  readonly fileName: string;
  readonly languageId: string;
  /** Another after each change. */
  readonly version: number;
  /** It has changes that are not saved. */
  readonly isDirty: boolean;
  readonly isClosed: boolean;
  readonly lineCount: number;
  getText(range?: Range): string;
  lineAt(line: number): { readonly text: string; readonly range: Range };
}

interface TextChange {
  readonly document: TextDocument;
  readonly contentChanges: readonly {
    readonly range: Range;
    readonly rangeOffset: number;
    readonly rangeLength: number;
    readonly text: string;
  }[];
}

export interface Documents {
  readonly all: readonly TextDocument[];
  readonly onDidOpen: vscode.Event<TextDocument>;
  readonly onDidClose: vscode.Event<TextDocument>;
  readonly onDidChange: vscode.Event<TextChange>;
  readonly onDidSave: vscode.Event<TextDocument>;
  open(uri: URI | string): Promise<TextDocument>;
  close(document: TextDocument): void;
  provide(scheme: string, provider: vscode.TextDocumentContentProvider): Disposable;
  /** As one who types: it is not saved. */
  change(document: TextDocument, text: string): void;
  save(document: TextDocument): void;
  /** Takes back what is not saved. */
  revert(document: TextDocument): void;
  dispose(): void;
}

interface State {
  text: string;
  version: number;
  isDirty: boolean;
}

/** Languages that VS Code knows by itself, where they are called otherwise than files of them end. */
const KNOWN: Readonly<Record<string, string>> = { py: 'python', h: 'c', cc: 'cpp', hpp: 'cpp' };

export function createDocuments({ contributes: { languages } }: Manifest, folder: string): Documents {
  const open = new Map<string, TextDocument>();
  const states = new WeakMap<TextDocument, State>();
  const providers = new Map<string, vscode.TextDocumentContentProvider>();
  const [opened, closed] = [new EventEmitter<TextDocument>(), new EventEmitter<TextDocument>()];
  const [changed, saved] = [new EventEmitter<TextChange>(), new EventEmitter<TextDocument>()];

  const read = async (uri: URI): Promise<string> => {
    if (uri.scheme === 'file') return readFileSync(uri.fsPath, 'utf8');
    const provider = providers.get(uri.scheme);
    if (provider === undefined) throw new Error(`nothing provides ${uri.toString()}`);
    const { token } = new CancellationTokenSource();
    return (await provider.provideTextDocumentContent(uri, token)) ?? '';
  };
  const languageOf = ({ path: name }: URI): string => {
    const extensions = languages.flatMap((one) => (one.extensions ?? []).map((extension) => ({ id: one.id, extension })));
    return (
      extensions.find(({ extension }) => name.endsWith(extension))?.id ?? KNOWN[path.extname(name).slice(1)] ?? path.extname(name).slice(1)
    );
  };
  const documentOf = (uri: URI, first: string): TextDocument => {
    const state: State = { text: first, version: 1, isDirty: false };
    const text = (): string => state.text;
    const lines = (): readonly string[] => text().split(/\r\n|\r|\n/);
    const document: TextDocument = {
      uri,
      fileName: uri.fsPath,
      languageId: languageOf(uri),
      get version() {
        return state.version;
      },
      get isDirty() {
        return state.isDirty;
      },
      get isClosed() {
        return open.get(uri.toString()) !== document;
      },
      get lineCount() {
        return lines().length;
      },
      getText(range) {
        if (range === undefined) return text();
        const { start, end } = range;
        return lines()
          .slice(start.line, end.line + 1)
          .map((line, i, { length }) => line.slice(i === 0 ? start.character : 0, i === length - 1 ? end.character : undefined))
          .join('\n');
      },
      lineAt(line) {
        const of = lines()[line] ?? '';
        return { text: of, range: new Range(new Position(line, 0), new Position(line, of.length)) };
      },
    };
    states.set(document, state);
    return document;
  };
  const change = (document: TextDocument, text: string, isDirty: boolean): void => {
    const state = states.get(document);
    if (state === undefined || (text === state.text && isDirty === state.isDirty)) return;
    const contentChanges = state.text === text ? [] : [changeOf(state.text, text)];
    Object.assign(state, { text, isDirty, version: state.version + 1 });
    changed.fire({ document, contentChanges });
  };
  // A file that another program has written is read again, unless that would lose what is not saved.
  const files = watchFiles(folder, '**');
  files.onDidChange((uri) => {
    const document = open.get(uri.toString());
    if (document?.isDirty === false && existsSync(uri.fsPath)) change(document, readFileSync(uri.fsPath, 'utf8'), false);
  });
  return {
    get all() {
      return [...open.values()];
    },
    onDidOpen: opened.event,
    onDidClose: closed.event,
    onDidChange: changed.event,
    onDidSave: saved.event,
    async open(asked) {
      const uri = typeof asked === 'string' ? URI.file(asked) : asked;
      const there = open.get(uri.toString());
      if (there !== undefined) return there;
      const text = await read(uri);
      // Another may have opened it meanwhile.
      const meanwhile = open.get(uri.toString());
      if (meanwhile !== undefined) return meanwhile;
      const document = documentOf(uri, text);
      open.set(uri.toString(), document);
      opened.fire(document);
      return document;
    },
    close(document) {
      if (open.delete(document.uri.toString())) closed.fire(document);
    },
    provide(scheme, provider) {
      providers.set(scheme, provider);
      const changes = provider.onDidChange?.(async (uri: vscode.Uri) => {
        const document = open.get(uri.toString());
        if (document === undefined) return;
        // What cannot be made again stays as it was.
        const text = await read(document.uri).catch(() => undefined);
        if (text !== undefined) change(document, text, false);
      });
      return new Disposable(() => {
        providers.delete(scheme);
        changes?.dispose();
      });
    },
    change: (document, text) => change(document, text, true),
    save(document) {
      const state = states.get(document);
      if (state === undefined) return;
      writeFileSync(document.fileName, state.text);
      state.isDirty = false;
      saved.fire(document);
    },
    revert: (document) => change(document, readFileSync(document.fileName, 'utf8'), false),
    dispose: () => void files.dispose(),
  };
}

/** The least that makes one text of the other, as VS Code has it of what is typed and of a file that is read again. */
function changeOf(before: string, after: string): TextChange['contentChanges'][number] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  const end = before.length - same;
  const positionAt = (offset: number): Position => {
    const lines = before.slice(0, offset).split(/\r\n|\r|\n/);
    return new Position(lines.length - 1, lines.at(-1)?.length ?? 0);
  };
  const range = new Range(positionAt(start), positionAt(end));
  return { range, rangeOffset: start, rangeLength: end - start, text: after.slice(start, after.length - same) };
}
