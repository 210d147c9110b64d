/** The text that is shown, as a person reads and changes it: its words, lenses, hovers and decorations are data here. */
import type * as vscode from 'vscode';
import { until } from '../../e2e/until';
import type { ShownDecoration } from './decorations';
import { codeActionsAt } from './codeActions';
import type { Documents } from './documents';
import { CancellationTokenSource } from './events';
import { hoverAt, type ShownHover } from './hovers';
import type { Feature, Languages } from './languages';
import type { ShownLens } from './lenses';
import { runCommandOf } from './links';
import type { Problems, ShownProblem } from './problems';
import type { ShownEditor, Tabs } from './tabs';
import { Position, Selection } from './values';

export interface Fix {
  readonly title: string;
  /** As one who chooses it. */
  choose(): void;
}

/** A place that VS Code would show. */
export interface Mention {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface TextEditor {
  /** Puts the cursor there, both from 1. */
  goTo(line: number, column?: number): void;
  /** Of the cursor, from 1. */
  readonly column: number;
  /** Waits until the text in the tab that is shown has its cursor there. */
  atLine(line: number): Promise<void>;
  /** What stands above lines of the texts that are shown, that with the cursor first. */
  readonly lenses: readonly ShownLens[];
  /** Waits for the first lens that says this. */
  lens(words: string | RegExp): Promise<ShownLens>;
  /** What VS Code shows at the cursor when it is asked; undefined where nobody says anything. */
  hover(): Promise<ShownHover | undefined>;
  /** Hovers until that is said: times come after a run. */
  hoverSays(words: RegExp): Promise<ShownHover>;
  /** Of the text in the tab that is shown, or of another that is shown by the name of its file. */
  decorations(file?: string): readonly ShownDecoration[];
  /** What the list of problems has, of all files. */
  readonly problems: readonly ShownProblem[];
  /** Actions that are offered at the cursor. */
  fixes(): Promise<readonly Fix[]>;
  /** Goes to where it is defined what the cursor is on. */
  goToDefinition(): Promise<void>;
  /** All places that name it. */
  references(): Promise<readonly Mention[]>;
  /** Its name, and the names of what calls it. */
  callers(): Promise<readonly string[]>;
  /** Symbols of the text, with those in them. */
  symbols(): Promise<readonly (Mention & { readonly name: string })[]>;
  /** Replaces the text, without saving it. */
  change(change: (text: string) => string): void;
  save(): void;
  /** Takes back what is not saved. */
  revert(): void;
}

export interface TextEditorOptions {
  readonly documents: Documents;
  readonly tabs: Tabs;
  readonly languages: Languages;
  readonly problems: Problems;
  readonly lenses: () => readonly ShownLens[];
  /** Runs a command as a click does. */
  readonly run: (command: string, ...args: readonly unknown[]) => void;
}

/** All that they answer. */
const answersOf = async <T>(given: readonly vscode.ProviderResult<T | readonly T[]>[]): Promise<readonly T[]> =>
  (await Promise.all(given.map(async (one) => (await one) ?? []))).flat() as readonly T[];

export function createTextEditor({ documents, tabs, languages, problems, lenses, run }: TextEditorOptions): TextEditor {
  const here = (): ShownEditor => {
    const { active } = tabs;
    const [first] = tabs.texts;
    if (active?.input.kind !== 'text' || first === undefined) throw new Error(`what is shown is no text: ${active?.title ?? 'nothing'}`);
    return first;
  };
  const { token } = new CancellationTokenSource();
  /** The providers for the text, with what they are asked of it. */
  const asked = <F extends Feature>(feature: F) => {
    const { document, selection } = here();
    const providers = languages.of(feature, document);
    return { providers, document: document as unknown as vscode.TextDocument, position: selection.active as vscode.Position };
  };
  const hover = (): Promise<ShownHover | undefined> => {
    const { document, selection } = here();
    return hoverAt(document, selection.active, languages, run);
  };
  return {
    goTo(line, column = 1) {
      const at = new Position(line - 1, column - 1);
      tabs.select(here(), new Selection(at, at));
    },
    get column() {
      return here().selection.active.character + 1;
    },
    async atLine(line) {
      await until(`line ${String(line)}`, () => {
        const now = here().selection.active.line + 1;
        if (now !== line) throw new Error(`the cursor is in line ${String(now)}`);
        return true;
      });
    },
    get lenses() {
      return lenses();
    },
    lens: (words) =>
      until(`the lens ${String(words)}`, () => {
        const all = lenses();
        const found = all.find(({ title }) => (typeof words === 'string' ? title.includes(words) : words.test(title)));
        if (found === undefined) throw new Error(`there are ${all.map(({ title }) => title).join('; ')}`);
        return found;
      }),
    hover,
    hoverSays: (words) =>
      until(`a hover that says ${String(words)}`, async () => {
        const shown = await hover();
        if (shown === undefined || !words.test(shown.words)) throw new Error(`it says ${shown?.words ?? 'nothing'}`);
        return shown;
      }),
    decorations(file) {
      const editor = file === undefined ? here() : tabs.texts.find(({ document }) => document.fileName.endsWith(`/${file}`));
      return editor?.decorations.shown ?? [];
    },
    get problems() {
      return problems.all;
    },
    async fixes() {
      const { document, selection } = here();
      const given = await codeActionsAt(document, selection as unknown as vscode.Selection, languages, problems);
      return given.map((action) => ({
        title: action.title,
        choose() {
          runCommandOf(typeof action.command === 'string' ? (action as vscode.Command) : action.command, run);
        },
      }));
    },
    async goToDefinition() {
      const { providers, document, position } = asked('Definition');
      const [first] = await answersOf<vscode.Location | vscode.LocationLink>(
        providers.map((one) => one.provideDefinition(document, position, token)),
      );
      if (first === undefined || !('uri' in first)) throw new Error('nothing is known of where it is defined');
      const start = first.range.start as Position;
      await tabs.open(first.uri, { selection: new Selection(start, start) });
    },
    async references() {
      const { providers, document, position } = asked('Reference');
      const given = await answersOf(providers.map((one) => one.provideReferences(document, position, { includeDeclaration: true }, token)));
      return given.map(({ uri, range }) => ({ file: uri.fsPath, line: range.start.line + 1 }));
    },
    async callers() {
      const { providers, document, position } = asked('CallHierarchy');
      const names: string[] = [];
      for (const provider of providers) {
        const items = (await provider.prepareCallHierarchy(document, position, token)) ?? [];
        for (const item of Array.isArray(items) ? items : [items]) {
          names.push(item.name);
          for (const { from } of (await provider.provideCallHierarchyIncomingCalls(item, token)) ?? []) names.push(from.name);
        }
      }
      return names;
    },
    async symbols() {
      const { providers, document } = asked('DocumentSymbol');
      const given = await answersOf<vscode.DocumentSymbol | vscode.SymbolInformation>(
        providers.map((one) => one.provideDocumentSymbols(document, token)),
      );
      const below = (one: vscode.DocumentSymbol): readonly vscode.DocumentSymbol[] => [one, ...one.children.flatMap(below)];
      return given
        .flatMap((one) => ('children' in one ? below(one) : []))
        .map(({ name, selectionRange: { start } }) => ({ name, file: document.fileName, line: start.line + 1 }));
    },
    change(change) {
      const { document } = here();
      documents.change(document, change(document.getText()));
    },
    save: () => documents.save(here().document),
    revert: () => documents.revert(here().document),
  };
}
