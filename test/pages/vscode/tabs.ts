/** Tabs: custom editors, panels and texts, in columns of which each shows one. */
import type * as vscode from 'vscode';
import { URI } from 'vscode-uri';
import { createDecorations, DecorationType, type Decorations } from './decorations';
import type { Documents, TextDocument } from './documents';
import { CancellationTokenSource, Disposable, EventEmitter } from './events';
import type { Manifest } from './manifest';
import { createPanel, type Panel, type ShownPage } from './panels';
import { Position, Selection, TabInputCustom, TabInputText, type Range } from './values';

/** Where pages are drawn. */
export interface Screen {
  /** Shows these pages and no others; the active one has the keyboard. */
  show(pages: readonly ShownPage[], active: ShownPage | undefined): void;
  post(panel: string, message: unknown): void;
}

type Input =
  | { readonly kind: 'custom'; readonly viewType: string; readonly uri: URI }
  | { readonly kind: 'panel'; readonly viewType: string }
  | { readonly kind: 'text'; readonly document: TextDocument };

export interface Tab {
  readonly input: Input;
  readonly column: number;
  readonly title: string;
  readonly panel: Panel | undefined;
}

/** A text that is shown. */
export interface ShownEditor {
  readonly document: TextDocument;
  readonly selection: Selection;
  readonly decorations: Decorations;
}

interface ShowOptions {
  readonly selection?: Range;
  readonly viewColumn?: number;
}

/** A tab that a window had, for the next one to begin with. */
export interface KeptTab {
  readonly input: Exclude<Input, { readonly kind: 'text' }>;
  readonly title: string;
  readonly column: number;
  readonly state: unknown;
  readonly active: boolean;
}

type CustomProvider = vscode.CustomReadonlyEditorProvider;

export interface Tabs {
  /** Members of `vscode.window`. */
  readonly window: Readonly<Record<string, unknown>>;
  readonly all: readonly Tab[];
  readonly active: Tab | undefined;
  /** Where the text in the active tab has its cursor. */
  readonly selection: Selection | undefined;
  /** Texts that are shown, that of the active tab first. */
  readonly texts: readonly ShownEditor[];
  /** Other texts are shown. */
  readonly onDidChangeTexts: vscode.Event<unknown>;
  /** Shows a text, with its cursor there. */
  showText(what: URI | TextDocument, options?: number | ShowOptions): Promise<unknown>;
  /** Puts the cursor of a text that is shown there. */
  select(editor: ShownEditor, selection: Selection): void;
  openWith(uri: URI, viewType: string, column?: number): Promise<void>;
  /** In the editor that the manifest names for it, else as text. */
  open(uri: URI, options?: ShowOptions): Promise<void>;
  reveal(tab: Tab): Promise<void>;
  /** Has what is opened next in a column of its own. */
  openColumn(): void;
  close(tab: Tab): void;
  /** What a page of the panel has said. */
  receive(panel: string, message: unknown): void;
  keepState(panel: string, state: unknown): void;
  keep(): readonly KeptTab[];
  restore(kept: readonly KeptTab[]): Promise<void>;
}

/** `TextEditor`, as long as the text is shown. */
interface OwnEditor extends ShownEditor {
  readonly viewColumn: number;
  selection: Selection;
}

interface OwnTab extends Tab {
  panel: Panel | undefined;
  selection: Selection;
  editor: OwnEditor | undefined;
  /** Fills a tab that was restored, once it is shown. */
  fill: (() => Promise<void>) | undefined;
  closed: () => void;
}

