/** Executables that differ, which open into their functions. */
import { html } from 'lit-html';
import type { ComparedExecutable } from '../../protocol/capture/captureDifference';
import type { GridCell, GridColumn, GridRow, GridTable } from '../widgets/gridRows';

const CHANGES = { same: 'same', differs: 'differs', unknown: 'not known', removed: 'only in A', added: 'only in B' } as const;

const COLUMNS: readonly GridColumn[] = [
  { name: 'function', title: 'Executable, function', width: 'minmax(260px, 2fr)' },
  { name: 'content', title: 'Content', width: 'minmax(150px, 1fr)' },
  { name: 'a', title: 'A, bytes', width: '90px', numeric: true },
  { name: 'b', title: 'B, bytes', width: '90px', numeric: true },
  { name: 'delta', title: 'B − A', width: '80px', numeric: true },
];

function sizes(a: number, b: number): readonly GridCell[] {
  const cell = (value: number): GridCell => ({ text: value === 0 ? '' : String(value), value });
  return [cell(a), cell(b), { text: a === b ? '0' : `${b > a ? '+' : '−'}${String(Math.abs(b - a))}`, value: b - a }];
}

function executableRow({ idA, idB, bytesA, bytesB, unread, functions }: ComparedExecutable): GridRow {
  const differing = functions.filter(({ change }) => change !== 'same');
  const said =
    unread ??
    (differing.length === 0
      ? 'no function differs: what is outside of them does'
      : `${String(differing.length)} of ${String(functions.length)} differ`);
  return {
    key: `executable ${idA} ${idB}`,
    cells: [{ text: `executable ${idA}${idA === idB ? '' : ` in A, ${idB} in B`}` }, { text: said }, ...sizes(bytesA, bytesB)],
    // Those that differ are what one looks for.
    children: [...differing, ...functions.filter(({ change }) => change === 'same')].map(({ name, change, why, bytesA: a, bytesB: b }) => {
      const words = why === undefined ? CHANGES[change] : `${CHANGES[change]}: ${why}`;
      return {
        key: `function ${idA} ${idB} ${name}`,
        cells: [
          { text: name },
          { text: words, draw: () => (change === 'same' ? html`<span class="dim">${words}</span>` : html`<b>${words}</b>`) },
          ...sizes(a, b),
        ],
      };
    }),
  };
}

export function executableTable(executables: readonly ComparedExecutable[], same: number): GridTable {
  return {
    name: 'executables',
    label: 'Executables that differ, and their functions',
    columns: COLUMNS,
    rows: executables.map(executableRow),
    empty: same === 0 ? 'There is no executable that both have.' : `The same, byte by byte: ${String(same)}.`,
  };
}
