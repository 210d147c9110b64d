/** Entry of the webview of measured runs. */
import 'uplot/dist/uPlot.min.css';
import './results.css';
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeDropdown, vsCodeOption } from '@vscode/webview-ui-toolkit';
import { keyboardSheet } from '../widgets/keyboardSheet';
import { createResultsApp } from './app';
import { KEYS } from './keys';

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption());

keyboardSheet(KEYS);

const vscode = acquireVsCodeApi();
const root = document.getElementById('app');
if (root === null) throw new Error('the page has no place for the results');

const app = createResultsApp(root, (message) => vscode.postMessage(message), {
  read: () => vscode.getState(),
  write: (state) => vscode.setState(state),
});
addEventListener('message', ({ data }) => app.receive(data));
void app.start();
