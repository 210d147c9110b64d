/** Machine code and its source side by side: the line that the cursor is on in one is marked in the other. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LISTING_LANGUAGE } from '../../protocol/languageServer';
import { listedCode, type ListedCode } from '../../protocol/words/listing';

const nameOf = (compiled: string): string => compiled.split(/[/\\]/).at(-1) ?? '';

export function pairListings(): vscode.Disposable {
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
  const mark = (editor: vscode.TextEditor, lines: readonly (readonly [first: number, last: number])[]): void => {
    const ranges = lines.map(([first, last]) => new vscode.Range(first, 0, last, 0));
    editor.setDecorations(marked, ranges);
    const [first] = ranges;
    if (first !== undefined) editor.revealRange(first, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  };
  const pair = (editor: vscode.TextEditor): void => {
    const others = vscode.window.visibleTextEditors.filter((one) => one !== editor && isListing(one) !== isListing(editor));
    if (!isListing(editor) && !others.some(isListing)) return;
    const at = editor.selection.active.line;
    if (isListing(editor)) {
      const here = codeOf(editor.document).find(({ first, last }) => at >= first - 1 && at <= last);
      for (const other of others) {
        const isSource =
          here !== undefined && other.document.uri.scheme === 'file' && path.basename(other.document.uri.fsPath) === nameOf(here.path);
        const line = (here?.line ?? 0) - 1;
        mark(other, isSource && line >= 0 && line < other.document.lineCount ? [[line, line]] : []);
      }
    } else {
      const name = path.basename(editor.document.uri.fsPath);
      for (const other of others.filter(isListing))
        mark(
          other,
          codeOf(other.document)
            .filter((code) => code.line === at + 1 && nameOf(code.path) === name)
            .map(({ first, last }) => [first, last]),
        );
    }
    editor.setDecorations(marked, []);
  };
  return vscode.Disposable.from(
    marked,
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => pair(textEditor)),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor !== undefined) pair(editor);
    }),
  );
}
