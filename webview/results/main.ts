/** Entry of the page of a measured run, in the editor and in a report. */
import 'uplot/dist/uPlot.min.css';
import './results.css';
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeDropdown, vsCodeOption } from '@vscode/webview-ui-toolkit';
import { EMBEDDED, embeddedValue } from '../../protocol/base/embedded';
import type { ShownRun } from '../../protocol/results/results';
import { followColourScheme } from '../report/colourScheme';
import { pageRoot, startInEditor, type PageApp } from '../widgets/editorPage';
import { createResultsApp } from './app';
import { KEYS } from './keys';
import { reportHost } from './reportHost';

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption());

function inReport(text: string): void {
  followColourScheme();
  const host = reportHost(embeddedValue(text) as ShownRun, (message) => app.receive(message));
  const app: PageApp = createResultsApp(pageRoot(), (message) => host.receive(message), undefined);
  void app.start();
}

const embedded = document.getElementById(EMBEDDED)?.textContent;
if (typeof embedded === 'string') inReport(embedded);
else startInEditor(KEYS, createResultsApp);
