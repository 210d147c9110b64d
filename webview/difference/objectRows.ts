/** Objects of two captures by kind, which open into those that are not the same. */
import { html } from 'lit-html';
import type { ComparedObject, ComparedObjectKind, DiffResult } from '../../protocol/capture/captureDifference';
import { objectChanges } from '../../protocol/words/captureDifferenceWords';
import type { GridCell, GridColumn, GridRow, GridTable } from '../widgets/gridRows';
import { grouped } from '../widgets/numbers';
import { changeCell, type Change } from './change';

const COLUMNS: readonly GridColumn[] = [
  { name: 'object', title: 'Object', width: 'minmax(200px, 2fr)' },
  { name: 'diff', title: 'Diff', width: 'minmax(150px, 1fr)' },
  { name: 'a', title: 'A', width: '86px', numeric: true },
  { name: 'b', title: 'B', width: '86px', numeric: true },
  { name: 'bytesa', title: 'A, bytes', width: '120px', numeric: true },
  { name: 'bytesb', title: 'B, bytes', width: '120px', numeric: true },
  { name: 'delta', title: 'B − A', width: '120px', numeric: true },
];

const changeOf = ({ a, b }: ComparedObject): Change => (a === undefined ? 'added' : b === undefined ? 'removed' : 'changed');

/** Sizes are exact; of what has none nothing is said. */
function sizes(a: string | undefined, b: string | undefined): readonly GridCell[] {
  const cell = (digits: string | undefined): GridCell =>
    digits === undefined ? { text: '' } : { text: grouped(digits), value: Number(digits), exact: digits };
  const delta = BigInt(b ?? 0) - BigInt(a ?? 0);
  const [sign, digits] = delta < 0n ? ['−', String(-delta)] : [delta > 0n ? '+' : '', String(delta)];
  const none = a === undefined && b === undefined;
  return [cell(a), cell(b), none ? { text: '' } : { text: `${sign}${grouped(digits)}`, value: Number(delta), exact: String(delta) }];
}

function objectRow(object: ComparedObject): GridRow {
  const { kind, a, b } = object;
  const place = (record: number | undefined): GridCell =>
    record === undefined ? { text: '' } : { text: `#${String(record)}`, value: record };
  const ids = a === undefined || b === undefined || a.id === b.id ? (b ?? a)?.id : `${a.id} in A, ${b.id} in B`;
  return {
    key: objectKey(object),
    cells: [
      { text: `${kind} ${ids ?? ''}` },
      changeCell(changeOf(object)),
      place(a?.record),
      place(b?.record),
      ...sizes(a?.bytes, b?.bytes),
    ],
  };
}

function kindRow(kind: ComparedObjectKind, objects: readonly ComparedObject[]): GridRow {
  const { kind: name, same, changed, added, removed, bytesA, bytesB } = kind;
  const words = objectChanges(kind);
  const isSame = changed + added + removed === 0;
  const count = (value: number): GridCell => ({ text: grouped(value), value });
  const hasSize = bytesA !== '0' || bytesB !== '0';
  return {
    key: `kind ${name}`,
    cells: [
      { text: name.replaceAll('_', ' ') },
      { text: words, draw: () => (isSame ? html`<span class="dim">${words}</span>` : html`<b>${words}</b>`) },
      count(same + changed + removed),
      count(same + changed + added),
      ...(hasSize ? sizes(bytesA, bytesB) : sizes(undefined, undefined)),
    ],
    ...(objects.length === 0 ? {} : { children: objects.map(objectRow) }),
  };
}

export const objectKey = ({ kind, a, b }: ComparedObject): string => `${kind} ${String(a?.record ?? '')}:${String(b?.record ?? '')}`;

/** Kinds of which not all are the same come first. */
export function objectTable({ objectKinds, objects }: DiffResult): GridTable {
  const differing = ({ changed, added, removed }: ComparedObjectKind): number => changed + added + removed;
  const all = objectKinds.reduce((sum, kind) => sum + differing(kind), 0);
  const rows = [...objectKinds]
    .sort((one, other) => Number(differing(other) > 0) - Number(differing(one) > 0))
    .map((kind) =>
      kindRow(
        kind,
        objects.filter((object) => object.kind === kind.kind),
      ),
    );
  const foot = html`<p class="empty">The first ${objects.length} of ${all} objects that are not the same are listed.</p>`;
  return {
    name: 'objects',
    label: 'Objects by kind, and those that are not the same',
    columns: COLUMNS,
    rows,
    empty: 'Neither capture has an object.',
    ...(objects.length < all ? { foot } : {}),
  };
}
