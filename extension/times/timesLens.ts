/**
 * What kernels took, in a lens above their line: where the settings want that, and where the end of the line is too far to be seen. A line of
 * several kernels always has one, which is their only one: it lists them, with what can be done with each.
 */
import * as vscode from 'vscode';
import type { LanguageFeatures } from '../source/languageFeatures';
import { heatWords } from './heatWords';
import { byLine, knownKernels, together, type KnownKernel, type OfLine } from './lineKernels';
import type { HeatedLine, SourceHeat } from './sourceHeat';
import type { SourceTimes, TimedKernel } from './sourceTimes';
import { commandOfRun } from './workspaceProfiles';
import { countWords, runSentence, shareWords, timeSentence, togetherWords } from './timesWords';

/** Asks which of the kernels, an array of KernelLine, is meant, and what is to be done with it. */
export const CHOOSE_KERNEL = 'ireeReplay.chooseKernel';

/** Columns that are in view in an editor beside another: words behind a longer line are not seen. */
const MOST_COLUMNS = 120;

/** Where times stand; undefined where they are not wanted. */
function placementIn(document: vscode.TextDocument): 'endOfLine' | 'lens' | 'hover' | undefined {
  const settings = vscode.workspace.getConfiguration('ireeReplay.inlineTimes', document);
  return settings.get<boolean>('enabled', true) ? settings.get('placement', 'endOfLine') : undefined;
}

/** Whether what a kernel of this line took is said above it. */
export function isAbove(document: vscode.TextDocument, line: number): boolean {
  switch (placementIn(document)) {
    case 'endOfLine':
      return line < document.lineCount && document.lineAt(line).text.length > MOST_COLUMNS;
    case 'lens':
      return true;
    case 'hover':
    case undefined:
      return false;
  }
}

/** Whether it is said in the source at all, behind lines or above them. */
function isInSource(document: vscode.TextDocument): boolean {
  const placement = placementIn(document);
  return placement === 'endOfLine' || placement === 'lens';
}

export function showTimesAbove(times: SourceTimes, heat: SourceHeat, features: LanguageFeatures): vscode.Disposable {
  const settings = new vscode.EventEmitter<void>();
  let provider: vscode.Disposable | undefined;
  const provide = (): void => {
    provider = vscode.languages.registerCodeLensProvider(
      { scheme: 'file' },
      {
        onDidChangeCodeLenses: (listener, self, owned) =>
          vscode.Disposable.from(times.onChange(listener, self, owned), settings.event(listener, self, owned)),
        provideCodeLenses: async (document) => {
          const lines = byLine(await knownKernels(await features.kernelsIn(document.uri), times));
          const above = lines.filter(([{ kernel, time }]) => time !== undefined && isAbove(document, kernel.line));
          const hot = above.length === 0 ? [] : (await heat.linesIn(document.uri)).filter(({ sampled }) => sampled.isHot);
          return lines.flatMap((here) => {
            const [first] = here;
            const isTimed = above.includes(here);
            const sampled = isTimed ? hot.find(({ line }) => line === first.kernel.line) : undefined;
            if (here.length > 1) return [lensOfLine(here, isInSource(document), sampled)];
            return first.time === undefined || !isTimed ? [] : [lensOf(first, sampled)];
          });
        },
      },
    );
  };
  return vscode.Disposable.from(
    settings,
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('ireeReplay.inlineTimes')) settings.fire();
    }),
    // Who is registered last stands first, which is before the names of the server's lenses: they are long.
    times.onChange(() => {
      if (provider === undefined) provide();
    }),
    { dispose: () => void provider?.dispose() },
  );
}

const rangeOf = ({ line }: TimedKernel['kernel']): vscode.Range => new vscode.Range(line, 0, line, 0);

function lensOf(timed: TimedKernel, sampled?: HeatedLine): vscode.CodeLens {
  const { kernel, time } = timed;
  const samples = sampled === undefined ? '' : `  |  ${heatWords(sampled, kernel.changed === true)}`;
  // It is said once, behind everything that it is true of.
  const older = kernel.changed === true && sampled === undefined ? `  ⚠ ${vscode.l10n.t('older than the source')}` : '';
  const { command, arguments: given } = commandOfRun(time.run);
  const title = shareWords(timed) + older + samples;
  return new vscode.CodeLens(rangeOf(kernel), { title, tooltip: timeSentence(timed), command, arguments: [...given] });
}

function lensOfLine(kernels: OfLine<KnownKernel>, withTimes: boolean, sampled?: HeatedLine): vscode.CodeLens {
  const [{ kernel }] = kernels;
  const taken = withTimes ? together(kernels) : undefined;
  const samples = sampled === undefined ? '' : `  |  ${heatWords(sampled, false)}`;
  // Samples say themselves what speaks against them, which is the same.
  const doubts = sampled?.doubt === undefined ? new Set(kernels.flatMap(({ kernel: { doubt } }) => doubt?.words ?? [])) : [];
  return new vscode.CodeLens(rangeOf(kernel), {
    title: [withTimes ? togetherWords(kernels) : countWords(kernels), samples, ...[...doubts].map((words) => `  ⚠ ${words}`)].join(''),
    tooltip: [
      ...(taken === undefined ? [] : [`${runSentence(taken)}.`]),
      vscode.l10n.t('Choose one of the kernels on this line, and what to do with it.'),
    ].join(' '),
    command: CHOOSE_KERNEL,
    arguments: [kernels.map((one) => one.kernel)],
  });
}
