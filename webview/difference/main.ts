/** Entry of the webview that shows two captures side by side. */
import './difference.css';
import { provideVSCodeDesignSystem, vsCodeButton } from '@vscode/webview-ui-toolkit';
import { keyboardSheet } from '../widgets/keyboardSheet';
import { createDifferenceApp } from './app';
import { KEYS } from './keys';

provideVSCodeDesignSystem().register(vsCodeButton());

keyboardSheet(KEYS);

const vscode = acquireVsCodeApi();
const root = document.getElementById('app');
if (root === null) throw new Error('the page has no place for the difference');

const app = createDifferenceApp(
  root,
  (message) => vscode.postMessage(message),
  (captures) => vscode.setState(captures),
);
addEventListener('message', ({ data }) => app.receive(data));
void app.start();
