/** The arguments of a recorded launch: pointers into its memory, and scalars as the numbers that they may be. */
import { html } from 'lit-html';
import type { LlvmRecording } from '../../protocol/neighbour/llvm';
import type { GridCell, GridColumn, GridRow, GridTable } from '../widgets/gridRows';
import { bytes as size, grouped } from '../widgets/numbers';

type Argument = LlvmRecording['arguments'][number];

const COLUMNS: readonly GridColumn[] = [
  { name: 'argument', title: '#', width: '52px' },
  { name: 'kind', title: 'Kind', width: '72px' },
  { name: 'value', title: 'Value', width: 'minmax(150px, 1.4fr)' },
  { name: 'float', title: 'As float', width: 'minmax(90px, 1fr)', numeric: true },
  { name: 'double', title: 'As double', width: 'minmax(90px, 1fr)', numeric: true },
  { name: 'place', title: 'Leads to byte', width: 'minmax(100px, 0.8fr)', numeric: true },
  { name: 'bytes', title: 'At most', width: '80px', numeric: true },
  { name: 'allocation', title: 'Allocation', width: 'minmax(84px, 0.8fr)' },
  { name: 'changed', title: 'Words changed', width: '100px', numeric: true },
];

const NONE: GridCell = { text: '' };

const number = (digits: string, text = grouped(digits)): GridCell => ({ text, value: Number(digits), exact: digits });

/** " - 8": what a kernel gets more than the value. */
const moreWords = (offset: string | undefined): string =>
  offset === undefined ? '' : offset.startsWith('-') ? ` - ${offset.slice(1)}` : ` + ${offset}`;

/** Where a pointer leads, up to where the next one does; undefined of what is no pointer. */
export function placeOf({ pointer }: Argument): { readonly begin: number; readonly end: number } | undefined {
  if (pointer === undefined) return undefined;
  const begin = Number(pointer.offset);
  return { begin, end: begin + Number(pointer.bytes) };
}

/** Numbers that no person means: the bits of an integer as a float, say. */
const unlikely = (text: string): boolean => /e-(?:3[89]|4\d|[1-3]\d\d)$/.test(text) || text === 'NaN';

function scalarCells({ integer = '', float = '', double = '' }: Argument, more: string): readonly GridCell[] {
  const decimal = (text: string): GridCell => ({
    text,
    ...(Number.isNaN(Number(text)) ? {} : { value: Number(text) }),
    draw: () => html`<span class=${unlikely(text) ? 'dim' : ''}>${text}</span>`,
  });
  return [{ text: 'scalar' }, { text: integer + more, value: Number(integer), exact: integer }, decimal(float), decimal(double)];
}

function cellsOf(argument: Argument, changed: GridCell): readonly GridCell[] {
  const { value, pointer, offset } = argument;
  if (value === undefined) return [{ text: 'not known' }, NONE, NONE, NONE, NONE, NONE, NONE, NONE];
  if (pointer === undefined) return [...scalarCells(argument, moreWords(offset)), NONE, NONE, NONE, NONE];
  return [
    { text: 'pointer' },
    { text: `0x${BigInt(value).toString(16)}${moreWords(offset)}` },
    ...[NONE, NONE],
    number(pointer.offset),
    number(pointer.bytes, size(pointer.bytes)),
    { text: pointer.mayBeginAllocation ? 'may begin' : 'inside' },
    changed,
  ];
}

/** Words of 4 bytes that changed from where each argument leads, up to where the next one does. */
function changedCells({ changes }: LlvmRecording): ReadonlyMap<number, GridCell> {
  return new Map((changes?.regions ?? []).flatMap((region) => region.arguments.map((index) => [index, number(region.words4)] as const)));
}

export function argumentTable(recording: LlvmRecording): GridTable {
  const changed = changedCells(recording);
  const rows = recording.arguments.map((argument, index): GridRow => ({
    key: String(index),
    cells: [{ text: String(index), value: index }, ...cellsOf(argument, changed.get(index) ?? NONE)],
  }));
  return {
    name: 'arguments',
    label: 'Arguments of the launch',
    columns: COLUMNS,
    rows,
    empty: 'The kernel was launched without arguments.',
  };
}
