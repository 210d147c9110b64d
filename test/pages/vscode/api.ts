/**
 * VS Code without a window: what the extension uses of its API. Files, settings, commands, documents, tabs and what is kept are what they
 * are in VS Code, as far as pages can tell; what VS Code itself would draw is kept for the test to look at. What is asked for and is not
 * here throws by its name.
 */
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import type * as vscode from 'vscode';
import { URI, Utils } from 'vscode-uri';
import { codeActionsAt } from './codeActions';
import { createCommands, type Commands } from './commands';
import { createDocuments, type TextDocument } from './documents';
import { createLanguages } from './languages';
import { createLenses } from './lenses';
import { createProblems } from './problems';
import { createStatusBar, type StatusItem } from './statusBar';
import { createTextEditor, type TextEditor } from './textEditor';
import { CancellationTokenSource, Disposable, EventEmitter } from './events';
import { createFileSystem, findFiles, watchFiles } from './files';
import { sentence } from './l10n';
import type { Manifest } from './manifest';
import { createQuestions, type Answers } from './questions';
import type { Settings } from './settings';
import { createTabs, type Screen, type Tabs } from './tabs';
import { createTasks, type Tasks } from './tasks';
import * as values from './values';
import { createViews, type Views } from './views';

export interface EditorApi {
  /** What `require('vscode')` gives. */
  readonly vscode: typeof vscode;
  readonly commands: Commands;
  readonly tabs: Tabs;
  readonly answers: Answers;
  readonly views: Views;
  readonly textEditor: TextEditor;
  readonly statusItems: readonly StatusItem[];
  /** Lines of all output channels. */
  readonly output: readonly string[];
  /** What the status bar said for a moment. */
  readonly statusMessages: readonly string[];
  /** Tasks that run. */
  readonly tasks: Tasks;
  /** Work that shows its progress. */
  readonly progress: readonly RunningWork[];
  readonly openedOutside: readonly string[];
  contextKey(name: string): unknown;
  trust(): void;
  /** A page has taken the keyboard. */
  pageClicked(): void;
  dispose(): void;
}

export interface RunningWork {
  readonly title: string;
  /** What it has said of itself last. */
  readonly message: string;
  cancel(): void;
}

/** What outlives the window. */
export interface EditorApiOptions {
  readonly manifest: Manifest;
  readonly folder: string;
  /** Where what is moved to the trash comes. */
  readonly trash: string;
  readonly settings: Settings;
  readonly trusted: boolean;
  readonly screen: Screen;
  readonly clipboard: { text: string };
  /** Runs a command of a menu, as far as it can be chosen. */
  readonly choose: (command: string, ...args: readonly unknown[]) => void;
}

/** What is registered and nothing here asks for: providers of tasks, and words that go away by themselves. */
const registered = (): Disposable => new Disposable(() => undefined);

const nothing = (): undefined => undefined;

