/** Engine processes that execute something only in a trusted workspace: every job of the extension goes through here. */
import * as vscode from 'vscode';
import { createJobQueue, type JobQueue } from '../../engine/process/jobQueue';
import type { Problem } from '../../protocol/capture';

const UNTRUSTED: Problem = {
  severity: 'error',
  code: 'PERMISSION_DENIED',
  kind: 'untrusted',
  message: 'Replaying executes the machine code inside the capture. It needs a trusted workspace.',
  remedy: 'Trust the workspace, and start it again.',
};

/** A queue whose jobs are refused while the workspace is not trusted; the user is asked for trust then. */
export function createTrustedJobs(context: vscode.ExtensionContext, print: (line: string) => void): JobQueue {
  const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'engine.js').fsPath;
  return createJobQueue(script, print, () => {
    if (vscode.workspace.isTrusted) return undefined;
    void offerTrust();
    return UNTRUSTED;
  });
}

async function offerTrust(): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const answer = await vscode.window.showWarningMessage(UNTRUSTED.message, manage);
  if (answer === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}
