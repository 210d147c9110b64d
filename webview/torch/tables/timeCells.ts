/** Cells of times and counts: digits stay exact in files. */
import type { GridCell, GridColumn } from '../../widgets/gridRows';
import { grouped } from '../../widgets/numbers';
import { inUnit, unitFor, type TimeUnit } from '../../widgets/timeUnit';

export const NONE: GridCell = { text: '' };

/** The unit of a whole column: that of its largest. */
export const unitOf = (times: readonly (string | undefined)[]): TimeUnit =>
  unitFor(times.reduce((most, ns) => Math.max(most, Number(ns ?? 0)), 0));

export const timeCell = (ns: string | undefined, unit: TimeUnit): GridCell =>
  ns === undefined ? NONE : { text: inUnit(Number(ns), unit), value: Number(ns), exact: ns };

export const countCell = (count: number): GridCell => ({ text: grouped(count), value: count });

export const timeColumnOf = (name: string, title: string, unit: TimeUnit, width = '96px'): GridColumn => ({
  name,
  title: `${title}, ${unit.name}`,
  exported: `${title}, ns`,
  width,
  numeric: true,
});

/** "the first 5,000 of 7,312" where those are not all. */
export const partWords = (rows: number, count: number): string =>
  rows === count ? '' : `, the first ${grouped(rows)} of ${grouped(count)}`;
