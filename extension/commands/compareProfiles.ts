/** Compare Profiles: from the explorer, a profile's editor and the palette. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { describeProfile } from '../../engine/jobs/comparedProfiles';
import type { KeptComparison } from '../../protocol/profile/profileComparison';
import { createComparisonPanels } from '../editors/comparison/comparisonPanels';
import { browseProfiles, profilesOfWorkspace } from '../editors/comparison/profileFiles';
import type { Pages } from '../editors/page';
import { atRecord, type ProfileEditors } from '../editors/profile/profileEditorProvider';
import type { CaptureEditors } from '../editors/capture/captureEditorProvider';
import { showRecord } from './showRecord';
import { pickOne } from './questions';

/** The explorer gives the file under the pointer and all that are selected, a profile's editor its file; the palette gives nothing. */
export function registerProfileComparison(
  context: vscode.ExtensionContext,
  editors: CaptureEditors,
  profiles: ProfileEditors,
  pages: Pages,
): void {
  const panels = createComparisonPanels(context, {
    ...{ pages, budget: profiles.budget },
    openProfile: (file, record) => profiles.open(file, atRecord(record)),
    async openRecord(file, capture, record) {
      const found = await profiles.captures.stateOf(capture, path.dirname(file));
      if (found === undefined) {
        void vscode.window.showInformationMessage(vscode.l10n.t('The profile does not say which capture it was recorded from.'));
      } else if (found.state === 'missing') {
        void vscode.window.showInformationMessage(
          vscode.l10n.t('{0} is no longer there. Open the profile and choose where its capture is.', found.path),
        );
      } else await showRecord(editors, found.path, record);
    },
  });
  context.subscriptions.push(
    vscode.commands.registerCommand('ireeReplay.exportComparisonReport', () => panels.exportReport()),
    vscode.commands.registerCommand('ireeReplay.compareProfiles', async (file?: vscode.Uri, selected?: readonly vscode.Uri[]) => {
      const given = selected !== undefined && selected.length > 1 ? selected : file === undefined ? [] : [file];
      const compared = await pickComparison(given.map(({ fsPath }) => fsPath));
      if (compared !== undefined) panels.show(compared);
    }),
  );
}

/** The files given, in the order in which they were written; where one is missing the user chooses. Undefined when nothing was chosen. */
async function pickComparison(files: readonly string[]): Promise<KeptComparison | undefined> {
  if (files.length > 1) {
    const described = await Promise.all(files.map(describeProfile));
    const inOrder = described.sort((one, other) => one.changed.localeCompare(other.changed)).map((profile) => profile.path);
    return { before: inOrder.slice(0, -1), b: inOrder.at(-1) ?? '' };
  }
  const b = files[0] ?? (await pickProfile(vscode.l10n.t('Choose the Later Run (B) to Compare'), undefined));
  if (b === undefined) return undefined;
  const a = await pickProfile(vscode.l10n.t('Choose the Earlier Run (A) to Compare with {0}', path.basename(b)), b);
  return a === undefined ? undefined : { before: [a], b };
}

async function pickProfile(title: string, without: string | undefined): Promise<string | undefined> {
  const offered = (await profilesOfWorkspace())
    .filter((profile) => profile.path !== without)
    .map((profile) => ({
      label: profile.name,
      description: new Date(profile.changed).toLocaleString(),
      detail: vscode.workspace.asRelativePath(profile.path),
      file: profile.path,
    }));
  const browse = { label: vscode.l10n.t('Browse…'), description: '', detail: '', file: undefined };
  const chosen = await pickOne([...offered, browse], { title, matchOnDetail: true });
  if (chosen === undefined) return undefined;
  return chosen.file ?? (await browseProfiles(false)).at(0);
}
