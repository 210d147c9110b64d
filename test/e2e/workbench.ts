/**
 * The workbench of a real VS Code in a headless browser, with the packaged extension installed, as the tests drive it.
 * `npm run test:e2e` sets the environment: the version, its server, the folder of the installed extension, the browser.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, type TestContext } from 'node:test';
import type { Frame, Locator, Page } from 'playwright-core';
import { environment, launchBrowser, takePicture } from './browser';
import type { Process } from './processes';
import { chooseInContextMenu } from './contextMenu';
import type { EditorWindow } from './editorWindow';
import { startServer, type Server } from './server';
import { until } from './until';
import { tellWhatIsShown } from './windowWords';

export { until } from './until';

const publisherAndName = 'iree-replay.iree-replay';
const fixtures = path.resolve(__dirname, '..', 'fixtures');

/** The version of VS Code that this run tests. */
export const vscodeVersion = environment('IR_VSCODE_VERSION');

export interface WorkbenchOptions {
  /**
   * Files and folders of test/fixtures, or any by an absolute path, that the opened folder holds, without their folders. What the explorer
   * has to show belongs here: it does not notice a file that comes while its window does, before VS Code watches the folder.
   */
  readonly files?: readonly string[];
  /** Default true; false opens the folder in restricted mode. */
  readonly trusted?: boolean;
  /** Default false: of VS Code's own extensions those alone that run nothing, such as its languages and themes. */
  readonly whole?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Workbench extends EditorWindow {
  /** What the server has started: the extension host, and what that has started. */
  processes(): readonly Process[];
  /** Everything the extension host logged, activation times included. */
  extensionHostLog(): string;
  /** Loads the window again by a command of VS Code's own, which first writes what it keeps, as a desktop does. */
  reload(command?: string): Promise<void>;
  dispose(): Promise<void>;
}

/**
 * What VS Code marks as done when it knows what extensions contribute, and what begins after it has come up: before both it opens a capture
 * as a text.
 */
const DONE = ['code/didLoadExtensions', 'code/didCreateWorkbenchContributions/3'];

/** Loads a window, and waits until it shows files in the editors of extensions and takes requests from outside. */
async function ready(page: Page, server: Server, load: () => Promise<unknown>): Promise<void> {
  const before = server.windows();
  await load();
  await page.waitForFunction((done) => done.every((mark) => performance.getEntriesByName(mark).length > 0), DONE);
  await until('a window that takes requests', () => server.windows() > before);
}

/** What a window and its server have to say when something does not happen. */
function whyNot(server: Server, said: readonly string[]): string {
  const lines = (log: string): readonly string[] => server.logs(log).trimEnd().split('\n').slice(-30);
  return [
    ...['the browser says:', ...said.slice(-30)],
    ...['the extension host says:', ...lines('remoteexthost')],
    ...['the extension says:', ...lines('IREE Replay')],
  ].join('\n');
}

/** What a frame shows and what of it has the keyboard, as far as it answers. */
async function shown(frame: Frame): Promise<string> {
  const body = frame.locator('body');
  const unanswered = (error: unknown): string => String(error);
  const keyboard = body.evaluate(
    ({ ownerDocument }) => {
      const { activeElement } = ownerDocument;
      return `keyboard: ${ownerDocument.hasFocus() ? 'here' : 'elsewhere'}, at ${activeElement?.nodeName ?? 'nothing'} ${activeElement?.id ?? ''} ${activeElement?.className ?? ''}`;
    },
    undefined,
    { timeout: 2000 },
  );
  const text = body.innerText({ timeout: 2000 });
  return [frame.url(), await keyboard.catch(unanswered), await text.catch(unanswered)].join('\n');
}

/** Windows that are open: each keeps what it shows and says when a test has failed, under that test's name. */
const open = new Map<Page, (test: string) => Promise<void>>();
// Measurements drive a workbench, too: outside of tests this would print what a test runner does.
if (process.env['NODE_TEST_CONTEXT'] !== undefined)
  afterEach(async (context) => {
    const { passed, fullName } = context as TestContext & { readonly passed?: boolean };
    if (passed !== false) return;
    for (const keep of open.values()) await keep(fullName);
    await tellWhatIsShown(context as TestContext, open.keys());
  });

/** A folder of this version in test/artifacts. */
function artifacts(kind: string): string {
  const folder = path.resolve(__dirname, '..', 'artifacts', kind, vscodeVersion);
  mkdirSync(folder, { recursive: true });
  return folder;
}

export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'iree-replay-e2e-'));
  const remove = (): void => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  const folder = path.join(temporary, 'captures');
  mkdirSync(folder);
  for (const file of options.files ?? ['small.ireereplay']) {
    cpSync(path.resolve(fixtures, file), path.join(folder, path.basename(file)), { recursive: true });
  }
  // In restricted mode without being asked for trust first.
  const settings = { 'security.workspace.trust.startupPrompt': 'never', 'ireeReplay.substitute.seconds': 4, ...options.settings };
  const server = await startServer({
    node: environment('IR_VSCODE_NODE'),
    main: environment('IR_VSCODE_MAIN'),
    extensionsDir: environment('IR_EXTENSIONS_DIR'),
    dataDir: path.join(temporary, 'data'),
    settings,
    whole: options.whole === true,
    flags: options.trusted === false ? [] : ['--disable-workspace-trust'],
  });
  const browser = await launchBrowser();
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    // What moves while it waits would be drawn all the time, by a processor that has other things to do.
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(60_000);
  // tsx keeps the names of functions with a helper, which what is evaluated in a page calls too.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  const said: string[] = [];
  const devTools = await page.context().newCDPSession(page);
  const picture = async (name: string, place?: Locator): Promise<void> => {
    const file = path.join(artifacts('screenshots'), `${name}.png`);
    // Files of those that are kept are made small.
    if (place !== undefined || process.env['IR_MEDIA'] !== undefined) await (place ?? page).screenshot({ path: file });
    else await takePicture(devTools, file);
  };
  const keep = async (test: string): Promise<void> => {
    const name = `failed ${test.replaceAll(/\W+/g, ' ').trim()}`;
    const frames = await Promise.all(page.frames().map(shown));
    const views = await page.locator('iframe').evaluateAll((all) => all.map((one) => one.outerHTML));
    writeFileSync(path.join(artifacts('screenshots'), `${name}.txt`), [whyNot(server, said), ...views, ...frames].join('\n\n'));
    await picture(name);
  };
  open.set(page, keep);
  const dispose = async (): Promise<void> => {
    open.delete(page);
    await browser.close();
    await server.stop();
    remove();
    process.off('exit', remove);
  };
  // When the tests are ended from outside; the server ends then too.
  process.once('exit', remove);
  process.once('SIGTERM', () => process.exit(1));
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.stack ?? error.message));
  const address = `http://127.0.0.1:${server.port}/?folder=${encodeURIComponent(folder)}`;
  try {
    await ready(page, server, () => page.goto(address));
  } catch (error) {
    const why = whyNot(server, said);
    await dispose();
    throw new Error(`VS Code does not come up in the browser; ${why}`, { cause: error });
  }

  const quickInput = page.locator('.quick-input-widget input').first();
  const runCommand = async (title: string): Promise<void> => {
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: title });
    const chosen = page.locator('.quick-input-list .monaco-list-row.focused', { hasText: title });
    // By as many presses as a busy window needs; a page that comes and takes the keyboard closes the palette.
    await until(`the palette at ${title}`, async () => {
      await page.keyboard.press('F1');
      await quickInput.fill(`>${title}`, { timeout: 3000 });
      await row.first().waitFor({ timeout: 10_000 });
      // What else has these words may stand above it.
      for (let above = 0; above < 10 && (await chosen.count()) === 0; above++) await page.keyboard.press('ArrowDown');
      if ((await chosen.count()) === 0) return false;
      // To the palette alone: a page that took the keyboard just now would be pressed in its place.
      await quickInput.press('Enter', { timeout: 3000 });
      return true;
    });
  };
  return {
    page,
    folder,
    openFile: async (name) => {
      // As `code FILE` in a terminal does: a list to choose from may still show the tab of a run that is named after the file.
      await server.openFile(path.join(folder, name));
      await page.locator(`.editor-group-container.active .tab.active[data-resource-name=${JSON.stringify(path.basename(name))}]`).waitFor();
    },
    closeEditor: async () => {
      const tab = page.locator('.editor-group-container.active .tab.active');
      const name = await tab.getAttribute('data-resource-name');
      await tab.locator('.tab-actions .action-label').click();
      await page.locator(`.tab[data-resource-name=${JSON.stringify(name)}]`).waitFor({ state: 'detached' });
    },
    processes: () => server.processes(),
    shownPanel: async () => {
      const tabs = page.locator('.editor-group-container.active .tab.active[data-resource-name^="webview-"]');
      const [name] = await tabs.evaluateAll((all) => all.map((tab) => tab.getAttribute('data-resource-name') ?? undefined));
      return name;
    },
    chooseInMenu: (place, item) => chooseInContextMenu({ page }, place, item),
    webview: () =>
      page.frameLocator(`iframe.webview.ready[src*="extensionId=${publisherAndName}"]:visible`).frameLocator('iframe#active-frame'),
    runCommand,
    setTheme: async (theme) => {
      server.setSettings({ ...settings, 'workbench.colorTheme': theme });
      const [light, dark] = theme.includes('High Contrast') ? ['hc-light', 'hc-black'] : ['vs', 'vs-dark'];
      const kind = theme.includes('Light') ? light : dark;
      await page.locator(`.monaco-workbench.${kind}`).waitFor({ timeout: 60_000 });
    },
    clipboard: () => page.evaluate<string>('navigator.clipboard.readText()'),
    clearClipboard: () => page.evaluate("navigator.clipboard.writeText('')"),
    screenshot: picture,
    outputChannel: () => server.logs('IREE Replay'),
    extensionHostLog: () => server.logs('remoteexthost'),
    reload: (command = 'Developer: Reload Window') =>
      ready(page, server, async () => {
        const gone = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame());
        await runCommand(command);
        await gone;
      }),
    dispose,
  };
}
