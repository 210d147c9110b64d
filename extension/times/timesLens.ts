/** What kernels took, in a lens above their line: where the settings want that, and where the end of the line is too far to be seen. */
import * as vscode from 'vscode';
import { heatWords } from './heatWords';
import type { HeatedLine, SourceHeat } from './sourceHeat';
import type { SourceTimes, TimedKernel } from './sourceTimes';
import { isOfWorkspace } from './workspaceProfiles';
import { percent, shortWords, timeSentence } from './timesWords';

/** Columns that are in view in an editor beside another: words behind a longer line are not seen. */
const MOST_COLUMNS = 120;

/** Whether what a kernel of this line took is said above it. */
export function isAbove(document: vscode.TextDocument, line: number): boolean {
  const settings = vscode.workspace.getConfiguration('ireeReplay.inlineTimes', document);
  if (!settings.get<boolean>('enabled', true)) return false;
  switch (settings.get<'endOfLine' | 'lens' | 'hover'>('placement', 'endOfLine')) {
    case 'endOfLine':
      return line < document.lineCount && document.lineAt(line).text.length > MOST_COLUMNS;
    case 'lens':
      return true;
    case 'hover':
      return false;
  }
}

export function showTimesAbove(times: SourceTimes, heat: SourceHeat): vscode.Disposable {
  const settings = new vscode.EventEmitter<void>();
  let provider: vscode.Disposable | undefined;
  const provide = (): void => {
    provider = vscode.languages.registerCodeLensProvider(
      { scheme: 'file' },
      {
        onDidChangeCodeLenses: (listener, self, owned) =>
          vscode.Disposable.from(times.onChange(listener, self, owned), settings.event(listener, self, owned)),
        provideCodeLenses: async (document) => {
          const above = (await times.kernelsIn(document.uri)).filter(({ kernel }) => isAbove(document, kernel.line));
          const heated = above.length === 0 ? [] : await heat.linesIn(document.uri);
          const said = new Set<number>();
          return above.map((timed) => {
            const { line } = timed.kernel;
            const here = heated.find((one) => one.line === line && one.sampled.isHot);
            // Of several kernels of a line the first says what samples the line has.
            if (here === undefined || said.has(line)) return lensOf(timed);
            said.add(line);
            return lensOf(timed, here);
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

function lensOf(timed: TimedKernel, sampled?: HeatedLine): vscode.CodeLens {
  const { kernel, time } = timed;
  const samples = sampled === undefined ? '' : `  |  ${heatWords(sampled, kernel.changed === true)}`;
  // It is said once, behind everything that it is true of.
  const older = kernel.changed === true && sampled === undefined ? `  ⚠ ${vscode.l10n.t('older than the source')}` : '';
  return new vscode.CodeLens(new vscode.Range(kernel.line, 0, kernel.line, 0), {
    title: [percent(time.share), shortWords(timed)].join('  ') + older + samples,
    tooltip: timeSentence(timed),
    ...(isOfWorkspace(time.run)
      ? { command: 'vscode.open', arguments: [vscode.Uri.file(time.run.id)] }
      : { command: 'ireeReplay.openRun', arguments: [time.run.id] }),
  });
}
