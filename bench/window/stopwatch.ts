/**
 * Times as a user's eyes have them, taken in the window itself: from a key or a click to the frame in which the answer is drawn. A frame is
 * 16 ms: no time is more exact.
 */
import type { Frame, Locator, Page } from 'playwright-core';

/** What a document keeps for those who time it. */
interface Timed {
  /** VS Code's interface for webviews, and the conversation of the page that has it. */
  vscode?: { postMessage(message: unknown): void };
  session?: string;
  /** How long what was begun last took, in milliseconds. */
  took?: Promise<number>;
}

/** In milliseconds since 1970. */
const now = (): number => performance.timeOrigin + performance.now();

/** Lets `roundTrip` use what pages that come post with: VS Code gives it once, to the page. */
export async function keepInterface(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const timed = globalThis as Timed;
    let acquire: () => NonNullable<Timed['vscode']>;
    Object.defineProperty(globalThis, 'acquireVsCodeApi', {
      configurable: true,
      set: (given: typeof acquire) => {
        acquire = given;
      },
      get: () => () => {
        const api = acquire();
        const postMessage = (message: unknown): void => {
          if (typeof message === 'object' && message !== null && 'session' in message) timed.session = String(message.session);
          api.postMessage(message);
        };
        return (timed.vscode = { ...api, postMessage });
      },
    });
  });
}

/** How long a page took, in milliseconds: since it was asked for, and since its own document began. */
export interface Opened {
  readonly sinceAsked: number;
  readonly sinceItsStart: number;
}

/** Times the first frame in which a webview of this extension, or of the empty one, that `open` brings shows `selector`. */
export async function opened(page: Page, selector: string, open: () => Promise<unknown>): Promise<Opened> {
  const before = new Set(page.frames());
  const begin = now();
  const opening = open();
  for (;;) {
    const shown = page.frames().flatMap((frame) => (isOurs(frame) && !before.has(frame) ? [shownIn(frame, selector)] : []));
    // A document that is being replaced may never answer: it is asked again, a frame later.
    const frame = page.evaluate(() => new Promise<undefined>((resolve) => requestAnimationFrame(() => resolve(undefined))));
    const [first] = await Promise.all([Promise.race([...shown, frame]), frame]);
    if (first === undefined) continue;
    await opening;
    return { sinceAsked: first.at - begin, sinceItsStart: first.at - first.start };
  }
}

/** Of the page within a webview, which is two frames deep. */
function isOurs(frame: Frame): boolean {
  return frame.parentFrame()?.url().includes('extensionId=iree-replay.') === true;
}

/** When that is drawn, and when the document began, in milliseconds since 1970; undefined while it is not there. */
async function shownIn(frame: Frame, selector: string): Promise<{ readonly at: number; readonly start: number } | undefined> {
  const shown = frame.evaluate((wanted) => {
    const { timeOrigin: start } = performance;
    return document.querySelector(wanted) === null ? undefined : { at: start + performance.now(), start };
  }, selector);
  // A frame that is still being made has nothing to show.
  return shown.catch(() => undefined);
}

/** What a text has to become, in the document of `body`. */
export interface Wanted {
  readonly body: Locator;
  /** What begins it: "keydown", "click". */
  readonly event: string;
  readonly selector: string;
  /** A regular expression; another text than before that matches it is the answer. */
  readonly text: string;
}

/** Does `begin`; returns milliseconds from the event to the answer. */
export async function timed({ body, ...wanted }: Wanted, begin: () => Promise<unknown>): Promise<number> {
  await body.evaluate((_, { event, selector, text }) => {
    const words = (): string => (document.querySelector(selector)?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    const before = words();
    const took = new Promise<number>((resolve) => {
      const start = ({ timeStamp }: Event): void => {
        let changed = false;
        const look = (): void => {
          const seen = words();
          changed ||= seen !== before;
          if (changed && new RegExp(text).test(seen)) resolve(performance.now() - timeStamp);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      addEventListener(event, start, { once: true, capture: true });
    });
    (globalThis as Timed).took = took;
  }, wanted);
  await begin();
  return body.evaluate(() => (globalThis as Timed).took ?? Number.NaN);
}

/** Milliseconds that VS Code takes to bring a message from the page to the extension, and an answer back, for which nothing is done. */
export function roundTrip(body: Locator): Promise<number> {
  return body.evaluate(() => {
    const { vscode, session } = globalThis as Timed;
    if (vscode === undefined) throw new Error('the page has no interface of VS Code');
    // Far from those of the page.
    const id = 1e9;
    const begin = performance.now();
    return new Promise<number>((resolve) => {
      const hear = ({ data }: MessageEvent<{ readonly id?: number } | null>): void => {
        if (data?.id !== id) return;
        removeEventListener('message', hear);
        resolve(performance.now() - begin);
      };
      addEventListener('message', hear);
      vscode.postMessage({ rpc: 'call', session, id, method: 'focused', params: { focused: true } });
    });
  });
}
