/** Profiles that were recorded here go into the trash: those that the user chooses, as long as they are what was recorded. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { MeasuredRun } from '../../protocol/results/results';
import { sizeWords } from '../../protocol/words/sizeWords';
import { isSameProfile, type ProfileFiles, type RecordedProfile } from '../runs/profileFiles';
import { profileFileOf } from '../runs/profiling';
import { agoWords } from '../times/timesWords';
import { pickInOrder } from './questions';

type Recorded = Pick<ProfileFiles, 'recorded'>;

/** Asks which of all go. */
export async function removeProfiles(files: Recorded): Promise<void> {
  const items = (await files.recorded()).map((profile) => ({
    label: path.basename(profile.file),
    description: `${sizeWords(profile.bytes)}, ${agoWords(Date.now() - profile.modifiedMs)}`,
    detail: vscode.workspace.asRelativePath(profile.file),
    profile,
  }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No recorded profiles. Profiles recorded in this workspace are listed here unless they have changed since.'),
    );
    return;
  }
  type Items = readonly (typeof items)[number][];
  const chosen = await pickInOrder(items, {
    chosen: [],
    placeHolder: vscode.l10n.t('Select the profiles to move to the trash'),
    title: (all) =>
      all.length === 0
        ? vscode.l10n.t('Recorded Profiles: Choose Which to Remove')
        : vscode.l10n.t('Move to the Trash: {0} of {1} Profiles, {2}', all.length, items.length, sizeWords(bytesOf(all))),
    isEnough: (all) => all.length > 0,
    orders: [
      { icon: 'history', tooltip: vscode.l10n.t('Oldest First'), of: () => items },
      {
        icon: 'database',
        tooltip: vscode.l10n.t('Largest First'),
        of: (all: Items) => all.toSorted((a, b) => b.profile.bytes - a.profile.bytes),
      },
    ],
  });
  if (chosen !== undefined)
    await remove(
      chosen.map(({ profile }) => profile),
      files,
    );
}

/** Asks whether profiles go whose runs have been removed: they lie beside their captures, where the user may want them. */
export async function offerProfilesOf(removed: readonly MeasuredRun[], files: Recorded): Promise<void> {
  const beside = removed.flatMap((run) => {
    const file = profileFileOf(run);
    return file === undefined || path.dirname(file) !== path.dirname(run.capture) ? [] : [file];
  });
  const left = (await files.recorded()).filter(({ file }) => beside.includes(file));
  const [first] = left;
  if (first === undefined) return;
  const trash = vscode.l10n.t('Move to Trash');
  const place = vscode.workspace.asRelativePath(first.file);
  const said =
    removed.length === 1
      ? vscode.l10n.t('The run was removed, but its profile is still next to the capture: {0}', place)
      : left.length === 1
        ? vscode.l10n.t('The runs were removed, but one of their profiles is still next to the capture: {0}', place)
        : vscode.l10n.t('The runs were removed, but {0} of their profiles are still next to the captures.', left.length);
  if ((await vscode.window.showInformationMessage(said, trash)) === trash) await remove(left, files);
}

async function remove(profiles: readonly RecordedProfile[], files: Recorded): Promise<void> {
  const left = await removeEach(profiles, files, true);
  if (left.length === 0) return;
  // A remote machine has no trash for VS Code.
  const forGood = vscode.l10n.t('Delete Permanently');
  const question = vscode.l10n.t('These profiles cannot be moved to the trash: {0}. Delete them permanently?', left.map(nameOf).join(', '));
  if ((await vscode.window.showWarningMessage(question, { modal: true }, forGood)) === forGood) await removeEach(left, files, false);
}

/** Those that have changed while the user was asked stay. Returns what cannot be moved to the trash; rejects where one cannot be deleted. */
async function removeEach(profiles: readonly RecordedProfile[], files: Recorded, useTrash: boolean): Promise<readonly RecordedProfile[]> {
  const now = await files.recorded();
  const left: RecordedProfile[] = [];
  for (const profile of profiles.filter((one) => now.some((other) => isSameProfile(one, other))))
    try {
      await vscode.workspace.fs.delete(vscode.Uri.file(profile.file), { useTrash });
    } catch (error) {
      if (!useTrash) throw error;
      left.push(profile);
    }
  return left;
}

const nameOf = ({ file }: RecordedProfile): string => path.basename(file);
const bytesOf = (all: readonly { readonly profile: RecordedProfile }[]): number => all.reduce((sum, { profile }) => sum + profile.bytes, 0);
