/** Two profiles side by side as one HTML file, for people without the extension: the editor's own page, with all that it asks for in it. */
import type { ReportedComparison } from '../../protocol/profile/comparisonReport';
import { EMBEDDED, embeddedText } from '../../protocol/base/embedded';
import { builtPart, escaped, standalonePage } from './standalonePage';

/** The HTML. `pages` is the folder of the built pages, dist/webview; rejects where it lacks one. */
export async function comparisonReport(pages: string, reported: ReportedComparison, version: string): Promise<string> {
  const names = ['comparison.js', 'comparison.css', 'report.css'] as const;
  const [script, ...styles] = await Promise.all(names.map((name) => builtPart(pages, name)));
  const { before, b } = reported.compared;
  const title = `Two profiles: ${before.at(-1)?.name ?? ''} and ${b.name}`;
  const body = `    <header class="about"><b>${escaped(title)}</b> <span class="by">IREE Replay ${escaped(version)}</span></header>
    <div id="app"></div>
    <script type="application/json" id="${EMBEDDED}">${embeddedText(reported)}</script>`;
  return standalonePage({ title, version, styles, body, script: script ?? '' });
}
