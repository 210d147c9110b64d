/** Panels with a page: what the extension sees of them, and what of them is shown. */
import type * as vscode from 'vscode';
import { EventEmitter } from './events';

/** A page that is shown. One that is hidden is gone; when it is shown again it is another, with the state that it has kept. */
export interface ShownPage {
  /** Of the panel. */
  readonly panel: string;
  /** The how manieth page of the panel it is. */
  readonly load: number;
  readonly viewType: string;
  readonly html: string;
  readonly state: unknown;
}

/** What a panel needs of where it is. */
export interface PanelPlace {
  post(panel: string, message: unknown): void;
  /** What is shown of the panel, or said of it, is another. */
  changed(): void;
  reveal(): void;
  close(): void;
}

export interface Panel {
  readonly id: string;
  readonly viewType: string;
  /** What the extension has of it. */
  readonly api: vscode.WebviewPanel;
  readonly title: string;
  /** What its page has kept by setState(). */
  state: unknown;
  /** Of the page, while there is one. */
  readonly shown: ShownPage | undefined;
  setView(view: { readonly visible: boolean; readonly active: boolean }): void;
  receive(message: unknown): void;
  /** The tab is closed. */
  end(): void;
}

export interface PanelOptions {
  readonly id: string;
  readonly viewType: string;
  readonly title: string;
  readonly state?: unknown;
}

export function createPanel(options: PanelOptions, place: PanelPlace): Panel {
  const { id, viewType } = options;
  const messages = new EventEmitter<unknown>();
  const views = new EventEmitter<unknown>();
  const disposals = new EventEmitter<undefined>();
  let { title } = options;
  let view = { visible: false, active: false };
  let html = '';
  let load = 0;

  const api = {
    viewType,
    iconPath: undefined,
    options: {},
    viewColumn: 1,
    get title() {
      return title;
    },
    set title(next: string) {
      title = next;
      place.changed();
    },
    get visible() {
      return view.visible;
    },
    get active() {
      return view.active;
    },
    webview: {
      options: {},
      cspSource: '',
      onDidReceiveMessage: messages.event,
      asWebviewUri: (uri: vscode.Uri) => uri,
      get html() {
        return html;
      },
      set html(next: string) {
        html = next;
        load++;
        place.changed();
      },
      postMessage(message: unknown) {
        if (view.visible) place.post(id, message);
        return Promise.resolve(view.visible);
      },
    },
    onDidChangeViewState: views.event,
    onDidDispose: disposals.event,
    reveal: () => place.reveal(),
    dispose: () => place.close(),
  };
  const panel: Panel = {
    id,
    viewType,
    api: api as unknown as vscode.WebviewPanel,
    state: options.state,
    get title() {
      return title;
    },
    get shown() {
      return view.visible && html !== '' ? { panel: id, load, viewType, html, state: panel.state } : undefined;
    },
    setView(next) {
      if (next.visible === view.visible && next.active === view.active) return;
      if (next.visible && !view.visible) load++;
      view = next;
      views.fire({ webviewPanel: panel.api });
    },
    receive: (message) => messages.fire(message),
    end() {
      view = { visible: false, active: false };
      disposals.fire(undefined);
    },
  };
  return panel;
}