export function createTabs(manifest: Manifest, documents: Documents, screen: Screen): Tabs {
  const tabs: OwnTab[] = [];
  const shownIn = new Map<number, OwnTab>();
  const providers = new Map<string, CustomProvider>();
  const serializers = new Map<string, vscode.WebviewPanelSerializer>();
  /** Documents of custom editors, each with the number of its tabs. */
  const opened = new Map<string, { readonly document: Promise<vscode.CustomDocument>; tabs: number }>();
  const [editorChanges, visibleChanges] = [new EventEmitter<unknown>(), new EventEmitter<unknown>()];
  const [selectionChanges, tabChanges] = [new EventEmitter<unknown>(), new EventEmitter<vscode.TabChangeEvent>()];
  let activeColumn = 1;
  let nextId = 1;

  const active = (): OwnTab | undefined => shownIn.get(activeColumn);
  const draw = (): void => {
    const visible = [...shownIn.values()];
    for (const tab of tabs) tab.panel?.setView({ visible: visible.includes(tab), active: tab === active() });
    const pages = visible.flatMap(({ panel }) => panel?.shown ?? []);
    screen.show(
      pages,
      pages.find(({ panel }) => panel === active()?.panel?.id),
    );
  };
  const told = (kind: 'opened' | 'closed' | 'changed', tab: OwnTab): void =>
    tabChanges.fire({ opened: [], closed: [], changed: [], [kind]: [asTab(tab)] });
  /** An editor shows one text after the other: what was in it of the one before is gone. */
  const setShown = (column: number, tab: OwnTab | undefined): void => {
    const before = shownIn.get(column);
    if (before !== undefined && before !== tab) before.editor = undefined;
    if (tab === undefined) shownIn.delete(column);
    else shownIn.set(column, tab);
  };
  const reveal = async (tab: OwnTab): Promise<void> => {
    setShown((activeColumn = tab.column), tab);
    const { fill } = tab;
    tab.fill = undefined;
    draw();
    await fill?.();
    told('changed', tab);
    editorChanges.fire(activeEditor());
    visibleChanges.fire(visibleEditors());
  };
  const close = (tab: OwnTab): void => {
    const at = tabs.indexOf(tab);
    if (at === -1) return;
    tabs.splice(at, 1);
    if (shownIn.get(tab.column) === tab) {
      const next = tabs.findLast(({ column }) => column === tab.column);
      if (next === undefined) {
        setShown(tab.column, undefined);
        activeColumn = [...shownIn.keys()][0] ?? 1;
        visibleChanges.fire(visibleEditors());
      } else void reveal(next);
    }
    tab.panel?.end();
    tab.closed();
    told('closed', tab);
    draw();
  };
  const columnOf = (wanted: number | undefined): number =>
    wanted === undefined || wanted === -1 ? activeColumn : wanted === -2 ? activeColumn + 1 : wanted;

  const add = (input: Input, title: string, column: number, state?: unknown): OwnTab => {
    const tab: OwnTab = {
      ...{
        input,
        column,
        selection: new Selection(new Position(0, 0), new Position(0, 0)),
        fill: undefined,
        editor: undefined,
        closed: () => undefined,
      },
      get title() {
        return tab.panel?.title ?? title;
      },
      panel: undefined,
    };
    if (input.kind !== 'text') {
      const place = {
        post: (of: string, message: unknown) => screen.post(of, message),
        changed: draw,
        reveal: () => void reveal(tab),
        close: () => close(tab),
      };
      tab.panel = createPanel({ id: String(nextId++), viewType: input.viewType, title, state }, place);
    }
    tabs.push(tab);
    told('opened', tab);
    return tab;
  };

  const resolveCustom = async (tab: OwnTab, uri: URI, viewType: string): Promise<void> => {
    const provider = providers.get(viewType);
    const { panel } = tab;
    if (provider === undefined || panel === undefined) throw new Error(`nothing provides ${viewType}`);
    const key = `${viewType} ${uri.toString()}`;
    const { token } = new CancellationTokenSource();
    const one = opened.get(key) ?? {
      document: Promise.resolve(provider.openCustomDocument(uri, {} as vscode.CustomDocumentOpenContext, token)),
      tabs: 0,
    };
    opened.set(key, one);
    one.tabs++;
    const document = await one.document;
    tab.closed = () => {
      if (--one.tabs > 0) return;
      opened.delete(key);
      document.dispose();
    };
    await provider.resolveCustomEditor(document, panel.api, token);
  };
  const nameOf = (uri: URI): string => uri.path.split('/').at(-1) ?? '';

  const openWith = async (uri: URI, viewType: string, column?: number): Promise<void> => {
    const there = tabs.find(
      ({ input, column: own }) =>
        own === columnOf(column) && input.kind === 'custom' && input.viewType === viewType && input.uri.toString() === uri.toString(),
    );
    if (there !== undefined) return reveal(there);
    const tab = add({ kind: 'custom', viewType, uri }, nameOf(uri), columnOf(column));
    tab.fill = () => resolveCustom(tab, uri, viewType);
    await reveal(tab);
  };

  const editorOf = (tab: OwnTab): OwnEditor | undefined => {
    if (tab.input.kind !== 'text') return undefined;
    if (tab.editor !== undefined) return tab.editor;
    const decorations = createDecorations();
    const editor = {
      document: tab.input.document,
      viewColumn: tab.column,
      decorations,
      get selection() {
        return tab.selection;
      },
      set selection(next: Selection) {
        tab.selection = next;
        selectionChanges.fire({ textEditor: editor, selections: [next], kind: undefined });
      },
      revealRange: () => undefined,
      setDecorations: (...args: Parameters<Decorations['set']>) => decorations.set(...args),
    };
    return (tab.editor = editor);
  };
  const activeEditor = (): OwnEditor | undefined => {
    const tab = active();
    return tab === undefined ? undefined : editorOf(tab);
  };
  const visibleEditors = (): readonly OwnEditor[] => [...shownIn.values()].flatMap((tab) => editorOf(tab) ?? []);

  const showText = async (what: URI | TextDocument, options?: number | ShowOptions): Promise<unknown> => {
    const document = what instanceof URI ? await documents.open(what) : what;
    const { selection, viewColumn } = typeof options === 'object' ? options : { selection: undefined, viewColumn: options };
    const column = columnOf(viewColumn);
    const shows = ({ input }: Tab): boolean => input.kind === 'text' && input.document === document;
    const tab = tabs.find((one) => one.column === column && shows(one)) ?? add({ kind: 'text', document }, nameOf(document.uri), column);
    tab.closed = () => {
      if (!tabs.some(shows)) documents.close(document);
    };
    if (selection !== undefined) tab.selection = new Selection(selection.start, selection.end);
    await reveal(tab);
    const editor = editorOf(tab);
    if (editor !== undefined && selection !== undefined) editor.selection = tab.selection;
    return editor;
  };
  const byPanel = (id: string): Panel | undefined => tabs.find(({ panel }) => panel?.id === id)?.panel;
  const inputOf = ({ input }: Tab): unknown =>
    input.kind === 'custom'
      ? new TabInputCustom(input.uri, input.viewType)
      : input.kind === 'text'
        ? new TabInputText(input.document.uri)
        : { viewType: input.viewType };
  const asTab = (tab: OwnTab): vscode.Tab =>
    ({ label: tab.title, input: inputOf(tab), isActive: tab === shownIn.get(tab.column) }) as vscode.Tab;
  const group = (column: number): unknown => {
    const own = tabs.filter((tab) => tab.column === column).map((tab) => ({ tab, as: asTab(tab) }));
    return { viewColumn: column, tabs: own.map(({ as }) => as), activeTab: own.find(({ tab }) => tab === shownIn.get(column))?.as };
  };

  return {
    get all() {
      return tabs;
    },
    get active() {
      return active();
    },
    get selection() {
      return active()?.selection;
    },
    get texts() {
      const first = activeEditor();
      return visibleEditors().toSorted((a, b) => Number(b === first) - Number(a === first));
    },
    onDidChangeTexts: visibleChanges.event,
    showText,
    select: (editor, selection) => void ((editor as OwnEditor).selection = selection),
    openWith,
    async open(uri, options) {
      const editor = manifest.contributes.customEditors.find(
        ({ selector, priority }) =>
          priority === 'default' && selector.some(({ filenamePattern }) => uri.path.endsWith(filenamePattern.slice(1))),
      );
      await (editor === undefined ? showText(uri, options) : openWith(uri, editor.viewType, options?.viewColumn));
    },
    reveal: (tab) => reveal(tab as OwnTab),
    openColumn: () => void (activeColumn = Math.max(0, ...shownIn.keys()) + 1),
    close: (tab) => close(tab as OwnTab),
    receive: (id, message) => byPanel(id)?.receive(message),
    keepState(id, state) {
      const panel = byPanel(id);
      if (panel !== undefined) panel.state = state;
    },
    keep: () =>
      tabs.flatMap(({ input, title, column, panel }) =>
        // What is kept of a custom editor is what the extension keeps.
        input.kind === 'text'
          ? []
          : [{ input, title, column, state: input.kind === 'panel' ? panel?.state : undefined, active: panel === active()?.panel }],
      ),
    async restore(kept) {
      for (const { input, title, column, state } of kept) {
        const tab = add(input, title, column, state);
        tab.fill = async () => {
          if (input.kind === 'custom') return resolveCustom(tab, input.uri, input.viewType);
          if (tab.panel !== undefined) await serializers.get(input.viewType)?.deserializeWebviewPanel(tab.panel.api, state);
        };
      }
      const first = tabs[kept.findIndex((one) => one.active)] ?? tabs.at(-1);
      if (first !== undefined) await reveal(first);
    },
    window: {
      registerCustomEditorProvider(viewType: string, provider: CustomProvider) {
        providers.set(viewType, provider);
        return new Disposable(() => providers.delete(viewType));
      },
      registerWebviewPanelSerializer(viewType: string, serializer: vscode.WebviewPanelSerializer) {
        serializers.set(viewType, serializer);
        return new Disposable(() => serializers.delete(viewType));
      },
      createWebviewPanel(viewType: string, title: string, where: number | { readonly viewColumn: number }) {
        const tab = add({ kind: 'panel', viewType }, title, columnOf(typeof where === 'number' ? where : where.viewColumn));
        void reveal(tab);
        return tab.panel?.api;
      },
      showTextDocument: showText,
      get activeTextEditor() {
        return activeEditor();
      },
      get visibleTextEditors() {
        return visibleEditors();
      },
      onDidChangeActiveTextEditor: editorChanges.event,
      onDidChangeVisibleTextEditors: visibleChanges.event,
      onDidChangeTextEditorSelection: selectionChanges.event,
      createTextEditorDecorationType: (look: vscode.DecorationRenderOptions) => new DecorationType(look),
      tabGroups: {
        onDidChangeTabs: tabChanges.event,
        get all() {
          return [...shownIn.keys()].map(group);
        },
        get activeTabGroup() {
          return group(activeColumn);
        },
      },
    },
  };
}
