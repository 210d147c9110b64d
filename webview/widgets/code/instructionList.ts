/** The list of a function's instructions, under the lines and the loops that they are of. */
import type { ListedLine, ListingHead, ListingRow } from '../../../protocol/code/kernelCode';
import { createCodeList, type CodeList } from './codeList';
import type { CodePages } from './codePages';
import { listingRow, type RowDrawing } from './listingRow';

export interface InstructionListOptions {
  /** Taken over. */
  readonly element: HTMLElement;
  /** Begins the elements' ids. */
  readonly name: string;
  readonly head: () => ListingHead | undefined;
  readonly rows: () => CodePages<ListingRow> | undefined;
  /** What is drawn with a row beside itself. */
  beside?(row: ListingRow): Pick<RowDrawing, 'heat' | 'shares'>;
  /** The row, which is of this line, belongs to what is chosen elsewhere. */
  isMarked(row: ListingRow, line: ListedLine | undefined): boolean;
  /** The keyboard or the pointer is at an instruction of this line now. */
  moved?(line: ListedLine): void;
  /** Shows a line in its source. */
  toSource(line: ListedLine): void;
  readonly copy: (first: number, last: number) => void;
}

export interface InstructionList extends CodeList {
  /** The line that a row is of; undefined where none is known, or the row has not been fetched. */
  lineAt(index: number): ListedLine | undefined;
}

export function createInstructionList(options: InstructionListOptions): InstructionList {
  const { element, name, head, rows, copy } = options;
  const lineOf = (row: ListingRow | undefined): ListedLine | undefined => (row?.line === undefined ? undefined : head()?.lines[row.line]);
  const lineAt = (index: number): ListedLine | undefined => lineOf(rows()?.row(index));
  const moved = (index: number): void => {
    const line = lineAt(index);
    if (line !== undefined) options.moved?.(line);
  };
  const toSource = (line: ListedLine | undefined): void => {
    if (line !== undefined) options.toSource(line);
  };
  /** To where a branch leads. */
  const jump = (row: ListingRow | undefined): boolean => {
    if (row?.kind !== 'instruction' || row.target === undefined) return false;
    list.goTo(row.target);
    moved(row.target);
    return true;
  };
  const list = createCodeList({
    element,
    name,
    // Known before the first of them are there.
    total: () => head()?.rows ?? 0,
    want: (first, end) => rows()?.want(first, end),
    draw: (index) => {
      const row = rows()?.row(index);
      if (row === undefined) return undefined;
      const line = lineOf(row);
      const loops = head()?.loops ?? [];
      return listingRow(row, { ...options.beside?.(row), loops, line, toSource: () => toSource(line), jump: () => jump(row) });
    },
    isMarked: (index) => {
      const row = rows()?.row(index);
      return row !== undefined && options.isMarked(row, lineOf(row));
    },
    moved,
    follow: (index) => toSource(lineAt(index)),
    key: (event, index) => event.key === 'j' && !event.ctrlKey && !event.metaKey && jump(rows()?.row(index)),
    copy,
  });
  return Object.assign(list, { lineAt });
}
