/** Captures made of the one that is open: asked for, written with progress, and offered to be opened. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { unpackedFile } from '../../engine/addon/sharing';
import { ProblemError } from '../../protocol/base/problemOf';
import type { EngineJobs } from '../../protocol/processes/engine';
import type { ExtractOptions } from '../../protocol/sharing/sharing';
import { crashSentence } from '../../protocol/words/crashSentence';
import { extractedSentence, packedLines, reducedSentences, repairedSentence, unpackedLines } from '../../protocol/words/sharingWords';
import type { CaptureDocument } from '../captures/captureDocument';
import { placeOf } from '../captures/placeOf';
import type { Devices } from '../devices/devices';
import { CAPTURE_VIEW } from '../editors/capture/captureEditorProvider';
import type { Runs, Sharing, SharingResult } from '../runs/runs';
import { askFailure } from './askFailure';
import { pickOne } from './questions';

const nameOf = (document: CaptureDocument): string => path.parse(document.path).name;

/** A file for what is made of the document; undefined where the user wants none. */
async function askFile(document: CaptureDocument, suffix: string, title: string): Promise<string | undefined> {
  const name = `${nameOf(document)}-${suffix.replaceAll(/[^\w.-]+/g, '_')}.ireereplay`;
  const uri = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.file(path.join(path.dirname(document.path), name)),
    title,
    filters: { [vscode.l10n.t('IREE captures')]: ['ireereplay'] },
  });
  return uri?.fsPath;
}

/** The result; undefined where the user cancelled it. Throws a sentence for any other end. */
async function made<Job extends Sharing>(
  runs: Runs,
  document: CaptureDocument,
  job: Job,
  options: Parameters<typeof runs.share<Job>>[2],
  title: string,
  words?: (progress: EngineJobs[Job]['progress']) => string,
): Promise<SharingResult<Job> | undefined> {
  const location = vscode.ProgressLocation.Notification;
  const end = await vscode.window.withProgress({ location, title, cancellable: true }, async (shown, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const report = (progress: EngineJobs[Job]['progress']): void => shown.report(words === undefined ? {} : { message: words(progress) });
    return runs.share(document, job, options, report, controller.signal);
  });
  switch (end.state) {
    case 'done':
      return end.result;
    case 'crashed':
      throw new Error(vscode.l10n.t('{0}: the replay {1}', path.basename(document.path), crashSentence(end.crash)));
    case 'failed':
      throw new ProblemError(end.problem);
    case 'refused':
      throw end.problems[0] === undefined ? new Error(vscode.l10n.t('The capture cannot be replayed.')) : new ProblemError(end.problems[0]);
    case 'cancelled':
    case 'idle':
    case 'running':
      return undefined;
  }
}

/** The capture; and the project beside it, where there is one. */
async function offerToOpen(words: string, file: string, project?: string): Promise<void> {
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  const [open, openFolder] = [vscode.l10n.t('Open'), vscode.l10n.t('Open Folder')];
  const answer = await vscode.window.showInformationMessage(sentence, open, ...(project === undefined ? [] : [openFolder]));
  if (answer === openFolder && project !== undefined)
    await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(project), { forceNewWindow: true });
  if (answer === open) await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(file), CAPTURE_VIEW);
}

interface AskedPiece {
  readonly piece: Pick<ExtractOptions, 'scope' | 'dispatch'>;
  /** Of its file. */
  readonly name: string;
}

const dispatchAt = (record: number, via: number | undefined): AskedPiece => ({
  piece: { dispatch: via === undefined ? String(record) : `${String(via)}/${String(record)}` },
  name: `dispatch-${String(record)}`,
});

/** The scope or the dispatch at a node of the tree, and what a file of it is called; the user picks a scope where it is none of them. */
async function pieceAt(document: CaptureDocument, key: string | undefined): Promise<AskedPiece | undefined> {
  const { scopes = [] } = document.summary ?? {};
  const place = placeOf(key);
  const begun = scopes.find(({ begins }) => place !== undefined && begins.includes(place.record));
  if (begun !== undefined && place !== undefined) {
    const at = begun.begins.indexOf(place.record);
    return begun.begins.length === 1
      ? { piece: { scope: begun.name }, name: begun.name }
      : { piece: { scope: `${begun.name}[${String(at)}]` }, name: `${begun.name}-${String(at)}` };
  }
  if (place !== undefined && (await isDispatch(document, key))) return dispatchAt(place.record, place.via);
  if (scopes.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Select a dispatch: the capture has no scopes.'));
    return undefined;
  }
  const picked = await pickOne(
    scopes.map(({ name }) => ({ label: name })),
    { title: vscode.l10n.t('Extract Scope') },
  );
  return picked === undefined ? undefined : { piece: { scope: picked.label }, name: picked.label };
}

async function isDispatch(document: CaptureDocument, key: string | undefined): Promise<boolean> {
  if (key === undefined || document.capture === undefined) return false;
  return /\bqueue_dispatch|\.dispatch\b/.test((await document.capture.details(key)).json);
}

