/** Pages drawn by Chromium, each in a frame as VS Code has it. */
import { buildSync } from 'esbuild';
import * as path from 'node:path';
import type { CDPSession, Frame, Page } from 'playwright-core';
import type { InPage, PageWord, ToldWord } from './inPage';
import { packed } from './messages';
import { frames } from '../e2e/frames';
import { defaultStyles, type Theme } from './themes';
import type { ShownPage } from './vscode/panels';
import type { Screen } from './vscode/tabs';

const ORIGIN = 'http://localhost';

/** The window: nothing but the frames of pages, of which the active one has the class that the tests look for. */
const SHELL = `<!doctype html>
<style>
  html, body { margin: 0; height: 100%; overflow: hidden; background: var(--vscode-editor-background); }
  body { display: flex; }
  iframe { flex: 1; min-width: 0; height: 100%; border: 0; }
</style>`;

/** The frame that the tests look at. */
export const ACTIVE_FRAME = 'iframe.active';

/** Controls of the toolkit take colours over with the next frame, and those that are made of others with one more. */
const FRAMES_OF_THEME = 3;

export interface DrawnScreen extends Screen {
  /** Resolves when what has been asked for until now is drawn. */
  settled(): Promise<void>;
  /** Resolves when the page that is shown is drawn in it. */
  wear(theme: Theme): Promise<void>;
  /** Takes the keyboard from the page that has it; resolves when what pages say of that has been heard. */
  blur(): Promise<void>;
}

/** Draws in `page`, which `devTools` is connected to. */
export async function createScreen(
  { page, devTools }: { readonly page: Page; readonly devTools: CDPSession },
  theme: Theme,
  heard: (panel: string, word: PageWord) => void,
): Promise<DrawnScreen> {
  const [inPage] = buildSync({
    ...{ entryPoints: [path.join(__dirname, 'inPage.ts')], bundle: true, format: 'iife', target: 'chrome134', write: false },
  }).outputFiles;
  const script = inPage?.text ?? '';
  const styles = defaultStyles();
  const pages = new Map<string, ShownPage>();
  /** Of the panels that have said something, where their scripts run now. */
  const contexts = new Map<string, number>();
  let worn = theme;

  const document = ({ panel, html, state }: ShownPage): string => {
    const attribute = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const kept = state === undefined ? '' : ` data-state="${attribute(JSON.stringify(state))}"`;
    const wear = `<script>wear(${JSON.stringify(worn).replaceAll('<', '\\u003c')})</script>`;
    return html
      .replace('<head>', () => `<head><style id="_defaultStyles">${styles}</style><script data-panel="${panel}"${kept}>${script}</script>`)
      .replace(/<body/, '<body role="document"')
      .replace(/<body[^>]*>/, (body) => `${body}${wear.replace('<script>', `<script nonce="${nonceOf(html)}">`)}`);
  };

  // Playwright's own way is to answer each word, which takes the page longer than what most words are about.
  devTools.on('Runtime.bindingCalled', ({ payload, executionContextId }) => {
    const [panel, word] = JSON.parse(payload) as ToldWord;
    contexts.set(panel, executionContextId);
    heard(panel, word);
  });
  await devTools.send('Runtime.enable');
  await devTools.send('Runtime.addBinding', { name: 'tellWindow' });
  const inContext = (contextId: number, expression: string): Promise<unknown> =>
    devTools.send('Runtime.evaluate', { expression, contextId, returnByValue: true });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const shown = pages.get(new URL(route.request().url()).pathname.slice(1));
    await route.fulfill({ contentType: 'text/html', body: shown === undefined ? SHELL : document(shown) });
  });
  await page.goto(`${ORIGIN}/`);

  let drawing = Promise.resolve();
  /** One after the other; what is asked of a page that has gone is lost. */
  const next = (work: () => Promise<unknown>): void => {
    drawing = drawing.then(work).then(
      () => undefined,
      () => undefined,
    );
  };
  const drawn = (): readonly Frame[] => page.frames().filter((frame) => frame !== page.mainFrame());
  return {
    show(shown, active) {
      const keyOf = ({ panel, load }: ShownPage): string => `${panel}-${String(load)}`;
      const keys = shown.map(keyOf);
      const activeKey = active === undefined ? '' : keyOf(active);
      next(async () => {
        pages.clear();
        for (const one of shown) pages.set(keyOf(one), one);
        await page.evaluate(
          ([wanted, first]) => {
            const all = new Map([...globalThis.document.querySelectorAll('iframe')].map((one) => [one.id, one]));
            for (const [key, frame] of all) if (!wanted.includes(key)) frame.remove();
            for (const key of wanted) {
              const frame = all.get(key) ?? globalThis.document.createElement('iframe');
              const wasActive = frame.className === 'active';
              frame.className = key === first ? 'active' : '';
              if (!all.has(key)) {
                frame.id = key;
                frame.src = `/${key}`;
                globalThis.document.body.append(frame);
              }
              if (key === first && !wasActive) frame.focus();
            }
          },
          [keys, activeKey] as const,
        );
      });
    },
    post(panel, message) {
      const contextId = contexts.get(panel);
      const text = JSON.stringify(packed(message));
      next(async () => contextId !== undefined && inContext(contextId, `hear(${text})`));
    },
    async settled() {
      await drawing;
    },
    async blur() {
      await page.evaluate(() => globalThis.document.querySelector<HTMLElement>('iframe.active')?.blur());
      // What a page has said comes before its answer.
      await Promise.allSettled([...contexts.values()].map((contextId) => inContext(contextId, '0')));
    },
    async wear(next) {
      worn = next;
      const wear = (one: Theme): void => (globalThis as unknown as InPage).wear(one);
      await Promise.all(drawn().map((frame) => frame.evaluate(wear, next)));
      await page.frameLocator(ACTIVE_FRAME).locator('body').evaluate(frames, FRAMES_OF_THEME);
    },
  };
}

/** Of the page's own script. */
const nonceOf = (html: string): string => /<script nonce="([^"]+)"/.exec(html)?.[1] ?? '';
