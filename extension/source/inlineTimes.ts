/** What kernels took, at the lines where they are written: in words behind the line, as heat in the overview ruler and behind the text. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { KernelLine } from '../../protocol/languageServer';
import { deviceLabel } from '../../protocol/replay';
import type { MeasuredRuns } from '../runs/measuredRuns';
import { timeWords } from '../runs/timeWords';
import { kernelKey, kernelTimes, type KernelTime } from './kernelTimes';
import type { LanguageFeatures } from './languageFeatures';

/** After an edit the server first follows it. */
const SETTLE_MS = 300;

type Heat = 'hot' | 'warm' | 'cool';

/** A kernel, and what it took. */
export interface TimedKernel {
  readonly kernel: KernelLine;
  readonly time: KernelTime;
}

export function showInlineTimes(runs: MeasuredRuns, features: LanguageFeatures): vscode.Disposable {
  const after = { margin: '0 0 0 2em', color: new vscode.ThemeColor('editorCodeLens.foreground') };
  const heated = (colour: string): vscode.TextEditorDecorationType =>
    vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      after,
      backgroundColor: new vscode.ThemeColor(`${colour}Background`),
      overviewRulerColor: new vscode.ThemeColor(colour),
      overviewRulerLane: vscode.OverviewRulerLane.Right,
      borderColor: new vscode.ThemeColor(colour),
      borderStyle: 'solid',
      borderWidth: '0 0 0 3px',
    });
  const kinds: Readonly<Record<Heat, vscode.TextEditorDecorationType>> = {
    hot: heated('ireeReplay.hot'),
    warm: heated('ireeReplay.warm'),
    cool: vscode.window.createTextEditorDecorationType({ after }),
  };

  const show = async (editor: vscode.TextEditor): Promise<void> => {
    const { document } = editor;
    const settings = vscode.workspace.getConfiguration('ireeReplay.inlineTimes', document);
    const timed = settings.get<boolean>('enabled', true) ? await timedKernels(document.uri, runs, features) : [];
    const heatOf = ({ time: { share } }: TimedKernel): Heat =>
      100 * share >= settings.get('hot', 20) ? 'hot' : 100 * share >= settings.get('warm', 5) ? 'warm' : 'cool';
    for (const heat of ['hot', 'warm', 'cool'] as const)
      editor.setDecorations(
        kinds[heat],
        timed.filter((one) => heatOf(one) === heat && one.kernel.line < document.lineCount).map((one) => decoration(document, one)),
      );
  };
  const waiting = new Map<vscode.TextEditor, ReturnType<typeof setTimeout>>();
  const later = (editor: vscode.TextEditor): void => {
    if (editor.document.uri.scheme !== 'file') return;
    clearTimeout(waiting.get(editor));
    waiting.set(
      editor,
      setTimeout(() => {
        waiting.delete(editor);
        void show(editor).catch(() => undefined);
      }, SETTLE_MS),
    );
  };
  const all = (): void => vscode.window.visibleTextEditors.forEach(later);
  all();
  return vscode.Disposable.from(
    ...Object.values(kinds),
    features.onChange(all),
    runs.onChange(({ state }) => {
      if (state.state === 'done') all();
    }),
    vscode.window.onDidChangeVisibleTextEditors(all),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      vscode.window.visibleTextEditors.filter((editor) => editor.document === document).forEach(later);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('ireeReplay.inlineTimes')) all();
    }),
    { dispose: () => waiting.forEach((timer) => clearTimeout(timer)) },
  );
}

/** The kernels of a document that times are known of. */
export async function timedKernels(uri: vscode.Uri, runs: MeasuredRuns, features: LanguageFeatures): Promise<readonly TimedKernel[]> {
  const kernels = await features.kernelsIn(uri);
  if (kernels.length === 0) return [];
  await runs.load();
  return kernels.flatMap((kernel) => {
    const time = kernelTimes(runs.all, kernel.capture, kernel.modified).get(kernelKey(kernel.executable, kernel.ordinal));
    return time === undefined ? [] : [{ kernel, time }];
  });
}

function decoration(document: vscode.TextDocument, timed: TimedKernel): vscode.DecorationOptions {
  const { kernel, time } = timed;
  const hover = new vscode.MarkdownString('', true);
  hover.appendText(`${kernel.name}: ${timeSentence(timed)}`);
  if (kernel.doubt !== undefined) hover.appendText(`\n⚠ ${kernel.doubt}`);
  return {
    range: document.lineAt(kernel.line).range,
    hoverMessage: hover,
    renderOptions: { after: { contentText: `${percent(time.share)}  ${meanWords(timed)}` } },
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** "2.319 ms × 128": on average, and how often. */
function meanWords({ kernel: { launches = '1' }, time: { ns } }: TimedKernel): string {
  const often = Number(launches);
  return often > 1 ? `${timeWords(Number(ns) / often)} × ${launches}` : timeWords(Number(ns));
}

/** What it took, of what, and when. */
export function timeSentence(timed: TimedKernel): string {
  const { kernel, time } = timed;
  return vscode.l10n.t(
    '{0} of the time of all kernels: {1}, all threads together, in {2} on {3}, {4}',
    percent(time.share),
    meanWords(timed),
    path.basename(kernel.capture),
    deviceLabel(time.run.settings),
    new Date(time.run.started).toLocaleString(),
  );
}
