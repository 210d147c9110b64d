/** What VS Code puts into a page before anything else of it: the page's way to the extension, and what the window hears of it. */
import { packed, unpacked, type PackedMessage } from './messages';

export type PageWord =
  | { readonly kind: 'message'; readonly message: PackedMessage }
  | { readonly kind: 'state'; readonly json: string }
  /** A part of the page that was clicked has the keyboard. */
  | { readonly kind: 'clicked' }
  /** As the manifest's keybindings write it. */
  | { readonly kind: 'key'; readonly key: string }
  /** A right-click, on what the page says with `data-vscode-context`. */
  | { readonly kind: 'menu'; readonly context: Readonly<Record<string, unknown>> };

/** What a page says, of which panel it is. */
export type ToldWord = readonly [panel: string, word: PageWord];

export interface InPage {
  /** Takes a `ToldWord` as JSON. */
  tellWindow(text: string): void;
  /** Of a theme: classes and data of the body, variables of the document. */
  wear(theme: {
    readonly kind: string;
    readonly data: Readonly<Record<string, string>>;
    readonly variables: Readonly<Record<string, string>>;
  }): void;
  hear(message: PackedMessage): void;
}

const scope = globalThis as unknown as InPage & { acquireVsCodeApi?: () => object };
const { panel = '', state: first = '' } = document.currentScript?.dataset ?? {};
let state: unknown = first === '' ? undefined : JSON.parse(first);
const say = (word: PageWord): void => scope.tellWindow(JSON.stringify([panel, word] satisfies ToldWord));

scope.acquireVsCodeApi = () => {
  delete scope.acquireVsCodeApi;
  return Object.freeze({
    postMessage: (message: unknown) => say({ kind: 'message', message: packed(message) }),
    getState: () => state,
    setState(next: unknown) {
      state = next;
      say({ kind: 'state', json: JSON.stringify(next) });
      return next;
    },
  });
};

scope.hear = (message) => void dispatchEvent(new MessageEvent('message', { data: unpacked(message) }));

scope.wear = ({ kind, data, variables }) => {
  const { style } = document.documentElement;
  style.cssText = '';
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
  document.body.className = kind;
  for (const [name, value] of Object.entries(data)) document.body.setAttribute(name, value);
};

const NAMES: Readonly<Record<string, string>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

addEventListener('keydown', ({ key, ctrlKey, shiftKey, altKey }) => {
  const parts = [ctrlKey && 'ctrl', shiftKey && 'shift', altKey && 'alt', NAMES[key] ?? key.toLowerCase()];
  say({ kind: 'key', key: parts.filter((part) => part !== false).join('+') });
});

addEventListener('mousedown', () => say({ kind: 'clicked' }));

addEventListener('contextmenu', (event) => {
  event.preventDefault();
  const contexts: object[] = [];
  for (let at = event.target instanceof Element ? event.target : null; at !== null; at = at.parentElement) {
    const text = at.getAttribute('data-vscode-context');
    if (text !== null) contexts.unshift(JSON.parse(text) as object);
  }
  say({ kind: 'menu', context: Object.assign({}, ...contexts) as Readonly<Record<string, unknown>> });
});
