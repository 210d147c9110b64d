/**
 * The workbench of a real VS Code in a headless browser, with the packaged extension installed, as the tests drive it.
 * `npm run test:e2e` sets the environment: the version, its server, the folder of the installed extension, the browser.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FrameLocator, Page } from 'playwright-core';
import { environment, launchBrowser } from './browser';
import { startServer, type Server } from './server';

const publisherAndName = 'iree-replay.iree-replay';
const fixtures = path.resolve(__dirname, '..', 'fixtures');

/** The version of VS Code that this run tests. */
export const vscodeVersion = environment('IR_VSCODE_VERSION');

export interface WorkbenchOptions {
  /** Files and folders of test/fixtures that the opened folder holds, without their folders. */
  readonly files?: readonly string[];
  /** Default true; false opens the folder in restricted mode. */
  readonly trusted?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Workbench {
  readonly page: Page;
  /** The opened folder; tests may write into it. */
  readonly folder: string;
  /** Opens a file of the folder in the editor that is the default for it. */
  openFile(name: string): Promise<void>;
  /** The document of the visible webview of the extension. */
  webview(): FrameLocator;
  /** Runs a command by its title in the palette. */
  runCommand(title: string): Promise<void>;
  /** Changes the colour theme; returns when the workbench is drawn in it. */
  setTheme(theme: string): Promise<void>;
  /** Keeps a picture of the window in test/artifacts/screenshots/<version>/<name>.png. */
  screenshot(name: string): Promise<void>;
  /** What the extension wrote to its output channel. */
  outputChannel(): string;
  /** Everything the extension host logged, activation times included. */
  extensionHostLog(): string;
  /** Loads the page again, as a user reloads the window. */
  reload(): Promise<void>;
  dispose(): Promise<void>;
}

/**
 * Waits until `ask` returns something else than undefined or false. While editors change places a webview may be gone or
 * be there twice: an error of `ask` is one more reason to ask again, and is told when time is up.
 */
export async function until<T>(what: string, ask: () => T | undefined | false | Promise<T | undefined | false>, seconds = 60): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    let cause: unknown;
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > end) throw new Error(`after ${seconds} s still not: ${what}`, { cause });
    await sleep(50);
  }
}

/** The workbench shows editors before it knows the extensions' contributions. */
async function ready(page: Page, server: Server): Promise<void> {
  await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
  const hostsLog = (): string => server.logs('remoteexthost');
  const seen = hostsLog().split('Eager extensions activated').length;
  await until('extensions activated', () => hostsLog().split('Eager extensions activated').length >= Math.max(seen, 2), 60);
}

export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'iree-replay-e2e-'));
  const folder = path.join(temporary, 'captures');
  mkdirSync(folder);
  for (const file of options.files ?? ['small.ireereplay']) {
    cpSync(path.join(fixtures, file), path.join(folder, path.basename(file)), { recursive: true });
  }
  const server = await startServer({
    node: environment('IR_VSCODE_NODE'),
    main: environment('IR_VSCODE_MAIN'),
    extensionsDir: environment('IR_EXTENSIONS_DIR'),
    dataDir: path.join(temporary, 'data'),
    // In restricted mode without being asked for trust first.
    settings: { 'security.workspace.trust.startupPrompt': 'never', ...options.settings },
    flags: options.trusted === false ? [] : ['--disable-workspace-trust'],
  });
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  const address = `http://127.0.0.1:${server.port}/?folder=${encodeURIComponent(folder)}`;
  await page.goto(address);
  await ready(page, server);

  const quickInput = page.locator('.quick-input-widget input').first();
  /** Opens the quick input by its key, as often as a busy window needs. */
  const quickly = (key: string): Promise<boolean> =>
    until(`the input of ${key}`, async () => {
      await page.keyboard.press(key);
      return quickInput.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    });
  return {
    page,
    folder,
    openFile: async (name) => {
      await quickly('Control+p');
      await quickInput.fill(path.join(folder, name));
      // Until it has been filtered, the list shows other files first, and Enter would open one of them.
      await page
        .locator('.quick-input-list .monaco-list-row')
        .first()
        .filter({ hasText: path.basename(name) })
        .waitFor();
      await quickInput.press('Enter');
      await page.locator('.tabs-container .tab.active', { hasText: path.basename(name) }).waitFor();
    },
    webview: () =>
      page.frameLocator(`iframe.webview.ready[src*="extensionId=${publisherAndName}"]:visible`).frameLocator('iframe#active-frame'),
    runCommand: async (title) => {
      await quickly('F1');
      await quickInput.fill(`>${title}`);
      await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
      await quickInput.press('Enter');
    },
    setTheme: async (theme) => {
      server.setSettings({ ...options.settings, 'workbench.colorTheme': theme });
      const kind = theme.includes('Light') ? 'vs' : 'vs-dark';
      await page.locator(`.monaco-workbench.${kind}`).waitFor({ timeout: 60_000 });
    },
    screenshot: async (name) => {
      const target = path.resolve(__dirname, '..', 'artifacts', 'screenshots', vscodeVersion);
      mkdirSync(target, { recursive: true });
      await page.screenshot({ path: path.join(target, `${name}.png`) });
    },
    outputChannel: () => server.logs('IREE Replay'),
    extensionHostLog: () => server.logs('remoteexthost'),
    reload: async () => {
      await page.reload();
      await ready(page, server);
    },
    dispose: async () => {
      await browser.close();
      await server.stop();
      if (existsSync(temporary)) rmSync(temporary, { recursive: true, force: true });
    },
  };
}
