/** Edit a Copy: from a captured kernel to a source in the workspace that is built, verified and timed at each save. */
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { copyText } from '../../engine/kernels/editableCopy';
import { deviceLabel, type ReplaySettings } from '../../protocol/replay/replay';
import type { CaptureEditor } from '../editors/capture/captureEditor';
import type { CaptureEditors } from '../editors/capture/captureEditorProvider';
import { keptSettings, runOptions } from '../runs/replaySettings';
import { embeddedSourceOf } from '../source/captureTexts';
import type { LanguageFeatures } from '../source/languageFeatures';
import type { SubstituteOnSave } from '../candidates/substituteOnSave';
import { editableFile, editableStage, readExecutable, type CapturedExecutable, type Editable } from './capturedSource';
import { executableOf } from './chosenExecutable';
import { kernelOf } from './kernelSource';
import { subjectOf } from './measureSubject';
import { pickOne } from './questions';
import { substitutionOf } from './substitutionOf';

/** What is to be edited. */
interface Wanted {
  readonly capture: string;
  readonly executable: string;
  /** The function whose file is looked for where the executable embeds no source. */
  readonly ordinal: number;
  /** In ExecutableCode.sources: the document that is shown. */
  readonly source?: number;
}

export interface EditCopy {
  readonly editors: CaptureEditors;
  readonly features: LanguageFeatures;
  readonly onSave: SubstituteOnSave;
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  /** The editor whose row a menu passes, and the row. */
  readonly rowOf: (target: unknown) => { readonly editor: CaptureEditor; readonly key: string | undefined } | undefined;
}

export async function editCopy(target: unknown, parts: EditCopy): Promise<void> {
  const wanted = await wantedOf(target, parts);
  if (wanted === undefined) return;
  const settings = settingsOf(wanted.capture, parts);
  const title = vscode.l10n.t('Reading {0}', path.basename(wanted.capture));
  const captured = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
    readExecutable(wanted.capture, wanted.executable),
  );
  if (captured === undefined) return;
  const editable = await editableOf(captured, wanted, parts.features);
  if (typeof editable === 'string') {
    void vscode.window.showInformationMessage(editable);
    return;
  }
  const uri = editable === undefined ? undefined : await askWhere(captured, editable);
  if (editable === undefined || uri === undefined) return;
  if (!(await write(uri, captured, editable))) return;
  parts.log.info(`made ${uri.fsPath} from ${editable.words} of executable ${wanted.executable} of ${wanted.capture}`);
  if (!vscode.workspace.isTrusted) {
    await vscode.window.showTextDocument(uri, { preview: false });
    void sayUntrusted(uri);
    return;
  }
  const { subject, optionsOf } = substitutionOf(wanted.executable, uri.fsPath);
  const options = optionsOf(runOptions(wanted.capture, captured.devices, { ...settings, substitutions: [] }, { kind: 'capture' }));
  parts.onSave.begin({ job: 'substitute', capture: wanted.capture, subject, settings, options }, captured.executable.functions);
  // Who sees it may save it.
  await vscode.window.showTextDocument(uri, { preview: false });
  const said = vscode.l10n.t(
    '{0} was created from {1} of executable {2}. Each time you save it, it is built, its results are compared with those that were captured in {3}, and it is measured on {4}.',
    ...[path.basename(uri.fsPath), editable.words, wanted.executable, path.basename(wanted.capture), deviceLabel(settings)],
  );
  void vscode.window.showInformationMessage(editable.doubt === undefined ? said : `${said} ${editable.doubt}`);
}

/** What a menu, a title bar, a lens or the palette means. */
async function wantedOf(target: unknown, { rowOf }: EditCopy): Promise<Wanted | undefined> {
  const kernel = kernelOf(target);
  if (kernel !== undefined) return kernel;
  const shown = target instanceof vscode.Uri ? target : target === undefined ? vscode.window.activeTextEditor?.document.uri : undefined;
  const embedded = shown === undefined ? undefined : embeddedSourceOf(shown);
  if (embedded !== undefined) return { ...embedded, ordinal: 0 };
  const row = rowOf(target);
  if (row === undefined) return undefined;
  const { document } = row.editor;
  if ((await document.whenComplete()) === undefined) return undefined;
  const subject = await subjectOf(row.editor, row.key);
  const executable = await executableOf(row.editor, subject);
  if (executable === undefined) return undefined;
  const { functions = [] } = document.summary?.executables.find(({ id }) => id === executable) ?? {};
  return {
    ...{ capture: document.path, executable },
    ordinal: Math.max(0, subject.kind === 'dispatch' ? functions.indexOf(subject.name) : 0),
  };
}