export function createApi({ manifest, folder, trash, settings, trusted, screen, clipboard, choose }: EditorApiOptions): EditorApi {
  const documents = createDocuments(manifest, folder);
  const tabs = createTabs(manifest, documents, screen);
  const questions = createQuestions(folder);
  const fileSystem = createFileSystem(trash);
  const contexts = new Map<string, unknown>();
  const output: string[] = [];
  const statusMessages: string[] = [];
  const openedOutside: string[] = [];
  const progress: RunningWork[] = [];
  const trustGranted = new EventEmitter<undefined>();
  let isTrusted = trusted;
  const never = new EventEmitter<unknown>().event;

  /** What language clients listen for and nobody does here. */
  const notHere = {
    ...{ notebookDocuments: [], onDidOpenNotebookDocument: never, onDidCloseNotebookDocument: never, onDidChangeNotebookDocument: never },
    ...{ onDidSaveNotebookDocument: never, onDidCreateFiles: never, onDidRenameFiles: never, onDidDeleteFiles: never },
    ...{ onWillCreateFiles: never, onWillRenameFiles: never, onWillDeleteFiles: never, onWillSaveTextDocument: never },
  };

  const commands = createCommands({
    setContext: (key, value) => void contexts.set(String(key), value),
    'vscode.openWith': (uri, viewType, where) =>
      tabs.openWith(
        uri as URI,
        String(viewType),
        typeof where === 'number' ? where : (where as { readonly viewColumn?: number } | undefined)?.viewColumn,
      ),
    'vscode.open': (uri, options) => tabs.open(uri as URI, typeof options === 'object' ? (options ?? undefined) : undefined),
    'vscode.executeCodeActionProvider': (uri, at) => {
      const document = shownTexts().find((one) => String(one.uri) === String(uri));
      return document === undefined ? [] : codeActionsAt(document, at as vscode.Range, languages, problems);
    },
    'workbench.action.closeQuickOpen': () => questions.putAway(),
    'workbench.action.newGroupBelow': () => tabs.openColumn(),
  });

  /** As a click does: VS Code says why a command fails. */
  const run = (command: string, ...args: readonly unknown[]): void => {
    commands.execute(command, ...args).catch((error: unknown) => {
      questions.tell(error instanceof Error ? error.message : String(error));
    });
  };
  const languages = createLanguages();
  const problems = createProblems();
  const statusBar = createStatusBar(run);
  const tasks = createTasks(registered);
  const shownTexts = (): readonly TextDocument[] => [...new Set(tabs.texts.map(({ document }) => document))];
  const lenses = createLenses({ documents, languages, shown: shownTexts, onDidChangeShown: tabs.onDidChangeTexts, run });

  const createOutputChannel = (): unknown => {
    const line = (level: string) => (text: unknown) =>
      void output.push(`[${level}] ${text instanceof Error ? text.message : String(text)}`);
    const levels = Object.fromEntries(['trace', 'debug', 'info', 'error'].map((level) => [level, line(level)]));
    return {
      ...{ ...levels, warn: line('warning'), append: line('info'), appendLine: line('info'), replace: nothing, clear: nothing },
      ...{ show: () => void commands.execute('workbench.action.output.show'), hide: nothing, dispose: nothing },
    };
  };
  const withProgress = async (
    { title = '' }: { readonly title?: string },
    task: (progress: unknown, token: vscode.CancellationToken) => Promise<unknown>,
  ): Promise<unknown> => {
    const source = new CancellationTokenSource();
    const work = { title, message: '', cancel: () => source.cancel() };
    const report = ({ message }: { readonly message?: string }): void => void (work.message = message ?? work.message);
    progress.push(work);
    try {
      return await task({ report }, source.token);
    } finally {
      progress.splice(progress.indexOf(work), 1);
    }
  };
  const views = createViews({ manifest, execute: (...args) => commands.execute(...args), choose });
  const workspaceFolder = { uri: URI.file(folder), name: path.basename(folder), index: 0 };

  const api = {
    ...values.enumerations,
    ...{ Disposable, EventEmitter, CancellationTokenSource, CancellationError: values.CancellationError },
    ...{ Position: values.Position, Range: values.Range, Selection: values.Selection, RelativePattern: values.RelativePattern },
    ...{ ThemeColor: values.ThemeColor, ThemeIcon: values.ThemeIcon, MarkdownString: values.MarkdownString, TreeItem: values.TreeItem },
    ...{ Location: values.Location, CodeLens: values.CodeLens, Hover: values.Hover, CodeAction: values.CodeAction, ...values.unused },
    ...{ DocumentSymbol: values.DocumentSymbol, CallHierarchyItem: values.CallHierarchyItem, WorkspaceEdit: values.WorkspaceEdit },
    CallHierarchyIncomingCall: values.CallHierarchyIncomingCall,
    ...{ Task: values.Task, CustomExecution: values.CustomExecution, ProcessExecution: values.ProcessExecution },
    ...{ Diagnostic: values.Diagnostic, TabInputCustom: values.TabInputCustom, TabInputText: values.TabInputText },
    Uri: Object.assign(URI, Utils),
    version: '1.139.1',
    l10n: { t: sentence },
    env: {
      ...{ language: 'en', appName: 'Tests of pages', uiKind: values.enumerations.UIKind.Web, remoteName: undefined, clipboard: {} },
      clipboard: {
        readText: () => Promise.resolve(clipboard.text),
        writeText: (text: string) => Promise.resolve(void (clipboard.text = text)),
      },
      openExternal: (uri: URI) => Promise.resolve(openedOutside.push(uri.toString()) > 0),
    },
    extensions: { getExtension: nothing },
    commands: {
      registerCommand: (...args: Parameters<Commands['register']>) => commands.register(...args),
      executeCommand: (...args: Parameters<Commands['execute']>) => commands.execute(...args),
    },
    languages: { ...languages.api, createDiagnosticCollection: (name?: string) => problems.createCollection(name) },
    tasks: tasks.api,
    window: Object.create(
      {
        ...{ createOutputChannel, withProgress },
        createTreeView: (...args: Parameters<Views['createTreeView']>) => views.createTreeView(...args),
        createStatusBarItem: () => statusBar.createItem(),
        setStatusBarMessage(text: string) {
          statusMessages.push(text);
          return registered();
        },
        ...questions.window,
      },
      Object.getOwnPropertyDescriptors(tabs.window),
    ) as object,
    workspace: {
      workspaceFolders: [workspaceFolder],

      get isTrusted() {
        return isTrusted;
      },
      get textDocuments() {
        return documents.all;
      },
      fs: fileSystem,
      getConfiguration: (section?: string) => settings.configuration(section),
      onDidChangeConfiguration: settings.onDidChange,
      onDidGrantWorkspaceTrust: trustGranted.event,
      ...{ onDidChangeWorkspaceFolders: never, onDidSaveTextDocument: documents.onDidSave },
      ...notHere,
      onDidOpenTextDocument: documents.onDidOpen,
      onDidCloseTextDocument: documents.onDidClose,
      onDidChangeTextDocument: documents.onDidChange,
      async applyEdit({ created }: values.WorkspaceEdit) {
        if (created.some(({ uri, overwrite }) => !overwrite && existsSync(uri.fsPath))) return false;
        for (const { uri, contents } of created) await fileSystem.writeFile(URI.file(uri.fsPath), contents);
        return true;
      },
      openTextDocument: (uri: URI | string) => documents.open(uri),
      registerTextDocumentContentProvider: (scheme: string, provider: vscode.TextDocumentContentProvider) =>
        documents.provide(scheme, provider),
      findFiles: (glob: string, except?: string, most?: number) => Promise.resolve(findFiles(folder, glob, except, most)),
      createFileSystemWatcher: (glob: string) => watchFiles(folder, glob),
      asRelativePath: (of: URI | string) => {
        const file = typeof of === 'string' ? of : of.fsPath;
        const relative = path.relative(folder, file);
        return relative.startsWith('..') ? file : relative;
      },
      getWorkspaceFolder: ({ fsPath }: URI) => (path.relative(folder, fsPath).startsWith('..') ? undefined : workspaceFolder),
    },
  };
  return {
    vscode: knownOnly('vscode', api) as unknown as typeof vscode,
    textEditor: createTextEditor({ documents, tabs, languages, problems, lenses, run }),
    get statusItems() {
      return statusBar.items;
    },
    dispose() {
      tasks.dispose();
      documents.dispose();
    },
    ...{ commands, tabs, views, tasks, answers: questions.answers, output, statusMessages, progress, openedOutside },
    contextKey: (name) => contexts.get(name),
    pageClicked: () => questions.loseKeyboard(),
    trust() {
      isTrusted = true;
      trustGranted.fire(undefined);
    },
  };
}

/** Throws where something is asked for that is not there, so that nothing is silently without it. */
function knownOnly(name: string, object: object): object {
  return new Proxy(object, {
    get(target, key) {
      if (typeof key === 'symbol' || key === '__esModule' || key === 'then') return Reflect.get(target, key) as unknown;
      if (!(key in target)) throw new Error(`${name}.${key} is not there for tests of pages: test/pages/vscode/api.ts`);
      const value = Reflect.get(target, key) as unknown;
      const isPart = ['window', 'workspace', 'languages', 'tasks', 'env', 'extensions'].includes(key);
      return isPart ? knownOnly(`${name}.${key}`, value as object) : value;
    },
  });
}
