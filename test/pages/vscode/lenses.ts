/** Lenses of the texts that are shown: asked for when a text is shown, changes, or its provider says that they are others. */
import type * as vscode from 'vscode';
import type { Documents, TextDocument } from './documents';
import { CancellationTokenSource } from './events';
import type { Languages } from './languages';
import { runCommandOf, withoutIcons } from './links';

/** A link above a line. */
export interface ShownLens {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Without its icon. */
  readonly title: string;
  /** As a click on it. */
  choose(): void;
}

export interface LensesOptions {
  readonly documents: Documents;
  readonly languages: Languages;
  /** Texts that are shown. */
  readonly shown: () => readonly TextDocument[];
  readonly onDidChangeShown: vscode.Event<unknown>;
  /** Runs the command of a lens. */
  readonly run: (command: string, ...args: readonly unknown[]) => void;
}

/** Returns what stands above lines now, from top to bottom of each text. */
export function createLenses({ documents, languages, shown, onDidChangeShown, run }: LensesOptions): () => readonly ShownLens[] {
  const lenses = new Map<TextDocument, readonly ShownLens[]>();
  const asked = new Map<TextDocument, CancellationTokenSource>();
  const followed = new WeakSet<vscode.CodeLensProvider>();

  const ofProvider = async (
    provider: vscode.CodeLensProvider,
    document: TextDocument,
    token: vscode.CancellationToken,
  ): Promise<readonly ShownLens[]> => {
    const given = (await provider.provideCodeLenses(document as unknown as vscode.TextDocument, token)) ?? [];
    return given.flatMap(({ range, command }) => {
      if (command === undefined) return [];
      const title = withoutIcons(command.title);
      return [{ file: document.fileName, line: range.start.line + 1, title, choose: () => runCommandOf(command, run) }];
    });
  };
  const ask = async (document: TextDocument): Promise<void> => {
    asked.get(document)?.cancel();
    const source = new CancellationTokenSource();
    asked.set(document, source);
    const providers = languages.of('CodeLens', document);
    for (const provider of providers) {
      if (followed.has(provider)) continue;
      followed.add(provider);
      provider.onDidChangeCodeLenses?.(() => {
        for (const one of shown()) if (languages.of('CodeLens', one).includes(provider)) void ask(one);
      });
    }
    // What one cannot say is left out, as VS Code does.
    const all = await Promise.all(providers.map((provider) => ofProvider(provider, document, source.token).catch(() => [])));
    if (asked.get(document) !== source) return;
    lenses.set(
      document,
      all.flat().toSorted((a, b) => a.line - b.line),
    );
  };
  const askAll = (): void => shown().forEach((document) => void ask(document));

  onDidChangeShown(() => {
    for (const document of [...asked.keys()]) {
      if (shown().includes(document)) continue;
      asked.get(document)?.cancel();
      asked.delete(document);
      lenses.delete(document);
    }
    askAll();
  });
  // Others hear of a change first: a language server has to know the text that it is asked of.
  documents.onDidChange(({ document }) => {
    setImmediate(() => {
      if (shown().includes(document)) void ask(document);
    });
  });
  languages.onChange((feature) => {
    if (feature === 'CodeLens') askAll();
  });
  return () => shown().flatMap((document) => lenses.get(document) ?? []);
}
