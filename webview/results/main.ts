/** Entry of the page of a measured run, in the editor and in a report. */
import 'uplot/dist/uPlot.min.css';
import './results.css';
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeDropdown, vsCodeOption } from '@vscode/webview-ui-toolkit';
import { EMBEDDED, embeddedValue } from '../../protocol/embedded';
import type { ShownRun } from '../../protocol/results';
import { followColourScheme } from '../report/colourScheme';
import { keyboardSheet } from '../widgets/keyboardSheet';
import { createResultsApp, type ResultsApp } from './app';
import { KEYS } from './keys';
import { reportHost } from './reportHost';

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption());

function inEditor(root: HTMLElement): ResultsApp {
  keyboardSheet(KEYS);
  const vscode = acquireVsCodeApi();
  const app = createResultsApp(root, (message) => vscode.postMessage(message), {
    read: () => vscode.getState(),
    write: (state) => vscode.setState(state),
  });
  addEventListener('message', ({ data }) => app.receive(data));
  return app;
}

function inReport(root: HTMLElement, text: string): ResultsApp {
  followColourScheme();
  const host = reportHost(embeddedValue(text) as ShownRun, (message) => app.receive(message));
  const app: ResultsApp = createResultsApp(root, (message) => host.receive(message), undefined);
  return app;
}

const root = document.getElementById('app');
if (root === null) throw new Error('the page has no place for the results');
const embedded = document.getElementById(EMBEDDED)?.textContent;
void (typeof embedded === 'string' ? inReport(root, embedded) : inEditor(root)).start();