const settingsOf = (capture: string, { editors, context }: EditCopy): ReplaySettings =>
  editors.ofFile(vscode.Uri.file(capture))?.document.settings ?? keptSettings(context.workspaceState);

/** What can be edited; a sentence where nothing can; undefined when the user wants none of it. */
async function editableOf(
  captured: CapturedExecutable,
  wanted: Wanted,
  features: LanguageFeatures,
): Promise<Editable | string | undefined> {
  const { stages, executable } = captured;
  const { source } = wanted;
  if (source !== undefined) {
    const shown = stages.find(({ sources }) => sources.includes(source));
    if (shown !== undefined) return editableStage(captured, shown.stage);
    if (captured.code.kind === 'cpu')
      return vscode.l10n.t(
        'A substitute must have all {0} functions of executable {1}, but this source does not have all of them.',
        ...[executable.functions.length, executable.id],
      );
  }
  if (stages.length === 0) return editableFile(captured, wanted.ordinal, features);
  const items = stages.map(({ stage }) => ({ label: stage, description: descriptionOf(stage), stage }));
  const picked =
    items.length === 1
      ? items[0]
      : await pickOne(items, {
          title: vscode.l10n.t('Edit a Copy of Executable {0}', executable.id),
          active: items.find(({ stage }) => stage.endsWith('configured')),
        });
  return picked === undefined ? undefined : editableStage(captured, picked.stage);
}

function descriptionOf(stage: string): string {
  switch (stage) {
    case '0.source':
      return vscode.l10n.t('the computation; the compiler chooses how it is tiled');
    case '1.configured':
      return vscode.l10n.t('the computation, and how it is tiled');
    case '2.translated':
      return vscode.l10n.t('lowered to LLVM');
    default:
      return '';
  }
}

/** Nothing of a foreign name but letters, digits, dots and dashes. */
const safe = (name: string): string => name.replaceAll(/[^\w.-]/g, '_').slice(0, 80);

/** Asks for the file. It is beside the capture, or beside what it is a copy of, and a new one, unless the user wants another. */
async function askWhere({ capture, executable }: CapturedExecutable, { file, extension }: Editable): Promise<vscode.Uri | undefined> {
  const [only, ...others] = executable.functions;
  const called = only !== undefined && others.length === 0 ? only : `${path.basename(capture, '.ireereplay')}-executable-${executable.id}`;
  const stem = file === undefined ? path.join(path.dirname(capture), safe(called)) : `${file.slice(0, -extension.length)}-copy`;
  let free = `${stem}${extension}`;
  for (let number = 2; existsSync(free); number++) free = `${stem}-${String(number)}${extension}`;
  const picked = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Copy of Executable {0}', executable.id),
    saveLabel: vscode.l10n.t('Make Copy'),
    defaultUri: vscode.Uri.file(free),
  });
  if (picked === undefined || path.extname(picked.fsPath) === extension) return picked;
  // How it is built goes by its name; of that name the dialog has not asked.
  const named = picked.with({ path: `${picked.path}${extension}` });
  if (!existsSync(named.fsPath)) return named;
  const replace = vscode.l10n.t('Replace');
  const question = vscode.l10n.t('{0} already exists. Replace it?', named.fsPath);
  return (await vscode.window.showWarningMessage(question, { modal: true }, replace)) === replace ? named : undefined;
}

/** Writes it so that undoing in the explorer takes it back. What the dialog was told to replace is replaced. */
async function write(uri: vscode.Uri, { capture, executable }: CapturedExecutable, { text, words }: Editable): Promise<boolean> {
  const contents = new TextEncoder().encode(copyText(uri.fsPath, text, { capture, executable, source: words }));
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents, overwrite: true });
  if (await vscode.workspace.applyEdit(edit)) return true;
  void vscode.window.showErrorMessage(vscode.l10n.t('{0} cannot be written.', uri.fsPath));
  return false;
}

async function sayUntrusted(uri: vscode.Uri): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('{0} was written. Nothing is built or executed until you trust this workspace.', path.basename(uri.fsPath)),
    manage,
  );
  if (answer === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}
