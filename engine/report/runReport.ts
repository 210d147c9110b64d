/** A measured run as one HTML file, for people without the extension: the editor's own page, with what it shows in it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { EMBEDDED, embeddedText } from '../../protocol/embedded';
import type { MeasuredRun, ShownRun } from '../../protocol/results';
import { generatorOf } from './reportFile';

const NAMES = { benchmark: 'Benchmark', verify: 'Verification', substitute: 'Substitution', run: 'Profile' } as const;

/**
 * The HTML of a run, or of two side by side. `pages` is the folder of the built pages, dist/webview; rejects where it lacks one. What is
 * waited for or could be chosen in an editor is left out.
 */
export async function runReport(pages: string, shown: ShownRun, version: string): Promise<string> {
  const built = (name: string): Promise<string> => readFile(path.join(pages, name), 'utf8').then(withoutMap);
  const [script, style, own] = await Promise.all([built('results.js'), built('results.css'), built('report.css')]);
  const { run, compared } = shown;
  const about = [
    `<b>${escaped(titleOf(run, compared))}</b>`,
    `<span>${escaped(capturesOf(run, compared).join(' and '))}</span>`,
    `<time datetime="${run.started}">${run.started.slice(0, 16).replace('T', ' ')} UTC</time>`,
    `<span class="by">IREE Replay ${escaped(version)}</span>`,
  ];
  // Nothing but the script that is in the file runs, and nothing is loaded. Elements are sized and coloured through style attributes.
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="generator" content="${escaped(generatorOf(version))}" />
    <meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped([titleOf(run, compared), ...capturesOf(run, compared)].join(', '))}</title>
    <style>${style}</style>
    <style>${own}</style>
  </head>
  <body>
    <header class="about">${about.join(' ')}</header>
    <div id="app"></div>
    <script type="application/json" id="${EMBEDDED}">${embeddedText({ ...shown, onSave: false })}</script>
    <script>${script}</script>
  </body>
</html>
`;
}

/** Without the name of a file that only a checkout has. */
const withoutMap = (text: string): string => text.replace(/\n(\/\/|\/\*)# sourceMappingURL=.*\s*$/, '\n');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => ENTITIES[one] ?? one);

function titleOf({ job, subject }: MeasuredRun, compared: MeasuredRun | undefined): string {
  if (compared === undefined) return `${NAMES[job]}: ${subject}`;
  return compared.subject === subject ? `Two runs: ${subject}` : `Two runs: ${compared.subject} and ${subject}`;
}

/** Names of their files. */
function capturesOf({ capture }: MeasuredRun, compared: MeasuredRun | undefined): readonly string[] {
  return [...new Set([...(compared === undefined ? [] : [compared.capture]), capture])].map((file) => path.basename(file));
}
