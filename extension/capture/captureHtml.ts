/** The page of the capture editor: nothing but its own script and style may run in it. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** Folder of what webviews may load. */
export function webviewRoot(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
}

export function captureHtml(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(webviewRoot(extension), name)).toString();
  // Elements are sized and coloured through style attributes, which only 'unsafe-inline' admits; scripts need the nonce.
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource} 'unsafe-inline'; font-src ${webview.cspSource};`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" href="${file('capture.css')}" />
    <title>IREE Capture</title>
  </head>
  <body data-vscode-context='{"preventDefaultContextMenuItems": true}'>
    <div id="app"></div>
    <script nonce="${nonce}" src="${file('capture.js')}"></script>
  </body>
</html>`;
}
