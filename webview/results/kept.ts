/** How the user left the page of a run: kept by VS Code while its tab is hidden, and when the window reloads. */
import { isRecord } from '../../protocol/base/isRecord';
import type { Sorting } from './context';

export interface Kept {
  /** Name of the chosen row. */
  readonly selected: string | undefined;
  /** Keys of open rows; undefined while the user has opened and closed none. */
  readonly opened: readonly string[] | undefined;
  /** By the table's name. */
  readonly sorted: Readonly<Record<string, Sorting>>;
  /** Pixels of the parts that scroll, in the page's order. */
  readonly scroll: readonly number[];
}

function isSorting(value: unknown): value is Sorting {
  return isRecord(value) && Number.isInteger(value['column']) && typeof value['down'] === 'boolean';
}

/** Reads kept state, whatever an older or newer version left there: what does not fit is as at first. */
export function readKept(kept: unknown): Kept {
  const { selected, opened, sorted, scroll } = isRecord(kept) ? kept : {};
  const sortings = isRecord(sorted) ? Object.entries(sorted) : [];
  return {
    selected: typeof selected === 'string' ? selected : undefined,
    opened: Array.isArray(opened) && opened.every((one) => typeof one === 'string') ? opened : undefined,
    sorted: Object.fromEntries(sortings.filter((entry): entry is [string, Sorting] => isSorting(entry[1]))),
    scroll: Array.isArray(scroll) && scroll.every((one) => Number.isFinite(one)) ? (scroll as readonly number[]) : [],
  };
}
