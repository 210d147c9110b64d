/**
 * A window that has nothing but the pages of the extension, for tests of what a page shows and does. The built extension runs in the
 * test's own process, with a `vscode` that has no window (vscode/api.ts): its commands, its engine processes and the addon are the real
 * ones, and its pages are drawn by Chromium, in the colours that VS Code gives them.
 *
 * To make a test of test/e2e one of these:
 *
 * 1. `git mv test/e2e/newest/NAME.e2e.ts test/pages/NAME.pages.ts`. Import `openWindow` instead of `startWorkbench`, call the window
 *    `PagesWindow` instead of `Workbench`, and take shared files from '../e2e/…'. Files, settings, `openFile`, `webview()`,
 *    `runCommand`, `setTheme`, `clipboard`, `screenshot` and `outputChannel` are the same.
 * 2. Leave out what only makes room, such as "View: Toggle Primary Side Bar Visibility": the page is as large as the window. In VS Code it
 *    is 348 pixels narrower, 48 without the side bar, and about 100 lower: where a test goes by places or widths, take that off.
 * 3. Answer questions by `answers` instead of VS Code's elements: `choose` for a list, `enter` for an input, `files` for a file dialog
 *    (instead of `answerFileDialog`), `message` for a notification. `tab(title)` waits for a tab; `text` is the text editor that is shown.
 * 4. `rows` are those of a view of the side bar, each with what a click and its menu do; `chooseForFile` is the explorer's menu.
 *    `showTab` and `closeEditor` stand for clicks on tabs, and `reload` loads the window again.
 * 5. `textEditor` is what the extension and its language server say of the text that is shown (`sourceEditor` of test/e2e): `lens`,
 *    `hoverSays`, `decorations`, `problems`, `goToDefinition`; the server and its client are the real ones. One changes the text there, too.
 *    `statusItems` is the status bar.
 * 6. What is left of `.monaco-…`, `.quick-input-…`, `.tab` or a view is about VS Code itself: that test stays in test/e2e, or is one of
 *    test/host.
 *
 * `npm run test:pages -- NAME` runs a file. Files share a few processes and their browsers, one after the other in each; a window that is
 * closed leaves no process of the extension behind.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, type TestContext } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, takePicture } from '../e2e/browser';
import type { EditorWindow } from '../e2e/editorWindow';
import { processesBelow } from '../e2e/processes';
import { until } from '../e2e/until';
import { tellWhatIsShown } from '../e2e/windowWords';
import type { PageWord } from './inPage';
import { lateFrames } from './lateFrames';
import { unpacked } from './messages';
import { ACTIVE_FRAME, createScreen } from './screen';
import { keptTheme } from './themes';
import { createApi, type EditorApi } from './vscode/api';
import { holds } from './vscode/conditions';
import { createContext, type KeptOfWindow } from './vscode/context';
import { loadExtension } from './vscode/extension';
import { readManifest } from './vscode/manifest';
import type { Memento } from './vscode/memento';
import type { Answers } from './vscode/questions';
import { createSettings } from './vscode/settings';
import type { StatusItem } from './vscode/statusBar';
import type { KeptTab } from './vscode/tabs';
import type { TextEditor } from './vscode/textEditor';
import { enumerations } from './vscode/values';
import type { ViewRow } from './vscode/views';
import { URI } from 'vscode-uri';

const fixtures = path.resolve(__dirname, '..', 'fixtures');
const screenshots = path.resolve(__dirname, '..', 'artifacts', 'screenshots', 'pages');

export interface WindowOptions {
  /** Files and folders of test/fixtures that the opened folder holds, without their folders. */
  readonly files?: readonly string[];
  /** Default true; false opens the folder in restricted mode. */
  readonly trusted?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface ShownText {
  readonly file: string;
  /** Of the cursor, from 1. */
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** A part of the window, in pixels. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PagesWindow extends EditorWindow {
  readonly answers: Answers;
  /** Titles of all tabs. */
  readonly tabs: readonly string[];
  /** The titles of those that are shown, one in each column. */
  readonly shownTabs: readonly string[];
  /** Waits until the tab that is shown is called so. */
  tab(title: string | RegExp): Promise<void>;
  /** Shows the tab that is called so; of several the one that was opened last. */
  showTab(title: string | RegExp): Promise<void>;
  /** Opens a file of the folder in the column to the right. */
  openBeside(name: string): Promise<void>;
  /** The buttons at the right of the tabs, by what they are called. */
  readonly titleActions: readonly string[];
  /** The text in the tab that is shown. */
  readonly text: ShownText | undefined;
  /** What stands in it and beside it, and what one does there. */
  readonly textEditor: TextEditor;
  /** What the extension has put into the status bar. */
  readonly statusItems: readonly StatusItem[];
  /** Rows of a list of the side bar: captures, runs or hotspots. */
  rows(view: 'captures' | 'runs' | 'hotspots'): Promise<readonly ViewRow[]>;
  /** What stands beside the name of such a list. */
  listDescription(view: 'captures' | 'runs' | 'hotspots'): string;
  /** What stands above the rows of such a list. */
  listMessage(view: 'captures' | 'runs' | 'hotspots'): string;
  /** Chooses an item of the context menu of a file of the folder. */
  chooseForFile(name: string, item: string): void;
  /** Where the extension keeps what belongs to the folder. */
  readonly storage: string;
  /** Where what is moved to the trash comes: a folder once there is something in it. */
  readonly trash: string;
  /** What it keeps of the folder, by its keys. */
  readonly workspaceState: Memento;
  /** Commands of VS Code's own that the extension has asked for. */
  readonly asked: readonly string[];
  /** What the status bar has said for a moment. */
  readonly statusMessages: readonly string[];
  readonly openedOutside: readonly string[];
  /** Whether the extension has loaded the native core into its own process. */
  readonly hasNativeCore: boolean;
  /** What programs of tasks have printed below their command lines. */
  readonly taskTerminal: string;
  /** Ends the task of this name, as one who ends its terminal. */
  endTask(name: string): void;
  /** Copies text, as one does elsewhere. */
  copy(text: string): void;
  /** Work that goes on, with its progress. */
  readonly progress: EditorApi['progress'];
  /** Keeps a picture of the window, of a place in it, or of a part, as NAME.png. */
  screenshot(name: string, place?: Locator | Rectangle): Promise<void>;
  setSetting(name: string, value: unknown): void;
  /** As one who trusts the workspace. */
  trust(): void;
  /** Loads the window again: another extension host, with what the one before has kept. */
  reload(): Promise<void>;
  dispose(): Promise<void>;
}

/** Windows that are open, each by what keeps a picture of it. */
const open = new Map<Page, (test: string) => Promise<void>>();

if (process.env['NODE_TEST_CONTEXT'] !== undefined)
  afterEach(async (context) => {
    const { passed, fullName } = context as TestContext & { readonly passed?: boolean };
    if (passed !== false) return;
    for (const keep of open.values()) await keep(fullName);
    await tellWhatIsShown(context as TestContext, open.keys());
  });

/** The browser of all windows of this process. */
let launched: Promise<Browser> | undefined;

/** After the last window. */
export async function end(): Promise<void> {
  await (await launched)?.close();
}

const isOurs = ({ commandLine }: { readonly commandLine: string }): boolean => /\b(engine|languageServer)\.js\b/.test(commandLine);

export async function openWindow(options: WindowOptions = {}): Promise<PagesWindow> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'iree-replay-pages-'));
  const [folder, trash] = [path.join(temporary, 'captures'), path.join(temporary, 'trash')];
  mkdirSync(folder);
  for (const file of options.files ?? ['small.ireereplay']) {
    cpSync(path.join(fixtures, file), path.join(folder, path.basename(file)), { recursive: true });
  }
  const manifest = readManifest();
  const { 'workbench.colorTheme': theme = 'Default Dark Modern', ...others } = options.settings ?? {};
  const settings = createSettings(manifest, { 'ireeReplay.substitute.seconds': 0.5, ...others });
  const clipboard = { text: '' };
  const browser = await (launched ??= launchBrowser());
  // What moves while it waits would be drawn all the time, by a processor that has other things to do.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const devTools = await context.newCDPSession(page);
  // tsx keeps the names of functions with a helper, which what is evaluated in a page calls too.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  if (process.env['IR_LATE_FRAMES'] !== undefined)
    await context.addInitScript({ content: lateFrames(Number(process.env['IR_LATE_FRAMES'])) });
  const said: string[] = [];
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.stack ?? error.message));

  const hear = (panel: string, word: PageWord): void => {
    switch (word.kind) {
      case 'message':
        host.api.tabs.receive(panel, unpacked(word.message));
        return;
      case 'state':
        host.api.tabs.keepState(panel, JSON.parse(word.json));
        return;
      case 'clicked':
        host.api.pageClicked();
        return;
      case 'key':
        pressed(word.key);
        return;
      case 'menu':
        menu = word.context;
    }
  };
  let menu: Readonly<Record<string, unknown>> | undefined;
  const screen = await createScreen({ page, devTools }, keptTheme(String(theme)), hear);
  const kept: KeptOfWindow = createContext(temporary);

  /** One extension host. */
  const start = async (before: readonly KeptTab[]) => {
    const trusted = options.trusted !== false || kept.trusted;
    const api = createApi({ manifest, folder, trash, settings, trusted, screen, clipboard, choose: (...args) => execute(...args) });
    const extensionContext = kept.context();
    const extension = loadExtension(api.vscode);
    extension.activate(extensionContext);
    await api.tabs.restore(before);
    const end = (): void => {
      for (const tab of [...api.tabs.all]) api.tabs.close(tab);
      const { subscriptions } = extensionContext;
      for (const one of subscriptions.toReversed()) void one.dispose();
      api.dispose();
      // What comes up only now would outlive it: an extension host's process ends.
      subscriptions.push = (...late) => {
        for (const one of late) void one.dispose();
        return 0;
      };
    };
    return { api, extension, end };
  };
  let host = await start([]);

  const contextKey = (name: string): unknown => {
    const { active } = host.api.tabs;
    const custom = active?.input.kind === 'custom' ? active.input.viewType : undefined;
    const panel = active?.panel?.viewType;
    const resource =
      active?.input.kind === 'text' ? active.input.document.uri : active?.input.kind === 'custom' ? active.input.uri : undefined;
    const own: Readonly<Record<string, unknown>> = {
      ...{ resourceScheme: resource?.scheme, resourceExtname: path.extname(resource?.path ?? '') },
      ...{ resourceFilename: path.basename(resource?.path ?? ''), resourcePath: resource?.path },
      ...{ activeCustomEditorId: custom, activeWebviewPanelId: panel, webviewId: panel, isLinux: true },
      isWorkspaceTrusted: host.api.vscode.workspace.isTrusted,
    };
    return own[name] ?? host.api.contextKey(name);
  };
  const execute = (command: string, ...args: readonly unknown[]): void => {
    const { enablement } = manifest.contributes.commands.find((one) => one.command === command) ?? {};
    if (!holds(enablement, contextKey)) throw new Error(`${command} cannot be chosen now: ${enablement ?? ''}`);
    // VS Code says why a command fails.
    host.api.commands.execute(command, ...args).catch((error: unknown) => {
      void host.api.vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    });
  };
  const pressed = (key: string): void => {
    // The last that fits has it.
    const binding = manifest.contributes.keybindings.findLast((one) => one.key === key && holds(one.when, contextKey));
    if (binding !== undefined) execute(binding.command, ...(binding.args === undefined ? [] : [binding.args]));
  };
  const commandOf = (title: string, isOffered: (command: string) => boolean): string => {
    const found = manifest.contributes.commands.filter((one) => `${one.category ?? ''}: ${one.title}`.includes(title));
    const offered = found.filter(({ command }) => isOffered(command));
    const exact = offered.find((one) => `${one.category ?? ''}: ${one.title}` === title || one.title === title) ?? offered[0];
    if (exact === undefined) throw new Error(`no command of ours is called ${title}, or none is offered now`);
    return exact.command;
  };
  const inPalette = (command: string): boolean => {
    const entry = manifest.contributes.menus['commandPalette']?.find((one) => one.command === command);
    return holds(entry?.when, contextKey);
  };
  const titled = (title: string, wanted: string | RegExp): boolean =>
    typeof wanted === 'string' ? title.includes(wanted) : wanted.test(title);

  const take: PagesWindow['screenshot'] = async (name, place) => {
    mkdirSync(screenshots, { recursive: true });
    const file = path.join(screenshots, `${name}.png`);
    // Files of those that are kept are made small.
    if (place !== undefined && 'x' in place) await page.screenshot({ path: file, clip: place });
    else if (place !== undefined || process.env['IR_MEDIA'] !== undefined) await (place ?? page).screenshot({ path: file });
    else await takePicture(devTools, file);
  };
  const screenshot: PagesWindow['screenshot'] = async (name, place) => {
    if (process.env['IR_PICTURES'] !== undefined || process.env['IR_MEDIA'] !== undefined) await take(name, place);
  };
  const keep = async (test: string): Promise<void> => {
    const name = `failed ${test.replaceAll(/\W+/g, ' ').trim()}`;
    await take(name);
    const frames = await Promise.all(page.frames().map((frame) => frame.content().catch(String)));
    const words = ['the browser says:', ...said.slice(-30), 'the extension says:', ...host.api.output.slice(-30), ...frames];
    writeFileSync(path.join(screenshots, `${name}.txt`), words.join('\n'));
  };
  open.set(page, keep);
  const remove = (): void => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);

  return {
    page,
    folder,
    trash,
    storage: path.join(temporary, 'storage'),
    workspaceState: kept.workspaceState,
    rows: (view) => host.api.views.rows(`ireeReplay.${view}`),
    listDescription: (view) => host.api.views.description(`ireeReplay.${view}`),
    listMessage: (view) => host.api.views.message(`ireeReplay.${view}`),
    chooseForFile(name, item) {
      const uri = URI.file(path.join(folder, name));
      execute(
        commandOf(item, () => true),
        uri,
        [uri],
      );
    },
    get answers() {
      return host.api.answers;
    },
    get tabs() {
      return host.api.tabs.all.map(({ title }) => title);
    },
    get shownTabs() {
      const { all } = host.api.vscode.window.tabGroups;
      return all.flatMap(({ activeTab }) => activeTab?.label ?? []);
    },
    async tab(title) {
      await until(`the tab ${String(title)}`, () => {
        const shown = host.api.tabs.active?.title;
        if (shown !== undefined && titled(shown, title)) return true;
        throw new Error(`the tab that is shown is ${shown ?? 'none'}`);
      });
      await screen.settled();
    },
    async showTab(title) {
      const tab = host.api.tabs.all.findLast((one) => titled(one.title, title));
      if (tab === undefined) throw new Error(`no tab is called ${String(title)}`);
      await host.api.tabs.reveal(tab);
      await screen.settled();
    },
    get text() {
      const { active, selection } = host.api.tabs;
      if (active?.input.kind !== 'text') return undefined;
      const { document } = active.input;
      const { line, character } = selection?.active ?? { line: 0, character: 0 };
      return { file: document.fileName, line: line + 1, column: character + 1, text: document.getText() };
    },
    get textEditor() {
      return host.api.textEditor;
    },
    get statusItems() {
      return host.api.statusItems;
    },
    get asked() {
      return host.api.commands.asked;
    },
    get statusMessages() {
      return host.api.statusMessages;
    },
    get hasNativeCore() {
      return host.extension.hasNativeCore;
    },
    get openedOutside() {
      return host.api.openedOutside;
    },
    get taskTerminal() {
      return host.api.tasks.shown;
    },
    endTask: (name) => host.api.tasks.end(name),
    get progress() {
      return host.api.progress;
    },
    async openFile(name) {
      await host.api.tabs.open(URI.file(path.join(folder, name)));
      await screen.settled();
    },
    async openBeside(name) {
      await host.api.tabs.open(URI.file(path.join(folder, name)), { viewColumn: enumerations.ViewColumn.Beside });
      await screen.settled();
    },
    get titleActions() {
      const items = (manifest.contributes.menus['editor/title'] ?? []).filter(({ when }) => holds(when, contextKey));
      const shown = items.filter(({ group }) => group?.startsWith('navigation') === true);
      return shown.map(({ command }) => manifest.contributes.commands.find((one) => one.command === command)?.title ?? '');
    },
    async closeEditor() {
      const { active } = host.api.tabs;
      if (active !== undefined) host.api.tabs.close(active);
      await screen.settled();
    },
    shownPanel() {
      const { active } = host.api.tabs;
      return Promise.resolve(active?.input.kind === 'panel' ? active.panel?.id : undefined);
    },
    webview: () => page.frameLocator(ACTIVE_FRAME),
    async runCommand(title) {
      execute(commandOf(title, inPalette));
      await screen.settled();
    },
    async chooseInMenu(place, item) {
      // A list that moves meanwhile has another row there, whose menu has other items.
      const chosen = await until(
        item,
        async () => {
          menu = undefined;
          await place.click({ button: 'right' });
          const of = await until('the menu', () => menu);
          const valueOf = (name: string): unknown => of[name] ?? contextKey(name);
          const commands = (manifest.contributes.menus['webview/context'] ?? []).filter(({ when }) => holds(when, valueOf));
          const titles = commands.map(({ command }) => manifest.contributes.commands.find((one) => one.command === command)?.title ?? '');
          const found = commands[titles.findIndex((title) => title.includes(item))];
          if (found === undefined) throw new Error(`${item} is not in the menu: ${titles.join(', ')}`);
          return { command: found.command, of };
        },
        10,
      );
      execute(chosen.command, chosen.of);
    },
    setTheme: (name) => screen.wear(keptTheme(name)),
    clipboard: () => Promise.resolve(clipboard.text),
    copy: (text) => void (clipboard.text = text),
    clearClipboard: () => Promise.resolve(void (clipboard.text = '')),
    screenshot,
    outputChannel: () => host.api.output.join('\n'),
    setSetting: (name, value) => settings.set(name, value),
    trust() {
      kept.trusted = true;
      host.api.trust();
    },
    async reload() {
      await screen.settled();
      // As the palette, by which a person does it.
      await screen.blur();
      const tabs = host.api.tabs.keep();
      host.end();
      host = await start(tabs);
      await screen.settled();
    },
    async dispose() {
      open.delete(page);
      host.end();
      await context.close();
      // The next window of this process begins without any.
      await until('the processes of the extension to end', () => !processesBelow(process.pid).some(isOurs));
      remove();
      process.off('exit', remove);
    },
  };
}
