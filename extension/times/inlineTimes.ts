/** What kernels took, at the lines where they are written: in words behind the line, as heat in the overview ruler and behind the text. */
import * as vscode from 'vscode';
import { LISTING_LANGUAGE } from '../../protocol/processes/languageServer';
import { shareIn } from '../../protocol/words/listing';
import { heatWords } from './heatWords';
import { byLine, type OfLine } from './lineKernels';
import type { HeatedLine, SourceHeat } from './sourceHeat';
import type { SourceTimes, TimedKernel } from './sourceTimes';
import { isAbove } from './timesLens';
import { shareWords } from './timesWords';

/** After an edit the server first follows it. */
const SETTLE_MS = 300;
/** The bar of the hottest kernel of a document. */
const BAR_PX = 40;

/** Steps of the share of samples, from the hottest: told apart by the width of their bar too, for who sees no colours. */
const SAMPLED = [
  { step: 3, least: 0.2, width: 6 },
  { step: 2, least: 0.05, width: 4 },
  { step: 1, least: 0, width: 2 },
] as const;

/** Less than a hundredth is not hot. */
const LEAST_IN_LISTING = 0.01;

type Heat = 'hot' | 'warm' | 'cool';

export function showInlineTimes(times: SourceTimes, heat: SourceHeat): vscode.Disposable {
  const heated = (colour: string): vscode.TextEditorDecorationType =>
    vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      backgroundColor: new vscode.ThemeColor(`${colour}Background`),
      overviewRulerColor: new vscode.ThemeColor(colour),
      overviewRulerLane: vscode.OverviewRulerLane.Right,
      borderColor: new vscode.ThemeColor(colour),
      borderStyle: 'solid',
      borderWidth: '0 0 0 3px',
    });
  const kinds: Readonly<Record<Exclude<Heat, 'cool'>, vscode.TextEditorDecorationType>> = {
    hot: heated('ireeReplay.hot'),
    warm: heated('ireeReplay.warm'),
  };
  const sampled = SAMPLED.map(({ step, width }) =>
    vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      backgroundColor: new vscode.ThemeColor(`ireeReplay.sampled${String(step)}Background`),
      overviewRulerColor: new vscode.ThemeColor('ireeReplay.sampled'),
      overviewRulerLane: vscode.OverviewRulerLane.Left,
      borderColor: new vscode.ThemeColor('ireeReplay.sampled'),
      borderStyle: 'solid',
      borderWidth: `0 0 0 ${String(width)}px`,
    }),
  );
  const words = vscode.window.createTextEditorDecorationType({});

  const heatUp = (editor: vscode.TextEditor, lines: readonly { readonly line: number; readonly share: number }[]): void =>
    sampled.forEach((kind, at) =>
      editor.setDecorations(
        kind,
        lines
          .filter(({ share }) => SAMPLED.findIndex(({ least }) => share >= least) === at)
          .map(({ line }) => editor.document.lineAt(line).range),
      ),
    );
  const show = async (editor: vscode.TextEditor): Promise<void> => {
    const { document } = editor;
    const settings = vscode.workspace.getConfiguration('ireeReplay.inlineTimes', document);
    const enabled = settings.get<boolean>('enabled', true);
    if (document.languageId === LISTING_LANGUAGE) {
      // Its text says the rest.
      const shares = enabled ? document.getText().split('\n').map(shareIn) : [];
      heatUp(
        editor,
        shares.flatMap((share, line) => (share === undefined || share < LEAST_IN_LISTING ? [] : [{ line, share }])),
      );
      return;
    }
    const timed = enabled ? (await times.kernelsIn(document.uri)).filter(({ kernel }) => kernel.line < document.lineCount) : [];
    const heated = enabled ? (await heat.linesIn(document.uri)).filter(({ line }) => line < document.lineCount) : [];
    const hot = heated.filter(({ sampled: { isHot } }) => isHot);
    const ofKernels = new Set(timed.map(({ kernel }) => kernel.line));
    heatUp(
      editor,
      hot.map(({ line, sampled: { share } }) => ({ line, share })),
    );
    const heatOf = ({ time: { share } }: TimedKernel): Heat =>
      100 * share >= settings.get('hot', 20) ? 'hot' : 100 * share >= settings.get('warm', 5) ? 'warm' : 'cool';
    const lines = byLine(timed);
    for (const heat of ['hot', 'warm'] as const)
      editor.setDecorations(
        kinds[heat],
        lines.filter(([first]) => heatOf(first) === heat).map(([{ kernel }]) => document.lineAt(kernel.line).range),
      );
    const most = Math.max(...timed.map(({ time }) => time.share));
    const placement = settings.get<string>('placement', 'endOfLine');
    const behind = placement === 'endOfLine' ? lines.filter(([{ kernel }]) => !isAbove(document, kernel.line)) : [];
    const heatAt = (line: number): HeatedLine | undefined => hot.find((one) => one.line === line);
    const alone = placement === 'endOfLine' ? hot.filter(({ line }) => !ofKernels.has(line)) : [];
    editor.setDecorations(words, [
      ...behind.map((here) => decoration(document, here, most, heatOf(here[0]), heatAt(here[0].kernel.line))),
      ...alone.map((one) => heatDecoration(document, one)),
    ]);
  };
  const waiting = new Map<vscode.TextEditor, ReturnType<typeof setTimeout>>();
  const later = (editor: vscode.TextEditor): void => {
    if (editor.document.uri.scheme !== 'file' && editor.document.languageId !== LISTING_LANGUAGE) return;
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
    ...sampled,
    words,
    times.onChange(all),
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

function decoration(
  document: vscode.TextDocument,
  here: OfLine<TimedKernel>,
  most: number,
  heat: Heat,
  sampled?: HeatedLine,
): vscode.DecorationOptions {
  const [{ kernel, time }, ...others] = here;
  const width = Math.max(1, Math.round((BAR_PX * time.share) / (most > 0 ? most : 1)));
  const more = others.length === 0 ? '' : `  ${vscode.l10n.t('and {0} more', others.length)}`;
  const isOlder = kernel.changed === true || document.isDirty;
  const samples = sampled === undefined ? '' : `  |  ${heatWords(sampled, isOlder)}`;
  // It is said once, behind everything that it is true of.
  const older = isOlder && sampled === undefined ? `  ⚠ ${vscode.l10n.t('older than the source')}` : '';
  const end = document.lineAt(kernel.line).range.end;
  return {
    range: new vscode.Range(end, end),
    renderOptions: {
      before: {
        contentText: '',
        width: `${String(width)}px`,
        height: '0.6em',
        backgroundColor: new vscode.ThemeColor(heat === 'hot' ? 'ireeReplay.hot' : 'ireeReplay.warm'),
        margin: `0 ${String(BAR_PX - width)}px 0 2em`,
      },
      after: {
        contentText: `${shareWords(here[0])}${more}${older}${samples}`,
        margin: '0 0 0 0.7em',
        color: new vscode.ThemeColor('editorCodeLens.foreground'),
      },
    },
  };
}

function heatDecoration(document: vscode.TextDocument, heated: HeatedLine): vscode.DecorationOptions {
  const end = document.lineAt(heated.line).range.end;
  const color = new vscode.ThemeColor('editorCodeLens.foreground');
  return {
    range: new vscode.Range(end, end),
    renderOptions: { after: { contentText: heatWords(heated, document.isDirty), margin: '0 0 0 2em', color } },
  };
}
