/** Texts that are open: files, and what a content provider makes. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import type * as vscode from 'vscode';
import { URI } from 'vscode-uri';
import { CancellationTokenSource, Disposable, EventEmitter } from './events';
import type { Manifest } from './manifest';
import { Position, Range } from './values';

export interface TextDocument {
  readonly uri: URI;
  readonly fileName: string;
  readonly languageId: string;
  readonly isDirty: boolean;
  readonly lineCount: number;
  getText(range?: Range): string;
  lineAt(line: number): { readonly text: string; readonly range: Range };
}

export interface Documents {
  readonly all: readonly TextDocument[];
  readonly onDidOpen: vscode.Event<TextDocument>;
  readonly onDidClose: vscode.Event<TextDocument>;
  readonly onDidChange: vscode.Event<{ readonly document: TextDocument }>;
  open(uri: URI | string): Promise<TextDocument>;
  close(document: TextDocument): void;
  provide(scheme: string, provider: vscode.TextDocumentContentProvider): Disposable;
}

export function createDocuments({ contributes: { languages } }: Manifest): Documents {
  const open = new Map<string, TextDocument>();
  const texts = new Map<string, string>();
  const providers = new Map<string, vscode.TextDocumentContentProvider>();
  const [opened, closed] = [new EventEmitter<TextDocument>(), new EventEmitter<TextDocument>()];
  const changed = new EventEmitter<{ readonly document: TextDocument }>();

  const read = async (uri: URI): Promise<string> => {
    if (uri.scheme === 'file') return readFileSync(uri.fsPath, 'utf8');
    const provider = providers.get(uri.scheme);
    if (provider === undefined) throw new Error(`nothing provides ${uri.toString()}`);
    const { token } = new CancellationTokenSource();
    return (await provider.provideTextDocumentContent(uri, token)) ?? '';
  };
  const languageOf = ({ path: name }: URI): string => {
    const extensions = languages.flatMap((one) => (one.extensions ?? []).map((extension) => ({ id: one.id, extension })));
    return extensions.find(({ extension }) => name.endsWith(extension))?.id ?? path.extname(name).slice(1);
  };
  const documentOf = (uri: URI): TextDocument => {
    const text = (): string => texts.get(uri.toString()) ?? '';
    const lines = (): readonly string[] => text().split(/\r\n|\r|\n/);
    return {
      uri,
      fileName: uri.fsPath,
      languageId: languageOf(uri),
      isDirty: false,
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
  };
  return {
    get all() {
      return [...open.values()];
    },
    onDidOpen: opened.event,
    onDidClose: closed.event,
    onDidChange: changed.event,
    async open(asked) {
      const uri = typeof asked === 'string' ? URI.file(asked) : asked;
      const there = open.get(uri.toString());
      if (there !== undefined) return there;
      texts.set(uri.toString(), await read(uri));
      const document = documentOf(uri);
      open.set(uri.toString(), document);
      opened.fire(document);
      return document;
    },
    close(document) {
      if (open.delete(document.uri.toString())) closed.fire(document);
    },
    provide(scheme, provider) {
      providers.set(scheme, provider);
      const changes = provider.onDidChange?.(async (uri) => {
        const document = open.get(uri.toString());
        if (document === undefined) return;
        texts.set(uri.toString(), await read(document.uri));
        changed.fire({ document });
      });
      return new Disposable(() => {
        providers.delete(scheme);
        changes?.dispose();
      });
    },
  };
}
