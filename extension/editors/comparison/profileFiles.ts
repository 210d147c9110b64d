/** Profiles as files: those of the workspace, and those that the user looks for. */
import * as vscode from 'vscode';
import { describeProfile } from '../../../engine/jobs/comparedProfiles';
import type { ComparedProfile } from '../../../protocol/profile/profileComparison';

/** Profiles of the workspace that are offered, at most. */
const MOST_OFFERED = 200;

/** The newest first. */
export async function profilesOfWorkspace(): Promise<readonly ComparedProfile[]> {
  const files = await vscode.workspace.findFiles('**/*.ireeprof', undefined, MOST_OFFERED);
  // One that goes meanwhile is not offered.
  const described = await Promise.allSettled(files.map(({ fsPath }) => describeProfile(fsPath)));
  return described
    .flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    .sort((one, other) => other.changed.localeCompare(one.changed));
}

/** Asks for profiles anywhere; none when the user wants none. */
export async function browseProfiles(canSelectMany: boolean, folder?: string): Promise<readonly string[]> {
  const uris = await vscode.window.showOpenDialog({
    canSelectMany,
    title: vscode.l10n.t('Profiles to Compare With'),
    openLabel: vscode.l10n.t('Compare'),
    filters: { [vscode.l10n.t('IREE Profiles')]: ['ireeprof'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.file(folder) }),
  });
  return (uris ?? []).map(({ fsPath }) => fsPath);
}
