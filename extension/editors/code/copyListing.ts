/** Code on the clipboard. */
import * as vscode from 'vscode';
import { rowText, type Listing } from './listing';

/** Rows that are copied. */
const MAX_COPIED = 65_536;

export const copyLines = async (lines: readonly string[]): Promise<void> =>
  vscode.env.clipboard.writeText(lines.slice(0, MAX_COPIED).join('\n'));

/** Rows [first, last]. */
export const copyListing = ({ head, rows }: Listing, first: number, last: number): Promise<void> =>
  copyLines(rows.slice(first, Math.min(last + 1, first + MAX_COPIED)).map((row) => rowText(row, head.lines)));
