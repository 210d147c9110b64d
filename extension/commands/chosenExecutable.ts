/** Which executable of a capture is meant. */
import * as vscode from 'vscode';
import type { CaptureEditor } from '../editors/capture/captureEditor';
import type { Subject } from './measureSubject';
import { pickOne } from './questions';

/** Id of the executable that the subject is about, or that the user picks. */
export async function executableOf({ document }: Pick<CaptureEditor, 'document'>, subject: Subject): Promise<string | undefined> {
  if (subject.kind === 'executable' || subject.kind === 'dispatch') {
    if (subject.executable !== undefined) return subject.executable.id;
  }
  const { executables = [] } = document.summary ?? {};
  if (executables.length <= 1) return executables[0]?.id;
  const items = executables.map(({ id, format, functions }) => ({
    label: vscode.l10n.t('executable {0}', id),
    description: format,
    detail: functions.join(', '),
    id,
  }));
  return (await pickOne(items, { title: vscode.l10n.t('Executable'), matchOnDetail: true }))?.id;
}
