/** What called what: modules, operations, calls and kernels, each row below what it was reached by. */
import type { TorchTraceInfo, TorchTreeRow } from '../../../protocol/neighbour/torch';
import type { GridCell, GridRow, GridTable } from '../../widgets/gridRows';
import { heated } from '../../widgets/gridTable';
import { countCell, partWords, timeCell, timeColumnOf, unitOf } from './timeCells';

interface Branch {
  readonly row: TorchTreeRow;
  /** Its place in the answer, by which the row is known. */
  readonly key: string;
  readonly below: Branch[];
}

/** The rows come each before what is below it, with their depths. */
function branches(rows: readonly TorchTreeRow[]): readonly Branch[] {
  const first: Branch[] = [];
  const above: Branch[] = [];
  rows.forEach((row, i) => {
    const branch: Branch = { row, key: String(i), below: [] };
    above.length = Math.min(above.length, row.depth);
    (above.at(-1)?.below ?? first).push(branch);
    above.push(branch);
  });
  return first;
}

/** How many rows are open at first: as far as there is one way alone, or one that takes nearly all. */
const MOST_OPEN = 8;
const NEARLY_ALL = 0.8;

/** Keys of the rows that are open before the user has opened or closed any. */
export function firstOpen({ tree: { rows } }: TorchTraceInfo): readonly string[] {
  const open: string[] = [];
  const time = ({ row }: Branch): number => Number(row.deviceTotalNs) || Number(row.totalNs);
  let level = branches(rows);
  while (open.length < MOST_OPEN) {
    const [heaviest] = level;
    if (heaviest === undefined || heaviest.below.length === 0) break;
    const all = level.reduce((sum, branch) => sum + time(branch), 0);
    if (open.length > 0 && time(heaviest) < NEARLY_ALL * all) break;
    open.push(heaviest.key);
    level = heaviest.below;
  }
  return open;
}

export function treeTable({ tree: { rows, count } }: TorchTraceInfo): GridTable {
  const hasDevice = rows.some(({ deviceCount }) => deviceCount > 0);
  const unit = unitOf(rows.map(({ totalNs }) => totalNs));
  const device = unitOf(rows.map(({ deviceTotalNs }) => deviceTotalNs));
  const cost = (row: TorchTreeRow): number => Number(hasDevice ? row.deviceTotalNs : row.totalNs);
  const most = rows.reduce((longest, row) => Math.max(longest, cost(row)), 0);
  const heat = (cell: GridCell, row: TorchTreeRow): GridCell => heated(cell, most === 0 ? 0 : cost(row) / most);
  const cells = (row: TorchTreeRow): readonly GridCell[] => {
    const total = timeCell(row.totalNs, unit);
    return [
      { text: row.name },
      { text: row.kind },
      countCell(row.count),
      timeCell(row.selfNs, unit),
      hasDevice ? total : heat(total, row),
      ...(hasDevice ? [heat(timeCell(row.deviceTotalNs, device), row), countCell(row.deviceCount)] : []),
    ];
  };
  const rowOf = ({ row, key, below }: Branch): GridRow => ({
    key,
    cells: cells(row),
    ...(below.length === 0 ? {} : { children: below.map(rowOf) }),
  });
  return {
    name: 'tree',
    label: `What called what${partWords(rows.length, count)}`,
    empty: 'The trace has nothing that lasts.',
    columns: [
      { name: 'called', title: 'Called', width: 'minmax(280px, 1fr)' },
      { name: 'kind', title: 'Kind', width: '136px' },
      { name: 'count', title: 'Count', width: '70px', numeric: true },
      timeColumnOf('self', 'Self', unit),
      timeColumnOf('total', 'Total', unit),
      ...(hasDevice
        ? [timeColumnOf('devices', 'Devices', device, '104px'), { name: 'kernels', title: 'Kernels', width: '74px', numeric: true }]
        : []),
    ],
    rows: branches(rows).map(rowOf),
  };
}
