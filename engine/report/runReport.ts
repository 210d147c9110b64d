/** A measured run as one HTML file, for people without the extension: the editor's own page, with what it shows in it. */
import * as path from 'node:path';
import { EMBEDDED, embeddedText } from '../../protocol/base/embedded';
import type { MeasuredRun, ShownRun } from '../../protocol/results/results';
import { builtPart, escaped, standalonePage } from './standalonePage';

const NAMES = { benchmark: 'Benchmark', verify: 'Verification', substitute: 'Substitution', bisect: 'Bisection', run: 'Profile' } as const;

/**
 * The HTML of a run, or of two side by side. `pages` is the folder of the built pages, dist/webview; rejects where it lacks one. What is
 * waited for or could be chosen in an editor is left out.
 */
export async function runReport(pages: string, shown: ShownRun, version: string): Promise<string> {
  const names = ['results.js', 'results.css', 'report.css'] as const;
  const [script, ...styles] = await Promise.all(names.map((name) => builtPart(pages, name)));
  const { run, compared } = shown;
  const title = titleOf(run, compared);
  const captures = capturesOf(run, compared);
  const about = [
    `<b>${escaped(title)}</b>`,
    `<span>${escaped(captures.join(' and '))}</span>`,
    `<time datetime="${run.started}">${run.started.slice(0, 16).replace('T', ' ')} UTC</time>`,
    `<span class="by">IREE Replay ${escaped(version)}</span>`,
  ];
  const body = `    <header class="about">${about.join(' ')}</header>
    <div id="app"></div>
    <script type="application/json" id="${EMBEDDED}">${embeddedText({ ...shown, onSave: false })}</script>`;
  return standalonePage({ title: [title, ...captures].join(', '), version, styles, body, script: script ?? '' });
}

function titleOf({ job, subject }: MeasuredRun, compared: MeasuredRun | undefined): string {
  if (compared === undefined) return `${NAMES[job]}: ${subject}`;
  return compared.subject === subject ? `Two runs: ${subject}` : `Two runs: ${compared.subject} and ${subject}`;
}

/** Names of their files. */
function capturesOf({ capture }: MeasuredRun, compared: MeasuredRun | undefined): readonly string[] {
  return [...new Set([...(compared === undefined ? [] : [compared.capture]), capture])].map((file) => path.basename(file));
}
