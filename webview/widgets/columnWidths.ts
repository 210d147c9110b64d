/** How wide columns are that go by what is in them: numbers take what their longest needs, names have what room is left before others. */
import type { GridColumn, GridRow, GridTable } from './gridRows';

/** Pixels of texts: of a column's title, and of one character of the rows, whose font has characters of one width. */
export interface TextWidths {
  readonly title: (text: string) => number;
  readonly character: number;
}

/** Left and right of a cell's text, and beside a title that is sorted by. */
const PADDING = 12;
const ARROW = 16;
/** Before a name: what opens the row, and a swatch. */
const BEFORE_NAME = 40;
/** Rows whose texts are looked at: of more the longest is a guess. */
const MOST_ROWS = 5000;

/** Of the columns of a grid's template, in order. */
export function columnWidths({ columns, rows }: Pick<GridTable, 'columns' | 'rows'>, widths: TextWidths): readonly string[] {
  const longest = columns.map(() => 0);
  let seen = 0;
  const look = (row: GridRow): void => {
    if (seen++ >= MOST_ROWS) return;
    row.cells.forEach(({ text, drawn = text }, i) => {
      longest[i] = Math.max(longest[i] ?? 0, drawn.length);
    });
    row.children?.forEach(look);
  };
  if (columns.some(({ fits }) => fits !== undefined)) rows.forEach(look);
  return columns.map(({ fits, width, title }: GridColumn, i) => {
    if (fits === undefined) return width;
    const content = Math.ceil((longest[i] ?? 0) * widths.character) + PADDING;
    if (fits === 'names') return `minmax(${width}, ${String(Math.max(Number.parseInt(width), content + BEFORE_NAME))}px)`;
    return `${String(Math.max(Number.parseInt(width), content, Math.ceil(widths.title(title)) + PADDING + ARROW))}px`;
  });
}

/** With the fonts that the titles and the rows of a table have now. */
export function textWidths(titles: HTMLElement, rows: HTMLElement): TextWidths {
  const ink = document.createElement('canvas').getContext('2d');
  const measured = (text: string, { fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): number => {
    if (ink === null) return 0;
    // `font` is empty where a longhand, such as that of ligatures, has no place in it.
    ink.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return ink.measureText(text).width;
  };
  return { title: (text) => measured(text, getComputedStyle(titles)), character: measured('0', getComputedStyle(rows)) };
}
