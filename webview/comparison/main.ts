/** Entry of the page of two profiles side by side, in the editor and in a report. */
import './comparison.css';
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeDropdown, vsCodeOption } from '@vscode/webview-ui-toolkit';
import type { ReportedComparison } from '../../protocol/comparisonReport';
import { EMBEDDED, embeddedValue } from '../../protocol/embedded';
import { followColourScheme } from '../report/colourScheme';
import { keyboardSheet } from '../widgets/keyboardSheet';
import { createComparisonApp, type ComparisonApp } from './app';
import { KEYS } from './keys';
import { reportHost } from './reportHost';

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption());

function inEditor(root: HTMLElement): ComparisonApp {
  keyboardSheet(KEYS);
  const vscode = acquireVsCodeApi();
  const app = createComparisonApp(root, (message) => vscode.postMessage(message), {
    read: () => vscode.getState(),
    write: (state) => vscode.setState(state),
  });
  addEventListener('message', ({ data }) => app.receive(data));
  return app;
}

function inReport(root: HTMLElement, text: string): ComparisonApp {
  followColourScheme();
  const host = reportHost(embeddedValue(text) as ReportedComparison, (message) => app.receive(message));
  const app: ComparisonApp = createComparisonApp(root, (message) => host.receive(message), undefined);
  return app;
}

const root = document.getElementById('app');
if (root === null) throw new Error('the page has no place for the comparison');
const embedded = document.getElementById(EMBEDDED)?.textContent;
void (typeof embedded === 'string' ? inReport(root, embedded) : inEditor(root)).start();
