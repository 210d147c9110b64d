/** What devices did, by the names of kernels, copies and fills. */
import type { TorchTraceInfo } from '../../../protocol/neighbour/torch';
import { percent } from '../../../protocol/words/percent';
import type { GridTable } from '../../widgets/gridRows';
import { heated } from '../../widgets/gridTable';
import { bytes as size } from '../../widgets/numbers';
import { countCell, NONE, partWords, timeCell, timeColumnOf, unitOf } from './timeCells';

export function kernelTable({ byKernel: { rows, count } }: TorchTraceInfo): GridTable {
  const sum = rows.reduce((total, { totalNs }) => total + Number(totalNs), 0);
  const most = rows.reduce((longest, { totalNs }) => Math.max(longest, Number(totalNs)), 0);
  const total = unitOf(rows.map(({ totalNs }) => totalNs));
  const each = unitOf(rows.map(({ mostNs }) => mostNs));
  const hasBytes = rows.some(({ bytes }) => bytes !== undefined);
  const mean = (row: (typeof rows)[number]): string => String(Math.round(Number(row.totalNs) / Math.max(1, row.count)));
  return {
    name: 'kernels',
    label: `Kernels, copies and fills by their names${partWords(rows.length, count)}`,
    empty: "The trace has no kernels. Record with the device's activity, such as ProfilerActivity.CUDA.",
    columns: [
      { name: 'kernel', title: 'Kernel', width: 'minmax(240px, 1fr)' },
      { name: 'kind', title: 'Kind', width: '64px' },
      { name: 'count', title: 'Count', width: '70px', numeric: true },
      timeColumnOf('total', 'Total', total),
      { name: 'share', title: 'Share', width: '70px', numeric: true },
      timeColumnOf('mean', 'Mean', each),
      timeColumnOf('least', 'Least', each),
      timeColumnOf('most', 'Most', each),
      ...(hasBytes ? [{ name: 'bytes', title: 'Bytes', width: '88px', numeric: true }] : []),
    ],
    rows: rows.map((row, i) => ({
      key: String(i),
      cells: [
        { text: row.name },
        { text: row.kind },
        countCell(row.count),
        heated(timeCell(row.totalNs, total), most === 0 ? 0 : Number(row.totalNs) / most),
        { text: percent(sum === 0 ? 0 : Number(row.totalNs) / sum), value: sum === 0 ? 0 : Number(row.totalNs) / sum },
        timeCell(mean(row), each),
        timeCell(row.leastNs, each),
        timeCell(row.mostNs, each),
        ...(hasBytes ? [row.bytes === undefined ? NONE : { text: size(row.bytes), value: Number(row.bytes), exact: row.bytes }] : []),
      ],
    })),
  };
}
