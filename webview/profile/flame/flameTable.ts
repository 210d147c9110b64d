/** The frames of a flame graph as a table, in the order of the graph. */
import { html } from 'lit-html';
import type { FlameFrame } from '../../../protocol/profile/profile';
import { functionName } from '../../widgets/functionName';
import type { GridTable } from '../../widgets/gridRows';
import { grouped } from '../../widgets/numbers';
import type { ShortNames } from '../../widgets/shortNames';
import { timeColumn } from '../../widgets/tables';
import { inUnit, unitFor } from '../../widgets/timeUnit';
import { percent } from '../../../protocol/words/percent';

export function flameTable(frames: readonly FlameFrame[], names: ShortNames): GridTable {
  const whole = frames.reduce((sum, { depth, totalNs }) => (depth === 0 ? sum + totalNs : sum), 0);
  const unit = unitFor(Math.max(...frames.map(({ totalNs }) => totalNs), 1));
  const time = (ns: number): { readonly text: string; readonly value: number } => ({ text: inUnit(ns, unit), value: ns });
  return {
    name: 'flame',
    label: 'Frames of the flame graph',
    empty: 'Nothing was executed in this part of the time.',
    columns: [
      { name: 'fn', title: 'Frame', width: 'minmax(240px, 1fr)' },
      { name: 'depth', title: 'Depth', width: '60px', numeric: true },
      { name: 'count', title: 'Count', width: '80px', numeric: true },
      { name: 'total', width: '100px', numeric: true, ...timeColumn('Total', unit) },
      { name: 'share', title: 'Share', width: '76px', numeric: true },
      { name: 'self', width: '100px', numeric: true, ...timeColumn('Itself', unit) },
    ],
    rows: frames.map(({ name, depth, count, totalNs, selfNs }, i) => ({
      key: `frame ${String(i)}`,
      cells: [
        { text: name, draw: () => html`<span style="padding-left:${12 * depth}px"></span>${functionName(names, name)}` },
        { text: String(depth), value: depth },
        { text: grouped(count), value: count },
        time(totalNs),
        { text: percent(whole === 0 ? 0 : totalNs / whole), value: whole === 0 ? 0 : totalNs / whole },
        time(selfNs),
      ],
    })),
  };
}
