/** The lines of Record Kernels…: what each says now, and what it asks. */
import { existsSync, statSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { generationOf, type KernelRecording, type RecordingGeneration } from '../../engine/llvm/kernelRecording';
import type { ProgramLlvm } from '../../engine/llvm/offloadLibrary';
import { recordedFiles } from '../../engine/llvm/recordedFiles';
import { LLVM_WRITERS } from '../../protocol/words/llvmWords';
import { commandWords } from '../../protocol/words/shellWords';
import { askText, pickOne } from '../commands/questions';
import { separator, type FormAct, type FormChange, type FormItem } from './form';
import type { RecordingPlace } from './recordingPlace';

/** What is recorded, as it is asked for. */
export interface KernelForm extends Pick<KernelRecording, 'program' | 'folder' | 'gibibytes' | 'keepsOutput'> {
  /** As in a terminal. */
  readonly arguments: string;
  /** Absent until it is known. */
  readonly generation?: RecordingGeneration;
}

export type WholeKernelForm = KernelForm & { readonly generation: RecordingGeneration };

export interface KernelChoice {
  readonly place: RecordingPlace;
  readonly llvm: ProgramLlvm;
  readonly values: KernelForm;
}

type Change = FormChange<KernelForm>;
type Whole = FormChange<WholeKernelForm>;
type Item = FormItem<KernelForm>;

/** Far more than a device has. */
const MOST_GIBIBYTES = 65_536;

/** A folder for the recordings of a program, which is not there yet. */
export function newFolder(root: string, program: string): string {
  const name = path.join(root, `${path.parse(program).name}-recordings`);
  for (let number = 1; ; number++) {
    const folder = number === 1 ? name : `${name}-${String(number)}`;
    if (!existsSync(folder)) return folder;
  }
}

/** Every line, in order: Enter on the first records. */
export function kernelChoices(choice: KernelChoice): readonly Item[] {
  const { place, values } = choice;
  const folder = place.short(values.folder);
  return [
    {
      label: `$(record) ${vscode.l10n.t('Record')}`,
      description: vscode.l10n.t('{0}, to {1}', path.basename(values.program), folder),
      act: 'record',
    },
    separator(vscode.l10n.t('what to run')),
    {
      label: `$(symbol-parameter) ${vscode.l10n.t('Arguments')}`,
      description: values.arguments === '' ? vscode.l10n.t('none') : values.arguments,
      change: () => askArguments(choice),
    },
    separator(vscode.l10n.t('how to record')),
    llvmItem(choice),
    {
      label: `$(folder) ${vscode.l10n.t('Folder')}`,
      description: existsSync(values.folder) ? vscode.l10n.t('{0}, which already exists', folder) : folder,
      change: () => askFolder(choice),
    },
    {
      label: `$(server) ${vscode.l10n.t('Device Memory')}`,
      description: vscode.l10n.t('{0} GiB for everything that the program allocates there', values.gibibytes),
      change: () => askMemory(choice),
    },
    {
      label: `$(save-all) ${vscode.l10n.t('Memory after Each Launch')}`,
      description: values.keepsOutput ? vscode.l10n.t('kept, to show what the kernel changed') : vscode.l10n.t('not kept'),
      change: () => Promise.resolve({ ...values, keepsOutput: !values.keepsOutput }),
    },
    separator(vscode.l10n.t('instead')),
    { label: `$(copy) ${vscode.l10n.t('Copy Command')}`, act: 'copy' },
    { label: `$(checklist) ${vscode.l10n.t('Save in tasks.json')}`, act: 'keep' },
  ];
}

/** Asks for the version of LLVM where it is not known, and whether recordings may be replaced; undefined where the user gives up. */
export async function completeKernels(choice: KernelChoice, act: FormAct): Whole {
  const { generation } = choice.values;
  const values = generation === undefined ? await askGeneration(choice) : { ...choice.values, generation };
  if (values === undefined || act !== 'record') return values;
  const { size } = await recordedFiles(values.folder);
  if (size === 0) return values;
  const folder = choice.place.short(values.folder);
  const question =
    size === 1
      ? vscode.l10n.t('{0} already contains a recording. The new one may replace it.', folder)
      : vscode.l10n.t('{0} already contains {1} recordings. New ones of the same kernels replace them.', folder, size);
  const there = vscode.l10n.t('Record There');
  return (await vscode.window.showWarningMessage(question, { modal: true }, there)) === there ? values : undefined;
}

async function askArguments({ values }: KernelChoice): Change {
  const text = await askText({
    title: vscode.l10n.t('Arguments'),
    prompt: vscode.l10n.t('Arguments for the program, written as in a terminal'),
    value: values.arguments,
    validateInput: (typed) => (commandWords(typed) === undefined ? vscode.l10n.t('A closing quotation mark is missing') : undefined),
  });
  return text === undefined ? undefined : { ...values, arguments: text.trim() };
}

/** Which variables the program is given depends on the version of LLVM that it was built with. */
function llvmItem(choice: KernelChoice): Item {
  const { llvm, values } = choice;
  const { generation } = values;
  const isAsFound = llvm.version !== undefined && generation === generationOf(llvm.version);
  return {
    label: `${generation === undefined ? '$(warning)' : '$(versions)'} ${vscode.l10n.t('Version of LLVM')}`,
    description:
      generation === undefined
        ? vscode.l10n.t('not known')
        : isAsFound
          ? vscode.l10n.t('{0}, by {1}', llvm.version, llvm.by ?? '')
          : LLVM_WRITERS[generation],
    change: () => askGeneration(choice),
  };
}

async function askGeneration({ values }: KernelChoice): Whole {
  const items = ([1, 2] as const).map((generation) => ({
    label: LLVM_WRITERS[generation],
    description: generation === 1 ? vscode.l10n.t('the program then runs in the folder for the recordings') : '',
    generation,
  }));
  const active = items.find(({ generation }) => generation === values.generation);
  const title = vscode.l10n.t('Version of LLVM that the Program Was Built With');
  const picked = await pickOne(items, { title, active });
  return picked === undefined ? undefined : { ...values, generation: picked.generation };
}

async function askFolder({ place, values }: KernelChoice): Change {
  const pathOf = (typed: string): string => path.resolve(place.root, typed.trim());
  const wrong = (typed: string): string | undefined => {
    if (typed.trim() === '') return vscode.l10n.t('The name of a folder');
    const found = statSync(pathOf(typed), { throwIfNoEntry: false });
    return found === undefined || found.isDirectory() ? undefined : vscode.l10n.t('{0} is a file', typed.trim());
  };
  const text = await askText({
    title: vscode.l10n.t('Folder'),
    prompt: vscode.l10n.t('Folder for the recordings; it is created if it does not exist'),
    value: place.short(values.folder),
    validateInput: wrong,
  });
  return text === undefined ? undefined : { ...values, folder: pathOf(text) };
}

async function askMemory({ values }: KernelChoice): Change {
  const isRight = (typed: string): boolean => /^[1-9]\d*$/.test(typed.trim()) && Number(typed) <= MOST_GIBIBYTES;
  const text = await askText({
    title: vscode.l10n.t('Device Memory'),
    prompt: vscode.l10n.t(
      'Memory to reserve on the device, in GiB: enough for everything that the program allocates there, since nothing is freed',
    ),
    value: String(values.gibibytes),
    validateInput: (typed) => (isRight(typed) ? undefined : vscode.l10n.t('A number from 1 to {0}', MOST_GIBIBYTES)),
  });
  return text === undefined ? undefined : { ...values, gibibytes: Number(text) };
}
