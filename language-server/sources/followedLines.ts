/** Where lines of a document are by now, after edits. */

/** One edit: lines and characters from 0, as LSP has them; `text` takes the place of the range. */
export interface LineEdit {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
  readonly text: string;
}

/** The place of a line after the edit; undefined when the edit has removed it. */
export function lineAfter(line: number, { start, end, text }: LineEdit): number | undefined {
  const added = text.split('\n').length - 1;
  if (line < start.line) return line;
  if (line > end.line) return line + added - (end.line - start.line);
  // What stood at the start of the last line goes on behind what has come, unless it belongs to the line where the edit begins.
  if (line === end.line && end.character === 0 && start.character === 0) return start.line + added;
  if (line === start.line) return start.character === 0 && end.line > start.line ? undefined : line;
  return line === end.line && end.character === 0 && text.endsWith('\n') ? start.line + added : undefined;
}

/** Follows all lines of a document since it was opened. */
export interface FollowedLines {
  edit(edit: LineEdit): void;
  /** Where the line is now that was at `line` when the document was opened; undefined when it is gone. */
  now(line: number): number | undefined;
}

export function followLines(): FollowedLines {
  const edits: LineEdit[] = [];
  // Each line that was asked for, with how many edits it has been followed through.
  const followed = new Map<number, { readonly at: number | undefined; readonly edits: number }>();
  return {
    edit: (edit) => void edits.push(edit),
    now(line) {
      const known = followed.get(line) ?? { at: line, edits: 0 };
      const at = edits
        .slice(known.edits)
        .reduce<number | undefined>((now, edit) => (now === undefined ? now : lineAfter(now, edit)), known.at);
      followed.set(line, { at, edits: edits.length });
      return at;
    },
  };
}
