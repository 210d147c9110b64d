/** Which rows enclose a row: what stays at the top while their contents scroll. */
import type { Ancestor, Row, RowPage } from '../../protocol/capture/recordRows';

/**
 * Rows that enclose the row `index`, outermost first. The page says what encloses its first row; the rest follows from
 * the depths of its rows.
 */
export function enclosing(page: RowPage | undefined, index: number): readonly Ancestor[] {
  if (page === undefined) return [];
  const target = page.rows[index - page.start];
  if (target === undefined) return [];
  const chain: Ancestor[] = [...(page.ancestors ?? [])];
  const close = (depth: number): void => {
    while ((chain.at(-1)?.row.depth ?? -1) >= depth) chain.pop();
  };
  for (let i = page.start; i < index; i++) {
    const row: Row | undefined = page.rows[i - page.start];
    if (row === undefined) return [];
    close(row.depth);
    chain.push({ index: i, row });
  }
  close(target.depth);
  return chain;
}

/** The rows to keep at the top of a list that begins with row `first`: at most `limit`, each covering one row. */
export function stickyRows(pageOf: (index: number) => RowPage | undefined, first: number, limit: number): readonly Ancestor[] {
  let sticky: readonly Ancestor[] = [];
  for (let level = 0; level < limit; level++) {
    // What each sticky row covers is not seen: the first row that is decides about the next level.
    const seen = first + level;
    const around = enclosing(pageOf(seen), seen).filter(({ index }) => index < seen);
    if (around.length <= level) break;
    sticky = around.slice(0, level + 1);
  }
  return sticky;
}
