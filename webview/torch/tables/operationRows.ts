/** Operations with what they and devices took, by their names, or by their inputs as well. */
import type { TorchOperationRow, TorchShapeRow, TorchTraceInfo } from '../../../protocol/neighbour/torch';
import { inputWords } from '../../../protocol/words/torchTables';
import type { GridCell, GridColumn, GridTable } from '../../widgets/gridRows';
import { heated } from '../../widgets/gridTable';
import { countCell, NONE, partWords, timeCell, timeColumnOf, unitOf } from './timeCells';

type Row = TorchOperationRow | TorchShapeRow;

/** A column of times: what its header says, and whose time it is. */
interface Times {
  readonly name: string;
  readonly title: string;
  readonly of: (row: Row) => string | undefined;
}

const HOST: readonly Times[] = [
  { name: 'self', title: 'Self', of: ({ selfNs }) => selfNs },
  { name: 'total', title: 'Total', of: ({ totalNs }) => totalNs },
];
const CALLS: Times = { name: 'calls', title: 'In calls', of: ({ callsNs }) => callsNs };
const DEVICE: readonly Times[] = [
  { name: 'deviceself', title: 'Device self', of: ({ deviceSelfNs }) => deviceSelfNs },
  { name: 'devicetotal', title: 'Device total', of: ({ deviceTotalNs }) => deviceTotalNs },
];
const BACKWARD: readonly Times[] = [
  { name: 'backward', title: 'Backward', of: ({ backward }) => backward?.totalNs },
  { name: 'devicebackward', title: 'Device backward', of: ({ backward }) => backward?.deviceTotalNs },
];

const isAny = (rows: readonly Row[], { of }: Times): boolean => rows.some((row) => (of(row) ?? '0') !== '0');

/** Columns without a time in any row are left out: a trace without devices has no such times. */
function timesThere(rows: readonly Row[]): readonly Times[] {
  return [...HOST, ...[CALLS, ...DEVICE, ...BACKWARD].filter((times) => isAny(rows, times))];
}

function tableOf(
  rows: readonly Row[],
  more: { readonly columns: readonly GridColumn[]; readonly cells: (row: Row) => readonly GridCell[] },
) {
  const times = timesThere(rows);
  // One unit for the processor's times and one for those of devices, so that they compare.
  const own = unitOf(rows.map(({ selfNs }) => selfNs));
  const device = unitOf(rows.map(({ deviceSelfNs }) => deviceSelfNs));
  const units = times.map(({ title }) => (title.startsWith('Device') ? device : own));
  const hasWork = rows.some(({ deviceCount }) => deviceCount > 0);
  // What it costs: of devices where they did anything, and else of the processor.
  const heat = times.some(({ name }) => name === 'deviceself') ? 'deviceself' : 'self';
  const most = rows.reduce((longest, row) => Math.max(longest, Number(times.find(({ name }) => name === heat)?.of(row) ?? 0)), 0);
  const columns: readonly GridColumn[] = [
    { name: 'operation', title: 'Operation', width: 'minmax(180px, 1.4fr)' },
    ...more.columns,
    { name: 'count', title: 'Count', width: '70px', numeric: true },
    ...times.map(({ name, title }, i) => timeColumnOf(name, title, units[i] ?? unitOf([]), title.startsWith('Device') ? '124px' : '92px')),
    ...(hasWork ? [{ name: 'kernels', title: 'Kernels', width: '74px', numeric: true }] : []),
  ];
  return {
    columns,
    rows: rows.map((row, i) => ({
      key: String(i),
      cells: [
        { text: row.name },
        ...more.cells(row),
        countCell(row.count),
        ...times.map(({ name, of }, at) => {
          const ns = of(row);
          const cell = ns === undefined ? NONE : timeCell(ns, units[at] ?? unitOf([]));
          return name === heat && most > 0 ? heated(cell, Number(ns ?? 0) / most) : cell;
        }),
        ...(hasWork ? [countCell(row.deviceCount)] : []),
      ],
    })),
  };
}

export function operationTable({ byOperation: { rows, count } }: TorchTraceInfo): GridTable {
  return {
    name: 'operations',
    label: `Operations by their names${partWords(rows.length, count)}`,
    empty: 'The trace has no operations. Record with ProfilerActivity.CPU among the activities, one of the defaults.',
    ...tableOf(rows, { columns: [], cells: () => [] }),
  };
}

export function shapeTable({ byShape: { rows, count } }: TorchTraceInfo): GridTable {
  return {
    name: 'shapes',
    label: `Operations by their names and inputs${partWords(rows.length, count)}`,
    empty: 'The trace has no operations. Record with ProfilerActivity.CPU among the activities, one of the defaults.',
    ...tableOf(rows, {
      columns: [{ name: 'inputs', title: 'Inputs', width: 'minmax(160px, 2fr)' }],
      cells: (row) => [{ text: 'inputTypes' in row ? inputWords(row) : '' }],
    }),
  };
}
