/** Where bytes of payloads differ: by record and field, with the first that do. */
import { html } from 'lit-html';
import type { ComparedRecord, DiffResult } from '../../protocol/capture/captureDifference';
import type { GridCell, GridColumn, GridRow, GridTable } from '../widgets/gridRows';
import { grouped } from '../widgets/numbers';
import { recordKey } from './recordRows';

const COLUMNS: readonly GridColumn[] = [
  { name: 'a', title: 'A', width: '60px', numeric: true },
  { name: 'b', title: 'B', width: '60px', numeric: true },
  { name: 'field', title: 'Field', width: 'minmax(110px, 1fr)' },
  { name: 'range', title: 'Range', width: 'minmax(120px, 1fr)' },
  { name: 'differ', title: 'Differ', width: '62px', numeric: true },
  { name: 'first', title: 'First at', width: '72px', numeric: true },
  { name: 'bytesa', title: 'Bytes of A', width: '200px' },
  { name: 'bytesb', title: 'Bytes of B', width: '200px' },
];

type Field = ComparedRecord['fields'][number];

/** "wait_semaphores[0].value" of "data: 2 of 64 bytes, first at byte 5". */
const nameOf = ({ field }: Field): string => field.replace(/: \d+ of \d+ bytes, .*/, '');

/** Of the field in the payloads; in both where it is not the same. */
function range({ beginA, lengthA, beginB, lengthB }: NonNullable<Field['bytes']>): GridCell {
  const words = (begin: number, length: number): string => `${grouped(begin)} – ${grouped(begin + length)}`;
  const [inA, inB] = [words(beginA, lengthA), words(beginB, lengthB)];
  return { text: inA === inB ? inA : `A ${inA}, B ${inB}`, value: beginA };
}

/** As many as there are; `more`: further bytes of the field follow. */
const hex = (bytes: string, more: boolean, side: 'a' | 'b'): GridCell => ({
  text: bytes === '' ? 'ends' : `${bytes}${more ? ' …' : ''}`,
  draw: () => html`<span class=${bytes === '' ? 'dim' : `m ${side}-mark`}>${bytes === '' ? 'ends' : `${bytes}${more ? ' …' : ''}`}</span>`,
});

const shown = (bytes: string): number => (bytes === '' ? 0 : bytes.split(' ').length);

function byteRow(record: ComparedRecord, field: Field, index: number): readonly GridRow[] {
  const { bytes } = field;
  if (bytes === undefined) return [];
  const { lengthA, lengthB, first, differing, a, b } = bytes;
  const place = (number: number | undefined): GridCell => ({ text: `#${String(number ?? '')}`, value: number ?? 0 });
  return [
    {
      key: `${recordKey(record)} ${String(index)}`,
      cells: [
        place(record.a),
        place(record.b),
        { text: nameOf(field) },
        range(bytes),
        { text: grouped(differing), value: differing },
        { text: grouped(first), value: first },
        hex(a, first + shown(a) < lengthA, 'a'),
        hex(b, first + shown(b) < lengthB, 'b'),
      ],
    },
  ];
}

/** Of the records that are listed. */
export function byteTable({ records, changed }: DiffResult): GridTable {
  const matched = records.filter(({ a, b }) => a !== undefined && b !== undefined);
  const left = changed - matched.length;
  const foot = html`<p class="empty">Bytes of ${left} more records that differ are not listed.</p>`;
  return {
    name: 'bytes',
    label: 'Bytes of payloads that differ, by record and field',
    columns: COLUMNS,
    rows: matched.flatMap((record) => record.fields.flatMap((field, index) => byteRow(record, field, index))),
    empty: 'No record that both have differs in its payload.',
    ...(left > 0 ? { foot } : {}),
  };
}

/** The record that a row is of. */
export const recordOfRow = (key: string): string => key.slice(0, key.indexOf(' '));
