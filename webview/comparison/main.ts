/** Entry of the page of two profiles side by side, in the editor and in a report. */
import './comparison.css';
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeDropdown, vsCodeOption } from '@vscode/webview-ui-toolkit';
import type { ReportedComparison } from '../../protocol/profile/comparisonReport';
import { EMBEDDED, embeddedValue } from '../../protocol/base/embedded';
import { followColourScheme } from '../report/colourScheme';
import { pageRoot, startInEditor, type PageApp } from '../widgets/editorPage';
import { createComparisonApp } from './app';
import { KEYS } from './keys';
import { reportHost } from './reportHost';

provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeDropdown(), vsCodeOption());

function inReport(text: string): void {
  followColourScheme();
  const host = reportHost(embeddedValue(text) as ReportedComparison, (message) => app.receive(message));
  const app: PageApp = createComparisonApp(pageRoot(), (message) => host.receive(message), undefined);
  void app.start();
}

const embedded = document.getElementById(EMBEDDED)?.textContent;
if (typeof embedded === 'string') inReport(embedded);
else startInEditor(KEYS, createComparisonApp);
