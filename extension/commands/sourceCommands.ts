/** What lenses beside sources and dumps do, and how a capture becomes a dump. */
import * as vscode from 'vscode';
import { isRecord } from '../../protocol/base/isRecord';
import type { SourceLine } from '../../protocol/code/hotspots';
import {
  APPLY_REMEDY,
  CAPTURE_ACTS,
  IN_CAPTURE,
  SHOW_DISASSEMBLY,
  type CaptureAct,
  type DumpSuffix,
  type KernelLine,
  type RemedyInCapture,
} from '../../protocol/processes/languageServer';
import type { MeasuredRuns } from '../runs/measuredRuns';
import type { CaptureEditors } from '../editors/capture/captureEditorProvider';
import { atRecord, type ProfileEditors } from '../editors/profile/profileEditorProvider';
import type { CaptureEditor } from '../editors/capture/captureEditor';
import { openDump, openListing, registerCaptureTexts } from '../source/captureTexts';
import { createHotspotsView } from '../times/hotspotsView';
import { showInlineTimes } from '../times/inlineTimes';
import { pairListings } from '../source/pairing';
import { showScopeTimes } from '../times/scopeLens';
import { CHOOSE_KERNEL, showTimesAbove } from '../times/timesLens';
import { createWorkspaceProfiles } from '../times/workspaceProfiles';
import { createSourceHeat } from '../times/sourceHeat';
import { createSourceTimes } from '../times/sourceTimes';
import { CHOOSE_TIMES, registerTimesHover, SHOW_KERNEL_IN_PROFILE } from '../times/timesHover';
import { chooseKernel } from './chooseKernel';
import { chooseTimes } from './chooseTimes';
import type { LanguageFeatures } from '../source/languageFeatures';
import { showCopyLens } from '../source/copyLens';
import type { SubstituteOnSave } from '../candidates/substituteOnSave';
import { editCopy } from './editCopy';
import { fixInText } from './fixInText';
import { kernelOf, kernelOfRow, showEmbedded, showSource } from './kernelSource';
import { showRecord } from './showRecord';
import { targetEditor, targetKey } from './targetRow';

export interface SourceParts {
  readonly editors: CaptureEditors;
  readonly profiles: ProfileEditors;
  readonly runs: MeasuredRuns;
  readonly features: LanguageFeatures;
  readonly onSave: SubstituteOnSave;
  readonly log: vscode.LogOutputChannel;
}

export function registerSources(context: vscode.ExtensionContext, parts: SourceParts): void {
  const { editors, profiles, runs, features, onSave, log } = parts;
  const register = (name: string, act: (...args: readonly unknown[]) => unknown): void => {
    context.subscriptions.push(vscode.commands.registerCommand(name, act));
  };
  register(IN_CAPTURE, async (target) => {
    if (!isRecord(target)) return;
    const { capture, record } = target;
    const act = CAPTURE_ACTS.find((one) => one === target['act']);
    if (typeof capture === 'string' && typeof record === 'number' && act !== undefined) await inCapture(editors, capture, record, act);
  });
  register(APPLY_REMEDY, async (target) => {
    const { capture, change } = isRecord(target) ? target : {};
    if (typeof capture === 'string' && isRecord(change)) await applyRemedy(editors, capture, change);
  });
  const dump = (format: DumpSuffix) => async (target: unknown) => {
    const uri = target instanceof vscode.Uri ? target : editors.active()?.document.uri;
    if (uri !== undefined) await openDump(uri.path, format);
  };
  register('ireeReplay.openAsText', dump('text'));
  register('ireeReplay.openAsJsonl', dump('jsonl'));
  register('ireeReplay.fixInText', () => fixInText());

  /** The editor whose row a menu passes, and the row. */
  const rowOf = (target: unknown): { readonly editor: CaptureEditor; readonly key: string | undefined } | undefined => {
    const editor = targetEditor(editors, target);
    return editor === undefined ? undefined : { editor, key: targetKey(editor, target) };
  };
  register(SHOW_DISASSEMBLY, async (target) => {
    const row = rowOf(target);
    const kernel = kernelOf(target) ?? (row === undefined ? undefined : await kernelOfRow(row.editor, row.key));
    if (kernel !== undefined) await openListing(kernel);
  });
  /** The line that a profile passes in place of the kernel's own. */
  const lineOf = (target: unknown): SourceLine | undefined => {
    const { ireeReplayLine: place } = isRecord(target) ? target : {};
    const { path: file, line } = isRecord(place) ? place : {};
    return typeof file === 'string' && typeof line === 'number' ? { path: file, line } : undefined;
  };
  register('ireeReplay.showSource', async (target) => {
    const row = rowOf(target);
    const kernel = row === undefined ? undefined : await kernelOfRow(row.editor, row.key);
    if (row !== undefined && kernel !== undefined) await showSource(kernel, row.editor.document, features, lineOf(target));
  });
  register('ireeReplay.showEmbeddedSource', async (target) => {
    const row = rowOf(target);
    const kernel = row === undefined ? undefined : await kernelOfRow(row.editor, row.key);
    if (row !== undefined && kernel !== undefined) await showEmbedded(kernel, row.editor.document);
  });
  register('ireeReplay.editCopy', (target) => editCopy(target, { editors, features, onSave, context, log, rowOf }));
  const workspaceProfiles = createWorkspaceProfiles(runs, log);
  const times = createSourceTimes(context.workspaceState, runs, workspaceProfiles, features);
  const heat = createSourceHeat(times, features);
  register(CHOOSE_TIMES, () => chooseTimes(times));
  register(CHOOSE_KERNEL, async (kernels) => {
    if (Array.isArray(kernels)) await chooseKernel(kernels as readonly KernelLine[], times);
  });
  register(SHOW_KERNEL_IN_PROFILE, async (file, record) => {
    if (typeof file === 'string' && typeof record === 'number') await profiles.open(file, atRecord(record));
  });
  context.subscriptions.push(
    showCopyLens(),
    registerCaptureTexts(context),
    pairListings(features),
    times,
    workspaceProfiles,
    showInlineTimes(times, heat),
    showTimesAbove(times, heat, features),
    showScopeTimes(features, runs, editors.runs),
    registerTimesHover(times, heat, features),
    createHotspotsView(times, heat),
  );
}

/** Opens the capture at the record; what is done there is what the capture editor's own menu does with that row. */
async function inCapture(editors: CaptureEditors, capture: string, record: number, act: CaptureAct): Promise<void> {
  const source = vscode.window.activeTextEditor;
  const editor = await showRecord(editors, capture, record);
  if (editor === undefined || act === 'showInCapture') return;
  if ((await editor.document.whenComplete()) === undefined) return;
  // What samples say stands in the source: it is shown again.
  const stays = act === 'sampleHotspots' && source !== undefined;
  if (stays) await vscode.window.showTextDocument(source.document, source.viewColumn);
  const target = { ireeReplayEditor: editor.id, ireeReplayKey: String(record), ...(stays ? { ireeReplayStays: true } : {}) };
  await vscode.commands.executeCommand(`ireeReplay.${act}`, target);
}

/** Replays the capture otherwise; where it is not open yet it is opened, for it shows what was chosen, and takes it back. */
async function applyRemedy(editors: CaptureEditors, capture: string, change: RemedyInCapture['change']): Promise<void> {
  const editor = editors.ofFile(vscode.Uri.file(capture)) ?? (await showRecord(editors, capture));
  if (editor === undefined || (await editor.document.whenComplete()) === undefined) return;
  editors.runs.changeSettings(editor.document, change);
}
