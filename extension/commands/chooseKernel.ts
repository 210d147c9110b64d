/** Of several kernels that stem from one line of a source: which is meant, and what to do with it. */
import * as vscode from 'vscode';
import type { KernelAct, KernelLine } from '../../protocol/processes/languageServer';
import { byShare, knownKernels, type KnownKernel } from '../times/lineKernels';
import type { SourceTimes } from '../times/sourceTimes';
import { countWords, runSentence, shareWords } from '../times/timesWords';
import { commandOfRun } from '../times/workspaceProfiles';
import { pickOne } from './questions';

export async function chooseKernel(kernels: readonly KernelLine[], times: SourceTimes): Promise<void> {
  const items = byShare(await knownKernels(kernels, times)).map((known) => ({
    label: known.kernel.name,
    description: known.time === undefined ? '' : shareWords(known),
    ...(known.kernel.doubt === undefined ? {} : { detail: `$(warning) ${known.kernel.doubt.sentence}` }),
    known,
  }));
  const picked = await pickOne(items, { title: countWords(kernels) });
  if (picked === undefined) return;
  const act = await pickOne(actsOf(picked.known), { title: picked.label });
  if (act !== undefined) await vscode.commands.executeCommand(act.command, ...act.arguments);
}

/** What its lenses would do, if it had any; that with its times, which opens their run, comes last. */
function actsOf(known: KnownKernel): readonly (vscode.QuickPickItem & Pick<KernelAct, 'command' | 'arguments'>)[] {
  const acts = (known.kernel.acts ?? []).map(({ title, ...command }) => ({ label: title, ...command }));
  if (known.time === undefined) return acts;
  return [...acts, { label: shareWords(known), description: runSentence(known.time), ...commandOfRun(known.time.run) }];
}
