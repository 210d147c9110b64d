/** The timeline of a profile, written for another program: by the command line, so that neither VS Code nor its other work waits for it. */
import { spawn } from 'node:child_process';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { replaceFile } from '../../engine/programs/wholeFile';
import type { RenderFormat } from '../../protocol/jobs/profileRender';

/** What follows the name of the file, as the programs that read it expect. */
const SUFFIXES: Readonly<Record<RenderFormat, string>> = {
  perfetto: 'pftrace',
  chrome: 'trace.json',
  speedscope: 'speedscope.json',
  folded: 'folded',
  pprof: 'pb.gz',
  'speedscope-samples': 'samples.speedscope.json',
  html: 'html',
};

export function isRenderFormat(name: string | undefined): name is RenderFormat {
  return name !== undefined && Object.hasOwn(SUFFIXES, name);
}

/** Asks for a file, and writes it. One that is there is replaced as a whole, or left as it is. */
export async function exportTimeline(context: vscode.ExtensionContext, profile: string, format: RenderFormat): Promise<void> {
  const { dir, name } = path.parse(profile);
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.file(path.join(dir, `${name}.${SUFFIXES[format]}`)),
    title: vscode.l10n.t('Export Timeline'),
  });
  if (target === undefined) return;
  const cli = vscode.Uri.joinPath(context.extensionUri, 'dist', 'cli.js').fsPath;
  const options = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Exporting {0}', name), cancellable: true };
  try {
    const notice = await vscode.window.withProgress(options, (_, token) =>
      replaceFile(target.fsPath, (beside) =>
        written([cli, 'profile', 'render', `--format=${format}`, `--output=${beside}`, profile], token),
      ),
    );
    const message = vscode.l10n.t('Exported to {0}', target.fsPath);
    void vscode.window.showInformationMessage(notice === '' ? message : `${message}. ${notice}`);
  } catch (error) {
    if (!(error instanceof vscode.CancellationError)) throw error;
  }
}

/** Resolves with what it says beside its output; rejects with that when it fails. */
function written(args: readonly string[], token: vscode.CancellationToken): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.once('error', reject);
    token.onCancellationRequested(() => child.kill());
    child.once('close', (code) => {
      if (token.isCancellationRequested) reject(new vscode.CancellationError());
      else if (code === 0) resolve(said.trim());
      else reject(new Error(said.trim() === '' ? `the export ended with ${String(code)}` : said.trim()));
    });
  });
}
