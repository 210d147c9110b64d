/** Record Kernels…: an OpenMP program runs in a terminal so that LLVM records its kernels, and what it recorded opens. */
import { mkdir, rmdir } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { FIRST_RECORDING_LLVM, generationOf, recordingCommand, type KernelRecording } from '../../engine/llvm/kernelRecording';
import { programLlvm, type ProgramLlvm } from '../../engine/llvm/offloadLibrary';
import { recordedFiles, writtenSince } from '../../engine/llvm/recordedFiles';
import { commandWords, shellWord } from '../../protocol/words/shellWords';
import { withLateProgress } from '../runs/lateProgress';
import { chosenLlvm } from '../runs/llvmReplays';
import { runInTerminal } from '../terminals/runInTerminal';
import { copyCommand, fillIn } from './form';
import { completeKernels, kernelChoices, newFolder, type KernelChoice, type KernelForm } from './kernelChoices';
import { keepTask, shellTaskToKeep } from './keepTask';
import { recordingPlaceOf, type RecordingPlace } from './recordingPlace';

/** As LLVM after 22 does if nobody says. */
const GIBIBYTES = 8;

/** What is proposed again for the same program. */
type Kept = Partial<Pick<KernelForm, 'arguments' | 'gibibytes' | 'keepsOutput' | 'generation'>>;

const keyOf = (program: string): string => `kernelRecording:${program}`;

export function registerKernelRecording(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): void {
  context.subscriptions.push(
    vscode.commands.registerCommand('ireeReplay.recordKernels', async (target: unknown) => {
      const program = target instanceof vscode.Uri ? target : await pickProgram();
      if (program !== undefined) await askAndRecord(context, program, log);
    }),
  );
}

async function pickProgram(): Promise<vscode.Uri | undefined> {
  const uris = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('OpenMP Program to Record'),
    openLabel: vscode.l10n.t('Record'),
  });
  return uris?.[0];
}

async function askAndRecord(context: vscode.ExtensionContext, uri: vscode.Uri, log: vscode.LogOutputChannel): Promise<void> {
  const program = uri.fsPath;
  const name = path.basename(program);
  const place = recordingPlaceOf(uri);
  const controller = new AbortController();
  const looking = vscode.l10n.t('Looking for the LLVM that {0} runs with', name);
  const look = (): Promise<ProgramLlvm> => programLlvm(program, chosenLlvm(), controller.signal);
  const llvm = await withLateProgress(looking, controller, look).catch((error: unknown) => {
    if (controller.signal.aborted) return undefined;
    throw error;
  });
  if (llvm === undefined) return;
  if (llvm.version !== undefined && llvm.version < FIRST_RECORDING_LLVM) {
    const older = vscode.l10n.t(
      'LLVM {0}, which {1} uses, cannot record kernels: rebuild the program with LLVM 16 or later.',
      llvm.version,
      name,
    );
    void vscode.window.showErrorMessage(older);
    return;
  }
  const known = llvm.version === undefined ? {} : { generation: generationOf(llvm.version) };
  const kept = context.workspaceState.get<Kept>(keyOf(program));
  const first: KernelForm = {
    ...{ program, folder: newFolder(place.root, program), arguments: '', gibibytes: GIBIBYTES, keepsOutput: true },
    ...kept,
    ...known,
  };
  const choiceOf = (values: KernelForm): KernelChoice => ({ place, llvm, values });
  const filled = await fillIn(first, {
    title: vscode.l10n.t('Record Kernels of {0}', name),
    items: (values) => kernelChoices(choiceOf(values)),
    complete: (values, act) => completeKernels(choiceOf(values), act),
  });
  if (filled === undefined) return;
  const { arguments: words, ...others } = filled.values;
  const { gibibytes, keepsOutput, generation } = others;
  await context.workspaceState.update(keyOf(program), { arguments: words, gibibytes, keepsOutput, generation } satisfies Kept);
  const libraries = llvm.libraries === undefined ? {} : { libraries: llvm.libraries };
  const recording: KernelRecording = { ...others, args: commandWords(words) ?? [], ...libraries };
  const line = shellLine(recording, place);
  switch (filled.act) {
    case 'copy':
      return copyCommand(line);
    case 'keep':
      return keepTask((folder) => shellTaskToKeep(taskName(program), line, folder), place.folder);
    case 'record':
      return record(recording, place, log);
  }
}

const taskName = (program: string): string => vscode.l10n.t('record kernels of {0}', path.basename(program));

/** LLVM up to 22 records into the current folder. */
const currentFolder = ({ generation, folder }: KernelRecording, { root }: RecordingPlace): string => (generation === 1 ? folder : root);

function shellLine(recording: KernelRecording, place: RecordingPlace): string {
  const words = (...all: readonly string[]): string => all.map(shellWord).join(' ');
  return [words('mkdir', '-p', recording.folder), words('cd', currentFolder(recording, place)), words(...recordingCommand(recording))].join(
    ' && ',
  );
}

/** Runs the program, and shows what it recorded, or says that it recorded nothing. */
async function record(recording: KernelRecording, place: RecordingPlace, log: vscode.LogOutputChannel): Promise<void> {
  const { program, folder } = recording;
  const name = path.basename(program);
  log.info(shellLine(recording, place));
  const made = await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new Error(vscode.l10n.t('{0} cannot be created: {1}', folder, error instanceof Error ? error.message : String(error)));
  });
  const before = await recordedFiles(folder);
  const status = await runInTerminal(recordingCommand(recording), {
    name: taskName(program),
    cwd: currentFolder(recording, place),
    scope: place.folder ?? vscode.TaskScope.Workspace,
  });
  const count = writtenSince(before, await recordedFiles(folder));
  log.info(`${name}: ${status === undefined ? 'ended by the user' : `status ${String(status)}`}, ${String(count)} recordings in ${folder}`);
  if (count === 0 && made !== undefined) await rmdir(folder).catch(() => undefined);
  if (status === undefined) return;
  if (count > 0) await vscode.commands.executeCommand('ireeReplay.openKernelRecordings', vscode.Uri.file(folder));
  const said = outcome(name, status, count);
  if (said !== undefined) void vscode.window.showWarningMessage(said);
}

/** What is worth saying of a program that has ended. */
function outcome(name: string, status: number, count: number): string | undefined {
  if (count > 0) {
    return status === 0 ? undefined : vscode.l10n.t('{0} ended with status {1}. What it had recorded by then is shown.', name, status);
  }
  return status === 0
    ? vscode.l10n.t(
        '{0} recorded no kernels. It may have no target regions, may have been built without -fopenmp-targets, or may have run them on the host, where LLVM 17 and later do not record.',
        name,
      )
    : vscode.l10n.t('{0} ended with status {1} and recorded no kernels. Its terminal says why.', name, status);
}
