/** The page of a webview: nothing but its own script and style may run in it, and it loads nothing. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';

/** What a webview with such a page may do. */
export const WEBVIEW_OPTIONS: vscode.WebviewOptions = { enableScripts: true, localResourceRoots: [] };

/**
 * The page of `dist/webview/NAME.js`, with script and style in it. As files of their own they would come through the service
 * worker of the workbench: one more way for every view, and seen to never answer a view that is moved to another group.
 */
export async function webviewPage(extension: vscode.Uri, name: string, title: string): Promise<string> {
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
