/** One page of a webview: its HTML and what it may do, its conversation, its life, and what is kept of it. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { serve, type Handlers, type Methods, type Tells } from '../../protocol/base/rpc';
import { createKeptStates, type KeptStates } from './keptStates';
import { withOwnBuffers } from './ownBuffers';
import type { PageFocus } from './pageFocus';

/** What every page may ask of its host; answered here. */
export interface PageHost {
  /** The page has the keyboard, or has lost it. */
  focused(params: { readonly focused: boolean }): void;
}

/** What an editor says of its page. */
export interface PageContents<Host extends PageHost & Methods<Host>> {
  /** Of the script and the style in dist/webview. */
  readonly name: string;
  readonly title: string;
  readonly handlers: Omit<Handlers<Host>, keyof PageHost>;
  /** The page has gone, for it is hidden or loaded again: the next one begins with nothing. */
  readonly left?: () => void;
}

/** The page of a panel, whichever is there: one that is hidden is gone, and another comes when it is shown. */
export interface Page<Webview extends Methods<Webview>> {
  /** Tells the page; without one nothing is lost: it asks for everything when it comes. */
  readonly tell: Tells<Webview>;
  /** Disposes of these with the panel. */
  own(...disposables: readonly vscode.Disposable[]): void;
}

export interface Pages {
  /** Fills a panel, new or restored. */
  fill<Host extends PageHost & Methods<Host>, Webview extends Methods<Webview>>(
    panel: vscode.WebviewPanel,
    contents: PageContents<Host>,
  ): Page<Webview>;
  /** What is kept of the pages of a custom editor, by document; of a panel VS Code keeps what its page gives to setState(). */
  states(name: string): KeptStates;
}

/** Nothing but its own script and style may run in a page, and it loads nothing. */
const OPTIONS: vscode.WebviewOptions = { enableScripts: true, localResourceRoots: [] };

export function createPages(context: vscode.ExtensionContext, focus: PageFocus, log: vscode.LogOutputChannel): Pages {
  const fill = <Host extends PageHost & Methods<Host>, Webview extends Methods<Webview>>(
    panel: vscode.WebviewPanel,
    { name, title, handlers, left = () => undefined }: PageContents<Host>,
  ): Page<Webview> => {
    const common: Handlers<PageHost> = { focused: ({ focused }) => focus.set(panel, focused) };
    const rpc = serve<Host, Webview>(
      (message) => void panel.webview.postMessage(withOwnBuffers(message)),
      { ...handlers, ...common } as Handlers<Host>,
      left,
    );
    const owned: vscode.Disposable[] = [
      panel.webview.onDidReceiveMessage((message: unknown) => rpc.receive(message)),
      panel.onDidChangeViewState(() => {
        if (panel.visible) return;
        left();
        rpc.leave();
      }),
    ];
    let gone = false;
    panel.onDidDispose(() => {
      gone = true;
      rpc.dispose();
      for (const one of owned) one.dispose();
    });
    panel.webview.options = OPTIONS;
    void htmlOf(context.extensionUri, name, title).then(
      (html) => {
        if (!gone) panel.webview.html = html;
      },
      (error: unknown) => log.error(`${title} cannot be shown: ${String(error)}`),
    );
    return { tell: rpc.tell, own: (...disposables) => void owned.push(...disposables) };
  };
  return { fill, states: (name) => createKeptStates(context.workspaceState, name) };
}

/**
 * The page of `dist/webview/NAME.js`, with script and style in it. As files of their own they would come through the service
 * worker of the workbench: one more way for every view, and seen to never answer a view that is moved to another group.
 */
async function htmlOf(extension: vscode.Uri, name: string, title: string): Promise<string> {
  const nonce = randomBytes(16).toString('base64');
  const built = (suffix: string): Promise<string> =>
    readFile(vscode.Uri.joinPath(extension, 'dist', 'webview', `${name}.${suffix}`).fsPath, 'utf8');
  const [script, style] = await Promise.all([built('js'), built('css')]);
  // Elements are sized and coloured through style attributes, which only 'unsafe-inline' admits; scripts need the nonce.
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; font-src data:;`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <style>${style}</style>
    <title>${title}</title>
  </head>
  <body data-vscode-context='{"preventDefaultContextMenuItems": true}'>
    <div id="app"></div>
    <script nonce="${nonce}">${script}</script>
  </body>
</html>`;
}
