// The least that a custom editor can do.
const vscode = require('vscode');

exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.window.registerCustomEditorProvider('empty', {
      openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
      resolveCustomEditor: (_, { webview }) => {
        webview.html = '<!doctype html><html lang="en"><body><p id="empty">empty</p></body></html>';
      },
    }),
  );
};
