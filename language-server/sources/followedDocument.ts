/** An open document, and where the lines are by now that it was opened with. */
import { TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import { followLines, type FollowedLines } from './followedLines';

export interface FollowedDocument {
  readonly uri: string;
  readonly text: TextDocument;
  readonly lines: FollowedLines;
}

/** As TextDocuments of vscode-languageserver makes and updates documents. */
export const followedDocuments = {
  create(uri: string, languageId: string, version: number, content: string): FollowedDocument {
    return { uri, text: TextDocument.create(uri, languageId, version, content), lines: followLines() };
  },
  update({ uri, text, lines }: FollowedDocument, changes: TextDocumentContentChangeEvent[], version: number): FollowedDocument {
    let now = text;
    for (const change of changes) {
      const whole = { start: { line: 0, character: 0 }, end: now.positionAt(Infinity) };
      lines.edit({ ...('range' in change ? change.range : whole), text: change.text });
      now = TextDocument.update(now, [change], version);
    }
    return { uri, text: now, lines };
  },
};