/** A scope or a dispatch as a capture of its own. */
export async function extractPiece(runs: Runs, document: CaptureDocument, key: string | undefined): Promise<void> {
  const asked = await pieceAt(document, key);
  if (asked !== undefined) await extract(runs, document, asked);
}

/** A dispatch as a capture of its own. */
export async function extractDispatch(runs: Runs, document: CaptureDocument, record: number, via: number | undefined): Promise<void> {
  await extract(runs, document, dispatchAt(record, via));
}

async function extract(runs: Runs, document: CaptureDocument, asked: AskedPiece): Promise<void> {
  const title = vscode.l10n.t('Extract');
  const isCapture = asked.piece.dispatch === undefined || document.settings.engine === 'iree';
  const as = isCapture ? {} : await askForm();
  if (as === undefined) return;
  const output = await askFile(document, asked.name, title);
  if (output === undefined) return;
  const options = { ...runs.optionsOf(document), ...asked.piece, ...as, output };
  const found = await made(runs, document, 'extract', options, vscode.l10n.t('Extracting {0} of {1}', asked.name, nameOf(document)));
  if (found !== undefined) await offerToOpen(extractedSentence(found, path.basename(output)), output, found.project);
}

/** As what a dispatch is extracted; undefined when the user wants none. */
async function askForm(): Promise<Pick<ExtractOptions, 'as'> | undefined> {
  const items = [
    { label: vscode.l10n.t('Capture'), description: vscode.l10n.t('The dispatch with its inputs, for a bug report'), form: {} },
    {
      label: vscode.l10n.t('Capture and Project'),
      description: vscode.l10n.t('The dispatch, plus a folder with its source, its inputs and a test'),
      form: { as: 'project' as const },
    },
  ];
  return (await pickOne(items, { title: vscode.l10n.t('Extract Dispatch') }))?.form;
}

/** The document with its files in it. */
export async function packCapture(runs: Runs, document: CaptureDocument): Promise<void> {
  if (!(document.summary?.files ?? []).some(({ reference }) => reference === 'external_path')) {
    void vscode.window.showInformationMessage(vscode.l10n.t('{0} does not refer to any file: it is packed.', path.basename(document.path)));
    return;
  }
  const picked = await pickOne(
    [
      { label: vscode.l10n.t('What the Capture Reads'), description: vscode.l10n.t('the smaller one'), files: 'ranges' as const },
      { label: vscode.l10n.t('Whole Files'), files: 'all' as const },
    ],
    { title: vscode.l10n.t('Pack Capture') },
  );
  const output = picked === undefined ? undefined : await askFile(document, 'packed', vscode.l10n.t('Pack Capture'));
  if (picked === undefined || output === undefined) return;
  const { fileRemaps } = runs.optionsOf(document);
  const options = { capture: document.path, output, files: picked.files, fileRemaps };
  const found = await made(runs, document, 'pack', options, vscode.l10n.t('Packing {0}', nameOf(document)));
  if (found !== undefined) await offerToOpen(packedLines(found, path.basename(output)).join('; '), output);
}

/** The document, and beside it the files that it held. */
export async function unpackCapture(runs: Runs, document: CaptureDocument): Promise<void> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      defaultUri: vscode.Uri.file(path.dirname(document.path)),
      title: vscode.l10n.t('Unpack Capture'),
      openLabel: vscode.l10n.t('Unpack Here'),
    })) ?? [];
  if (folder === undefined) return;
  const options = { capture: document.path, output: path.join(folder.fsPath, nameOf(document)) };
  const title = vscode.l10n.t('Unpacking {0}', nameOf(document));
  const found = await made(runs, document, 'unpack', options, title);
  const written = unpackedFile(options);
  if (found !== undefined) await offerToOpen(unpackedLines(found, written).join('; '), written);
}

/** The whole records of the document. */
export async function repairCapture(runs: Runs, document: CaptureDocument): Promise<void> {
  const output = await askFile(document, 'repaired', vscode.l10n.t('Repair Capture'));
  if (output === undefined) return;
  const title = vscode.l10n.t('Repairing {0}', nameOf(document));
  const found = await made(runs, document, 'repair', { capture: document.path, output }, title);
  if (found !== undefined) await offerToOpen(repairedSentence(found, path.basename(output)), output);
}

/** The records of the document that a failure needs. */
export async function reduceCapture(runs: Runs, document: CaptureDocument, devices: Devices): Promise<void> {
  const title = vscode.l10n.t('Reduce Capture');
  const asked = await askFailure(runs, document, devices, title);
  if (asked === undefined) return;
  const output = await askFile(document, 'reduced', title);
  if (output === undefined) return;
  const options = { ...asked, output };
  const found = await made(runs, document, 'reduce', options, vscode.l10n.t('Reducing {0}', nameOf(document)), (progress) =>
    vscode.l10n.t('{0} of {1} records, {2} checks', progress.records, progress.ofRecords, progress.checks),
  );
  if (found !== undefined) await offerToOpen(reducedSentences(found, path.basename(output)).join(' '), output);
}
