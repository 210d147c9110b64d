/** From a kernel of a capture to where it is written, and to its machine code. */
import * as vscode from 'vscode';
import { isRecord } from '../../protocol/base/isRecord';
import type { KernelOfCapture, KernelStage } from '../../protocol/processes/languageServer';
import type { SourceLine } from '../../protocol/code/hotspots';
import type { CaptureEditor } from '../editors/capture/captureEditor';
import { atLine, openEmbedded } from '../source/captureTexts';
import type { LanguageFeatures } from '../source/languageFeatures';
import { subjectOf } from './measureSubject';
import { pickOne } from './questions';

/** The kernel that a lens passes; undefined when it is something else. */
export function kernelOf(target: unknown): KernelOfCapture | undefined {
  if (!isRecord(target)) return undefined;
  const { capture, executable, ordinal, name } = target;
  if (typeof capture !== 'string' || typeof executable !== 'string' || typeof ordinal !== 'number' || typeof name !== 'string')
    return undefined;
  return { capture, executable, ordinal, name };
}

/** The kernel that a row of the record tree stands for, or that the user picks of an executable. */
export async function kernelOfRow(editor: CaptureEditor, key: string | undefined): Promise<KernelOfCapture | undefined> {
  const { document } = editor;
  if ((await document.whenComplete()) === undefined) return undefined;
  const subject = await subjectOf(editor, key);
  const all = document.summary?.executables ?? [];
  const chosen = subject.kind === 'dispatch' || subject.kind === 'executable' ? subject.executable : undefined;
  const name = subject.kind === 'dispatch' ? subject.name : undefined;
  const kernels = (chosen === undefined ? all : [chosen]).flatMap(({ id, functions }) =>
    functions.map((one, ordinal) => ({ capture: document.path, executable: id, ordinal, name: one })),
  );
  const meant = kernels.find((one) => one.name === name) ?? (kernels.length === 1 ? kernels[0] : undefined);
  if (meant !== undefined) return meant;
  const items = kernels.map((kernel) => ({
    label: kernel.name,
    description: vscode.l10n.t('executable {0}', kernel.executable),
    kernel,
  }));
  return (await pickOne(items, { title: vscode.l10n.t('Kernel') }))?.kernel;
}

/**
 * Shows the line where the kernel is written, or `at` where that is in the same source; where that file is not here, why, and what there is.
 */
export async function showSource(
  kernel: KernelOfCapture,
  { capture }: CaptureEditor['document'],
  features: LanguageFeatures,
  at?: SourceLine,
): Promise<void> {
  const { compiled, found: written, stages = [] } = await features.sourceOf(kernel);
  const inSource = at !== undefined && at.path === compiled?.path;
  const places = [...(written === undefined ? [] : [{ ...written, stage: vscode.l10n.t('source') }]), ...stages];
  if (places.length > 0) {
    const found = places.length === 1 ? places[0] : await pickStage(places);
    if (found === undefined) return;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(found.file));
    await vscode.window.showTextDocument(document, {
      preview: false,
      selection: atLine(inSource && found.file === written?.file ? at.line : found.line),
    });
    if (found.doubt !== undefined) vscode.window.setStatusBarMessage(`$(warning) ${kernel.name}: ${found.doubt}`, 10_000);
    return;
  }
  const sources = await embeddedSources(kernel, capture);
  const settings = vscode.l10n.t('Set Path Prefixes');
  const embedded = vscode.l10n.t('Show Embedded Source…');
  const message =
    compiled === undefined
      ? vscode.l10n.t('Executable {0} does not say where {1} is defined.', kernel.executable, kernel.name)
      : vscode.l10n.t('{0} was compiled from {1}, which was found neither at that path nor in this workspace.', kernel.name, compiled.path);
  const offers = [...(sources.length > 0 ? [embedded] : []), ...(compiled === undefined ? [] : [settings])];
  const answer = await vscode.window.showInformationMessage(message, ...offers);
  if (answer === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'ireeReplay.sources.pathPrefixes');
  if (answer === embedded) await pickEmbedded(kernel, sources);
}

/** Shows a source that the kernel's executable embeds; where it embeds none, that it does not. */
export async function showEmbedded(kernel: KernelOfCapture, { capture }: CaptureEditor['document']): Promise<void> {
  const sources = await embeddedSources(kernel, capture);
  if (sources.length > 0) return pickEmbedded(kernel, sources);
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      "Executable {0} embeds no source. iree-opt embeds the compiler's MLIR when run with --iree-hal-executable-debug-level=3.",
      kernel.executable,
    ),
  );
}

/** Those that the kernel is in come first. */
async function pickEmbedded(kernel: KernelOfCapture, sources: readonly EmbeddedPlace[]): Promise<void> {
  const ordered = [...sources.filter(({ stage }) => stage !== undefined), ...sources.filter(({ stage }) => stage === undefined)];
  const items = ordered.map((source) => ({ label: source.path, description: source.stage ?? '', source }));
  const picked = items.length === 1 ? items[0] : await pickOne(items, { title: vscode.l10n.t('Embedded Source') });
  if (picked !== undefined)
    await openEmbedded(kernel.capture, kernel.executable, picked.source.path, picked.source.index, picked.source.line);
}

/** A kernel where it is written, and as stages of the compiler had it: which of them is meant. */
async function pickStage(places: readonly KernelStage[]): Promise<KernelStage | undefined> {
  const items = places.map((place) => ({
    label: place.stage,
    description: vscode.workspace.asRelativePath(place.file),
    ...(place.doubt === undefined ? {} : { detail: `$(warning) ${place.doubt}` }),
    place,
  }));
  return (await pickOne(items, { title: vscode.l10n.t('Show Source'), matchOnDescription: true }))?.place;
}

interface EmbeddedPlace {
  readonly path: string;
  readonly index: number;
  readonly stage?: string;
  /** Of the function, from 1; 1 where that is not known. */
  readonly line: number;
}

/** Sources that the kernel's executable embeds, with where the kernel is in each. */
async function embeddedSources(
  { executable, ordinal }: KernelOfCapture,
  capture: CaptureEditor['document']['capture'],
): Promise<readonly EmbeddedPlace[]> {
  const code = await capture?.code.executable(executable).catch(() => undefined);
  const stages = code?.functions.find((one) => one.ordinal === ordinal)?.stages ?? [];
  return (code?.sources ?? []).map(({ path }, index) => {
    const at = stages.find(({ location }) => location.path === path);
    return { path, index, line: at?.location.line ?? 1, ...(at === undefined ? {} : { stage: at.stage }) };
  });
}
