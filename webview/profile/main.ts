/** Entry of the profile editor's webview. */
import './profile.css';
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeDropdown, vsCodeOption } from '@vscode/webview-ui-toolkit';
import { keyboardSheet } from '../widgets/keyboardSheet';
import { createProfileApp } from './app';
import { KEYS } from './keys';

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption());

keyboardSheet(KEYS);

const vscode = acquireVsCodeApi();
const root = document.getElementById('app');
if (root === null) throw new Error('the page has no place for the editor');

const app = createProfileApp(root, (message) => vscode.postMessage(message), {
  read: () => vscode.getState(),
  write: (state) => vscode.setState(state),
});
addEventListener('message', ({ data }) => app.receive(data));
void app.start();
