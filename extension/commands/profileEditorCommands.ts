/** What the editor of a profile asks of the rest, and its commands of the palette, menus and keys. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { SampledChoice } from '../../protocol/code/hotspots';
import { shellWord } from '../../protocol/words/shellWords';
import type { CaptureEditors } from '../editors/capture/captureEditorProvider';
import { copyText } from '../editors/copyText';
import type { Pages } from '../editors/page';
import type { ProfileEditor, ProfileRequest } from '../editors/profile/profileEditor';
import { PROFILE_VIEW, registerProfileEditor, type ProfileEditors } from '../editors/profile/profileEditorProvider';
import type { Roofs } from '../editors/roofs';
import { asking, saveAs } from '../editors/saveAs';
import { openSampledListing } from '../source/captureTexts';
import type { LanguageFeatures } from '../source/languageFeatures';
import { exportTimeline, isRenderFormat } from './exportTimeline';
import { pickOne } from './questions';
import { fileNamed, sampledStages, showPlace, showStage, stageChoices, type SampledStages } from './sampledStages';
import { showRecord } from './showRecord';

export function registerProfiles(
  context: vscode.ExtensionContext,
  editors: CaptureEditors,
  pages: Pages,
  roofs: Roofs,
  features: LanguageFeatures,
  log: vscode.LogOutputChannel,
): ProfileEditors {
  /** The capture of the profile: asked for where it is not where it was. */
  const captureOf = async (editor: ProfileEditor): Promise<string | undefined> => {
    await editor.document.findCapture();
    const capture = editor.document.read?.summary.capture;
    if (capture === undefined) {
      void vscode.window.showInformationMessage(vscode.l10n.t('The profile does not say which capture it was recorded from.'));
      return undefined;
    }
    return capture.state === 'missing' ? chooseCapture(editor) : capture.path;
  };
  const chooseCapture = async (editor: ProfileEditor): Promise<string | undefined> => {
    const capture = editor.document.read?.summary.capture;
    if (capture === undefined) return undefined;
    const name = path.basename(capture.path);
    const [file] =
      (await vscode.window.showOpenDialog({
        title: vscode.l10n.t('Where Is {0}?', name),
        openLabel: vscode.l10n.t('Use Capture'),
        defaultUri: vscode.Uri.file(path.dirname(editor.document.path)),
        filters: { [vscode.l10n.t('IREE captures')]: ['ireereplay'], [vscode.l10n.t('All files')]: ['*'] },
      })) ?? [];
    if (file === undefined) return undefined;
    await profiles.captures.remember(capture, file.fsPath);
    await editor.document.findCapture();
    return file.fsPath;
  };
  const onRecord = async (editor: ProfileEditor, command: string, { record, via, place }: ProfileRequest): Promise<void> => {
    const file = record === undefined ? undefined : await captureOf(editor);
    if (record === undefined || file === undefined) return;
    const capture = await showRecord(editors, file, record, via);
    // Only a whole index knows what the record is.
    if (capture === undefined || (await capture.document.whenComplete()) === undefined) return;
    const key = via === undefined ? String(record) : `${String(record)}@${String(via)}`;
    await vscode.commands.executeCommand(command, {
      ireeReplayEditor: capture.id,
      ireeReplayKey: key,
      ...(place === undefined ? {} : { ireeReplayLine: place }),
    });
  };

  /** They come and go: they are looked for whenever they are asked for. */
  const stagesOf = async ({ document }: ProfileEditor, kernel: SampledChoice, signal: AbortSignal): Promise<SampledStages> => {
    await document.findCapture();
    const capture = document.read?.summary.capture;
    return sampledStages(document.path, capture?.state === 'same' ? capture.path : undefined, kernel, features, signal);
  };
  const run = async (editor: ProfileEditor, request: ProfileRequest, signal: AbortSignal): Promise<void> => {
    const { document } = editor;
    switch (request.command) {
      case 'openRecord':
      case 'openCapture': {
        const file = await asking(captureOf(editor), signal);
        if (file !== undefined) await showRecord(editors, file, request.record, request.via);
        return;
      }
      case 'chooseCapture':
        await asking(chooseCapture(editor), signal);
        return;
      case 'benchmark':
        return onRecord(editor, 'ireeReplay.benchmark', request);
      case 'sampleHotspots': {
        const file = await asking(captureOf(editor), signal);
        const capture = file === undefined ? undefined : await showRecord(editors, file);
        if (capture !== undefined) await vscode.commands.executeCommand('ireeReplay.sampleHotspots', { ireeReplayEditor: capture.id });
        return;
      }
      case 'substitute':
        return onRecord(editor, 'ireeReplay.substituteExecutable', request);
      case 'showSource': {
        const { kernel, place } = request;
        const named =
          kernel === undefined || place === undefined ? undefined : fileNamed(await stagesOf(editor, kernel, signal), place.path);
        if (named !== undefined) return showPlace(named, place?.line);
        return onRecord(editor, 'ireeReplay.showSource', request);
      }
      case 'showDisassembly':
        if (request.kernel !== undefined) return openSampledListing(document.path, request.kernel.executable, request.kernel.name);
        return onRecord(editor, 'ireeReplay.showDisassembly', request);
      case 'showStage':
        if (request.kernel === undefined || request.stage === undefined) return;
        return asking(showStage(await stagesOf(editor, request.kernel, signal), request.stage), signal);
      case 'compare':
        await vscode.commands.executeCommand('ireeReplay.compareProfiles', document.uri);
        return;
      case 'exportTable':
        return asking(saveAs(path.dirname(document.path), request.name ?? 'table.csv', new TextEncoder().encode(request.text)), signal);
      case 'exportTimeline':
        if (isRenderFormat(request.name)) await exportTimeline(context, document.path, request.name);
        return;
      case 'copyText':
        return copyText({ text: request.text ?? `ireereplay profile explain ${shellWord(document.path)}` });
      case 'reload':
        return document.reload();
      case 'openAsText':
        await vscode.commands.executeCommand('workbench.action.reopenWithEditor');
        return;
      case 'showOutput':
        log.show();
        return;
    }
  };
  const profiles = registerProfileEditor(context, pages, roofs, log, {
    run,
    stages: async (editor, kernel, signal) => stageChoices(await stagesOf(editor, kernel, signal)),
  });

  const register = (name: string, act: (editor: ProfileEditor) => unknown): void => {
    context.subscriptions.push(
      vscode.commands.registerCommand(`ireeReplay.${name}`, (target: unknown) => {
        const editor = target instanceof vscode.Uri ? profiles.ofFile(target) : profiles.active();
        return editor === undefined ? undefined : act(editor);
      }),
    );
  };
  context.subscriptions.push(
    vscode.commands.registerCommand('ireeReplay.openProfile', async () => {
      const [uri] =
        (await vscode.window.showOpenDialog({
          title: vscode.l10n.t('Open Profile'),
          filters: { [vscode.l10n.t('IREE profiles')]: ['ireeprof'], [vscode.l10n.t('All files')]: ['*'] },
        })) ?? [];
      if (uri !== undefined) await vscode.commands.executeCommand('vscode.openWith', uri, PROFILE_VIEW);
    }),
  );
  register('findInProfile', (editor) => editor.invoke({ action: 'focusSearch' }));
  register('nextProfileMatch', (editor) => editor.invoke({ action: 'nextMatch' }));
  register('previousProfileMatch', (editor) => editor.invoke({ action: 'previousMatch' }));
  register('zoomToSelection', (editor) => editor.invoke({ action: 'zoomToSelection' }));
  register('showWholeProfile', (editor) => editor.invoke({ action: 'showAll' }));
  register('reloadProfile', ({ document }) => document.reload());
  register('exportTimeline', async (editor) => {
    const items = [
      { label: 'Perfetto', description: 'ui.perfetto.dev', format: 'perfetto' },
      { label: 'Chrome', description: vscode.l10n.t('Chrome trace events as JSON'), format: 'chrome' },
      { label: 'speedscope', description: 'speedscope.app', format: 'speedscope' },
      { label: vscode.l10n.t('Folded Stacks'), description: vscode.l10n.t('for flame graphs'), format: 'folded' },
      { label: 'pprof', description: vscode.l10n.t('samples by dispatch, function and line'), format: 'pprof' },
      { label: 'speedscope', description: vscode.l10n.t('samples for speedscope.app'), format: 'speedscope-samples' },
      { label: vscode.l10n.t('Report'), description: vscode.l10n.t('a page that opens in any browser'), format: 'html' },
    ] as const;
    const picked = await pickOne(items, { title: vscode.l10n.t('Export Timeline') });
    if (picked !== undefined) await exportTimeline(context, editor.document.path, picked.format);
  });
  register('chooseCaptureOfProfile', (editor) => chooseCapture(editor));
  return profiles;
}
