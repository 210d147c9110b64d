/** Time and share of a row, in columns that have one unit. */
import { html, nothing, type TemplateResult } from 'lit-html';
import type { Row } from '../../../protocol/capture/recordRows';
import type { TimesSource } from '../../../protocol/capture/recordTimes';
import { unitFor, type TimeUnit } from '../../widgets/timeUnit';
import { share } from '../overview/share';
import type { RowTimes } from './rowTimes';
import { shareOf, type ShareOf } from './shareOf';

/** What the cells of all rows share. */
export interface TimeColumns {
  readonly times: RowTimes;
  readonly unit: TimeUnit;
  readonly whole: bigint;
  readonly of: ShareOf;
  /** Rows that enclose a row, the outermost first. */
  enclosing(index: number): readonly Row[];
}

/** The unit of the column: the longest command has three digits behind the point, at least. */
export const timeUnitOf = ({ longestNs }: TimesSource): TimeUnit => unitFor(Number(longestNs));

const DECIMALS = 3;

/** "2.322"; what is not zero never reads as zero. */
export function timeInColumn(nanoseconds: bigint, unit: TimeUnit): string {
  if (unit.nanoseconds === 1) return String(nanoseconds);
  const value = Number(nanoseconds) / unit.nanoseconds;
  const least = 10 ** -DECIMALS;
  return nanoseconds > 0n && value < least / 2 ? `<${least.toFixed(DECIMALS)}` : value.toFixed(DECIMALS);
}

export function timeCells(columns: TimeColumns, row: Row, index: number): TemplateResult {
  const { times, unit, whole, of } = columns;
  const time = times.of(row);
  const part = time === undefined ? undefined : shareOf(row, columns.enclosing(index), of, (one) => times.of(one), whole);
  return html`<span class="r c-time" role="gridcell">${time === undefined ? nothing : timeInColumn(time, unit)}</span
    ><span class="r c-share" role="gridcell">${part === undefined ? nothing : share(part, 1, Math.max(1, part))}</span>`;
}
