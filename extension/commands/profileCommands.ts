/** Profile: from the record tree, the palette and the list of runs. */
import * as vscode from 'vscode';
import type { MeasuredRun } from '../../protocol/results/results';
import type { CaptureEditor } from '../editors/capture/captureEditor';
import type { CaptureEditors } from '../editors/capture/captureEditorProvider';
import type { MeasuredRuns } from '../runs/measuredRuns';
import { placeOf } from '../captures/placeOf';
import { profilingOf } from '../runs/profiling';
import { runOptions } from '../runs/replaySettings';
import { chosenScope } from './chosenScope';
import { subjectOf, subjectWords, type Subject } from './measureSubject';
import { atRecord, type ProfileEditors } from '../editors/profile/profileEditorProvider';
import type { ProfileRuns } from './profileRuns';
import { removeProfiles } from './removeProfiles';
import { showRecord } from './showRecord';
import { targetEditor, targetKey } from './targetRow';

/** What menus pass: a webview's row, a run of the list, a file, or nothing. */
type Target =
  | string
  | vscode.Uri
  | { readonly ireeReplayEditor?: unknown; readonly ireeReplayKey?: unknown; readonly ireeReplayStays?: unknown }
  | undefined;

export function registerProfiling(
  context: vscode.ExtensionContext,
  editors: CaptureEditors,
  profileEditors: ProfileEditors,
  runs: MeasuredRuns,
  profiles: ProfileRuns,
  shownRun: () => MeasuredRun | undefined,
): void {
  const record = async ({ document }: CaptureEditor, subject: Subject): Promise<void> => {
    const summary = await document.whenComplete();
    if (summary === undefined) return;
    const { settings, path: file } = document;
    const only = subject.kind === 'dispatch' ? { function: subject.name, ...inCommandBuffer(subject) } : undefined;
    const options = {
      ...runOptions(file, summary.devices, settings, { kind: 'capture' }),
      profiling: profilingOf(settings, runs.profiles.next(file), only),
    };
    await profiles.start({ job: 'run', capture: file, subject: subjectWords(subject), settings, options });
  };

  const sample = async ({ document }: CaptureEditor, stays: boolean): Promise<void> => {
    const summary = await document.whenComplete();
    if (summary === undefined) return;
    const { settings, path: file } = document;
    if (settings.engine !== 'native') {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('Only the native engine can sample. Choose it for this capture, then sample again.'),
      );
      return;
    }
    const told = vscode.workspace.getConfiguration('ireeReplay.sampling', document.uri);
    const sampling = { rate: told.get<number | null>('rate', null), overhead: told.get('overhead', 1), seconds: told.get('seconds', 3) };
    const options = {
      ...runOptions(file, summary.devices, settings, { kind: 'capture' }),
      profiling: profilingOf(settings, runs.profiles.next(file), undefined, sampling),
    };
    await profiles.start({ job: 'run', capture: file, subject: subjectWords({ kind: 'capture' }), settings, options }, stays);
  };

  const register = (name: string, act: (target: Target) => unknown): void => {
    context.subscriptions.push(vscode.commands.registerCommand(`ireeReplay.${name}`, act));
  };
  const onSubject = (name: string, subject: (editor: CaptureEditor, key: string | undefined) => Promise<Subject | undefined>): void =>
    register(name, async (target) => {
      const editor = targetEditor(editors, target);
      const about = editor === undefined ? undefined : await subject(editor, targetKey(editor, target));
      if (editor !== undefined && about !== undefined) await record(editor, about);
    });
  register('profileCapture', async (target) => {
    const editor = target instanceof vscode.Uri ? await showRecord(editors, target.fsPath) : targetEditor(editors, target);
    if (editor !== undefined) await record(editor, { kind: 'capture' });
  });
  onSubject('profileDispatch', subjectOf);
  register('sampleHotspots', async (target) => {
    const editor = targetEditor(editors, target);
    if (editor !== undefined)
      await sample(editor, typeof target === 'object' && 'ireeReplayStays' in target && target.ireeReplayStays === true);
  });
  onSubject('profileScope', async (editor, key) => {
    const name = await chosenScope(editor, key, vscode.l10n.t('Profile Scope'));
    return name === undefined ? undefined : { kind: 'scope', name };
  });

  register('showInProfile', async (target) => {
    const editor = targetEditor(editors, target);
    if (editor === undefined) return;
    const key = targetKey(editor, target);
    const file = editors.times.profileOf(editor.document, key);
    if (file !== undefined) {
      await profileEditors.open(file, atRecord(placeOf(key)?.record));
      return;
    }
    const profile = vscode.l10n.t('Profile');
    const missing = vscode.l10n.t("There is no profile of this capture's current version.");
    if ((await vscode.window.showInformationMessage(missing, profile)) === profile) await record(editor, { kind: 'capture' });
  });

  const runOf = (target: Target): MeasuredRun | undefined => (typeof target === 'string' ? runs.byId(target) : shownRun());
  register('saveProfileAs', async (target) => {
    const run = runOf(target);
    if (run?.job === 'run') await profiles.saveAs(run);
  });
  register('removeProfiles', () => removeProfiles(runs.profiles));
}

const inCommandBuffer = ({ commandBuffer }: { readonly commandBuffer?: number }): { readonly commandBuffer?: number } =>
  commandBuffer === undefined ? {} : { commandBuffer };
