/** What a tab shows of a run, written as one file for people without the extension. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { hasEnded } from '../../../engine/history/runHistory';
import { runReport } from '../../../engine/report/runReport';
import type { GoneRun, ShownRun } from '../../../protocol/results/results';
import type { Roofs } from '../roofs';
import { saveReport } from '../saveReport';

/** Asks where, writes the report, and offers to open it. What has not ended, and what has no page of results, is refused in words. */
export async function exportReport(context: vscode.ExtensionContext, roofs: Roofs, shown: ShownRun | GoneRun): Promise<void> {
  const refusal = refusalOf(shown);
  if ('gone' in shown || refusal !== undefined) {
    void vscode.window.showInformationMessage(refusal ?? '');
    return;
  }
  const { run, compared, choices = [] } = shown;
  const { version } = context.extension.packageJSON as { readonly version: string };
  // Of the runs that could be chosen those that are, in the words that the page has for them.
  const chosen = choices.filter(({ id }) => id === run.id || id === compared?.id);
  const pages = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview').fsPath;
  const roof = run.job === 'benchmark' && compared === undefined ? { roof: await roofs.known(run.capture) } : {};
  const html = await runReport(pages, { ...shown, ...(compared === undefined ? {} : { choices: chosen }), ...roof }, version);
  const name = `${compared === undefined ? run.job : 'compare'}-${run.subject}`.replaceAll(/[^\w.-]+/g, '-');
  await saveReport(path.dirname(run.capture), `${name}.html`, html);
}

/** Why there is no report of it, in a sentence. */
function refusalOf(shown: ShownRun | GoneRun): string | undefined {
  if ('gone' in shown) return shown.gone;
  const { run, compared } = shown;
  if (!hasEnded(run) || (compared !== undefined && !hasEnded(compared)))
    return vscode.l10n.t('A report is available once the run has ended.');
  return run.job === 'run'
    ? vscode.l10n.t('The results of this run are in the profile that it recorded; there is nothing else to report.')
    : undefined;
}
