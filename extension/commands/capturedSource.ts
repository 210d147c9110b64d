/** What a copy of a captured kernel's source is made from. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { openCapture } from '../../engine/addon/capture';
import { editableStages, editableText, type EditableStage } from '../../engine/kernels/editableSources';
import { isSource } from '../../engine/kernels/substitutes';
import type { ExecutableSummary } from '../../protocol/capture/capture';
import type { ExecutableCode } from '../../protocol/code/code';
import type { LanguageFeatures } from '../source/languageFeatures';

/** An executable of a capture, read from the file. */
export interface CapturedExecutable {
  readonly capture: string;
  readonly devices: number;
  readonly executable: ExecutableSummary;
  readonly code: ExecutableCode;
  readonly stages: readonly EditableStage[];
  /** The whole of it as one text, by EditableStage.stage. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Reads it; undefined when the capture has no such executable. Rejects when either cannot be read. */
export async function readExecutable(file: string, id: string): Promise<CapturedExecutable | undefined> {
  const capture = await openCapture(file);
  try {
    await capture.index();
    const { executables, devices } = await capture.summary();
    const executable = executables.find((one) => one.id === id);
    if (executable === undefined) return undefined;
    const code = await capture.code.executable(id);
    // Sources that GPU code embeds are built for other devices than those a substitute runs on.
    const stages = code.kind === 'cpu' ? editableStages(code) : [];
    const texts = new Map<string, string>();
    for (const { stage, sources } of stages) {
      const parts = await Promise.all(sources.map(async (index) => new TextDecoder().decode(await capture.code.source(id, index))));
      texts.set(stage, editableText(parts));
    }
    return { capture: file, devices, executable, code, stages, texts };
  } finally {
    capture.close();
  }
}

/** Text that can be changed and built in place of the executable. */
export interface Editable {
  /** "stage 1.configured", or a file's path. */
  readonly words: string;
  readonly text: string;
  /** ".mlir". */
  readonly extension: string;
  /** The file that it is a copy of, where there is one. */
  readonly file?: string;
  /** Why that may not be what was captured. */
  readonly doubt?: string;
}

/** One of the stages that it embeds. */
export const editableStage = ({ texts }: CapturedExecutable, stage: string): Editable | undefined => {
  const text = texts.get(stage);
  return text === undefined ? undefined : { words: vscode.l10n.t('stage {0}', stage), text, extension: '.mlir' };
};

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The file that a function is written in, where that makes an executable by itself; otherwise why not, in a sentence. */
export async function editableFile(
  { capture, executable, code }: CapturedExecutable,
  ordinal: number,
  features: LanguageFeatures,
): Promise<Editable | string> {
  const { id, functions } = executable;
  const name = functions[ordinal] ?? vscode.l10n.t('function {0}', ordinal);
  if (code.kind === 'gpu')
    return vscode.l10n.t(
      'Executable {0} is code for a GPU ({1}). Only executables for a CPU can be built and substituted here.',
      ...[id, code.format],
    );
  const how = vscode.l10n.t(
    'Export Executable also writes a file that says how to build the executable. Files written by iree-compile --iree-hal-dump-executable-configurations-to=DIR can be substituted, too.',
  );
  const { compiled, found } = await features.sourceOf({ capture, executable: id, ordinal, name });
  if (found === undefined) {
    const why =
      compiled === undefined
        ? vscode.l10n.t('Executable {0} does not embed the source of every function and does not say where {1} is defined.', id, name)
        : vscode.l10n.t(
            'Executable {0} does not embed the source of every function. {2} was compiled from {1}, which was found neither at that path nor in this workspace.',
            ...[id, compiled.path, name],
          );
    return `${why} ${how}`;
  }
  const { file, doubt } = found;
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(file)));
  const extension = path.extname(file);
  const exportsAll = functions.every((one) => new RegExp(`hal\\.executable\\.export\\b.*@"?${escaped(one)}`).test(text));
  if (!isSource(file) || (extension === '.mlir' && !exportsAll))
    return `${vscode.l10n.t('{0} was compiled from {1}, which either contains more than this executable or cannot be compiled to an executable on its own.', name, file)} ${how}`;
  return { words: file, text, extension, file, ...(doubt === undefined ? {} : { doubt }) };
}
