/** Engine processes that execute something only in a trusted workspace: every job of the extension goes through here. */
import * as vscode from 'vscode';
import { createJobQueue, type JobQueue } from '../../engine/process/jobQueue';
import type { Problem } from '../../protocol/capture/capture';

const REPLAYING = 'Replaying executes the machine code inside the capture. It needs a trusted workspace.';

/** A queue whose jobs are refused with `why` while the workspace is not trusted; the user is asked for trust then. */
export function createTrustedJobs(context: vscode.ExtensionContext, print: (line: string) => void, why = REPLAYING): JobQueue {
  const untrusted: Problem = {
    ...{ severity: 'error', code: 'PERMISSION_DENIED', kind: 'untrusted', message: why },
    remedy: 'Trust the workspace, and start it again.',
  };
  const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'engine.js').fsPath;
  return createJobQueue(script, print, () => {
    if (vscode.workspace.isTrusted) return undefined;
    void offerTrust(why);
    return untrusted;
  });
}

async function offerTrust(why: string): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const answer = await vscode.window.showWarningMessage(why, manage);
  if (answer === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}
