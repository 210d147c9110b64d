/** Entry of the capture editor's webview. */
import './capture.css';
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeDropdown, vsCodeOption } from '@vscode/webview-ui-toolkit';
import { createCaptureApp } from './app';

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption());

const vscode = acquireVsCodeApi();
const root = document.getElementById('app');
if (root === null) throw new Error('the page has no place for the editor');

const app = createCaptureApp(root, (message) => vscode.postMessage(message), {
  read: () => vscode.getState(),
  write: (state) => vscode.setState(state),
});
addEventListener('message', ({ data }) => app.receive(data));
void app.start();
