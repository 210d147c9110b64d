/** Which rows of a list are chosen by keys: one, or with Shift all from where the choosing began. */

export interface RowRange {
  /** Where the keyboard is. */
  readonly at: number;
  /** Where a range of rows was begun; the same without one. */
  readonly from: number;
}

/** What a key leads to in a list of `total` rows with `page` in view; undefined for a key of another use. */
export function rangeAfter(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { at, from }: RowRange,
  total: number,
  page: number,
): RowRange | undefined {
  if (altKey || total === 0) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' && !shiftKey ? { from: 0, at: total - 1 } : undefined;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: total - 1 }[key];
  if (to === undefined) return undefined;
  const row = Math.min(Math.max(0, to), total - 1);
  return { at: row, from: shiftKey ? from : row };
}

/** First and last row. */
export const endsOf = ({ at, from }: RowRange): readonly [first: number, last: number] => [Math.min(at, from), Math.max(at, from)];
