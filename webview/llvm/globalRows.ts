/** Global variables of a recorded program, with what they begin with. */
import type { LlvmRecording } from '../../protocol/neighbour/llvm';
import type { GridColumn, GridTable } from '../widgets/gridRows';
import { grouped } from '../widgets/numbers';

const COLUMNS: readonly GridColumn[] = [
  { name: 'name', title: 'Variable', width: 'minmax(160px, 1.4fr)' },
  { name: 'bytes', title: 'Bytes', width: '84px', numeric: true },
  { name: 'float', title: 'First as float', width: 'minmax(100px, 1fr)', numeric: true },
  { name: 'integer', title: 'As integer', width: 'minmax(100px, 1fr)', numeric: true },
  { name: 'double', title: 'As double', width: 'minmax(110px, 1fr)', numeric: true },
  { name: 'hex', title: 'First bytes', width: 'minmax(250px, 1.6fr)' },
];

/** "0a0b" as "0a 0b". */
const spaced = (hex: string): string => hex.replaceAll(/..(?=.)/g, '$& ');

export function globalTable({ globals }: LlvmRecording): GridTable {
  return {
    name: 'globals',
    label: 'Global variables of the program',
    columns: COLUMNS,
    rows: globals.map(({ name, bytes, first }, index) => ({
      key: String(index),
      cells: [
        { text: name },
        { text: grouped(bytes), value: Number(bytes), exact: bytes },
        ...[first.f32 ?? '', first.i32 ?? '', first.f64 ?? ''].map((text) => ({ text, ...(text === '' ? {} : { value: Number(text) }) })),
        { text: spaced(first.hex) },
      ],
    })),
    empty: 'No global variables are recorded.',
  };
}
