/** The dispatches of both timelines that are in view, as a table: what is matched, with both times. */
import type { GridCell, GridTable } from '../../widgets/gridRows';
import { grouped } from '../../widgets/numbers';
import { timeColumn } from '../../widgets/tables';
import { inUnit, unitFor, type TimeUnit } from '../../widgets/timeUnit';
import type { Extent } from './alignment';
import type { DispatchPair } from './matches';

export interface PairTableOptions {
  readonly pairs: readonly DispatchPair[];
  readonly a: Extent;
  readonly b: Extent;
}

export const pairKey = ({ a }: DispatchPair): string => `${String(a.track)} ${String(a.index)}`;

const length = ({ range }: DispatchPair['a']): number => Number(range.to - range.from);

/** Times of begin are from the first dispatch of each. */
export function pairTable({ pairs, a, b }: PairTableOptions): GridTable {
  const starts = pairs.map((pair) => ({ a: Number(pair.a.range.from - a.first), b: Number(pair.b.range.from - b.first) }));
  const most = (list: readonly number[]): TimeUnit => unitFor(list.reduce((high, one) => Math.max(high, Math.abs(one)), 1));
  const startUnit = most(starts.flatMap((one) => [one.a, one.b]));
  const lengthUnit = most(pairs.flatMap((pair) => [length(pair.a), length(pair.b)]));
  const time = (ns: number, unit: TimeUnit, sign = false): GridCell => ({
    text: `${sign && ns > 0 ? '+' : ''}${inUnit(ns, unit)}`.replace('-', '−'),
    value: ns,
  });
  const column = (name: string, title: string, unit: TimeUnit) => ({ ...timeColumn(title, unit), name, width: '96px', numeric: true });
  return {
    name: 'pairs',
    label: `Dispatches in view that are matched, ${grouped(pairs.length)}`,
    empty: 'No dispatch that is matched is drawn alone here: zoom in.',
    columns: [
      { name: 'fn', title: 'Function', width: 'minmax(190px, 1fr)' },
      column('starta', 'A begins', startUnit),
      column('startb', 'B begins', startUnit),
      column('a', 'A', lengthUnit),
      column('b', 'B', lengthUnit),
      column('delta', 'B − A', lengthUnit),
    ],
    rows: pairs.map((pair, i) => ({
      key: pairKey(pair),
      cells: [
        { text: pair.a.name === pair.b.name ? pair.a.name : `${pair.a.name} → ${pair.b.name}` },
        time(starts[i]?.a ?? 0, startUnit),
        time(starts[i]?.b ?? 0, startUnit),
        time(length(pair.a), lengthUnit),
        time(length(pair.b), lengthUnit),
        time(length(pair.b) - length(pair.a), lengthUnit, true),
      ],
    })),
  };
}
