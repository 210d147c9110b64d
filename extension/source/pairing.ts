/** Machine code and its source side by side: the line that the cursor is on in one is marked in the other. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LISTING_LANGUAGE } from '../../protocol/processes/languageServer';
import type { LanguageFeatures } from './languageFeatures';
import { listedCode, type ListedCode } from '../../protocol/words/listing';

/** First and last, from 0. */
type Lines = readonly [first: number, last: number];

const nameOf = (compiled: string): string => compiled.split(/[/\\]/).at(-1) ?? '';

/** Only with files that define a kernel of the listing's capture: there a lens says whether it may be another file. */
export function pairListings(features: LanguageFeatures): vscode.Disposable {
  const marked = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.wordHighlightStrongBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.wordHighlightStrongForeground'),
    borderColor: new vscode.ThemeColor('editor.wordHighlightStrongBorder'),
  });
  const read = new WeakMap<vscode.TextDocument, { readonly version: number; readonly code: readonly ListedCode[] }>();
  const codeOf = (document: vscode.TextDocument): readonly ListedCode[] => {
    const known = read.get(document);
    if (known?.version === document.version) return known.code;
    const code = listedCode(document.getText().split(/\r?\n/));
    read.set(document, { version: document.version, code });
    return code;
  };
  const isListing = ({ document }: vscode.TextEditor): boolean => document.languageId === LISTING_LANGUAGE;
  const mark = (editor: vscode.TextEditor, lines: readonly Lines[]): void => {
    const ranges = lines.map(([first, last]) => new vscode.Range(first, 0, last, 0));
    editor.setDecorations(marked, ranges);
    const [first] = ranges;
    if (first !== undefined) editor.revealRange(first, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  };
  const isSourceOf = async (source: vscode.Uri, listing: vscode.Uri): Promise<boolean> =>
    source.scheme === 'file' && (await features.kernelsIn(source)).some(({ capture }) => listing.path.startsWith(`${capture}/`));
  /** Lines of the source that the listing's line came from. */
  const inSource = (listing: vscode.TextEditor, source: vscode.TextEditor): readonly Lines[] => {
    const at = listing.selection.active.line;
    const here = codeOf(listing.document).find(({ first, last }) => at >= first - 1 && at <= last);
    if (here === undefined || nameOf(here.path) !== path.basename(source.document.uri.fsPath)) return [];
    return here.line > 0 && here.line <= source.document.lineCount ? [[here.line - 1, here.line - 1]] : [];
  };
  /** Lines of the listing that the source's line became. */
  const inListing = (source: vscode.TextEditor, listing: vscode.TextEditor): readonly Lines[] =>
    codeOf(listing.document)
      .filter(({ line }) => line === source.selection.active.line + 1)
      .filter((code) => nameOf(code.path) === path.basename(source.document.uri.fsPath))
      .map(({ first, last }) => [first, last]);
  const pair = async (editor: vscode.TextEditor): Promise<void> => {
    const others = vscode.window.visibleTextEditors.filter((one) => one !== editor && isListing(one) !== isListing(editor));
    if (!isListing(editor) && !others.some(isListing)) return;
    editor.setDecorations(marked, []);
    for (const other of others) {
      const [listing, source] = isListing(editor) ? [editor, other] : [other, editor];
      if (!(await isSourceOf(source.document.uri, listing.document.uri))) mark(other, []);
      else mark(other, isListing(editor) ? inSource(listing, source) : inListing(source, listing));
    }
  };
  return vscode.Disposable.from(
    marked,
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => void pair(textEditor).catch(() => undefined)),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor !== undefined) void pair(editor).catch(() => undefined);
    }),
  );
}
