/** Where the keyboard starts in the list. */
import type { VisibleRows } from '../widgets/virtualScroll';
import type { Context } from './context';

/** The row where the keyboard starts while nothing is selected: the work where it is in view, else the first in view. */
export function startOf({ model, rows }: Context, { first, end }: Pick<VisibleRows, 'first' | 'end'>): number {
  for (let index = first; index < end && model.start !== undefined; index++) {
    if (rows.row(index)?.key === model.start) return index;
  }
  return first;
}
