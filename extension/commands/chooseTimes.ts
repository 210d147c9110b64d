/** Asks which run the times beside sources are of. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { deviceLabel } from '../../protocol/replay/replay';
import { isOfWorkspace } from '../times/workspaceProfiles';
import type { SourceTimes } from '../times/sourceTimes';
import { pickOne } from './questions';

export async function chooseTimes(times: SourceTimes): Promise<void> {
  const newest = {
    label: vscode.l10n.t('Newest'),
    description: vscode.l10n.t('for each capture, the newest profile or benchmark with a breakdown'),
    run: undefined,
  };
  const active = await times.chosen();
  const runs = (await times.choices()).map(({ id, job, capture, subject, started, settings }) => ({
    label: `${job === 'benchmark' ? vscode.l10n.t('Benchmark') : vscode.l10n.t('Profile')} ${path.basename(capture)}`,
    description: [new Date(started).toLocaleString(), deviceLabel(settings), ...(isOfWorkspace({ id }) ? [subject] : [])].join(', '),
    run: id,
  }));
  const items = [newest, ...runs];
  const chosen = await pickOne(items, {
    title: vscode.l10n.t('Choose the Run Whose Times Are Shown Beside Sources'),
    matchOnDescription: true,
    active: items.find(({ run }) => run === active),
  });
  if (chosen !== undefined) await times.choose(chosen.run);
}
