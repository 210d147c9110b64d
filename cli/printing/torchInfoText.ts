/** What torch info prints for people. */
import type { TorchKernelRow, TorchOperationRow, TorchTable, TorchTraceInfo, TorchTreeRow } from '../../protocol/neighbour/torch';
import { counted, grouped } from '../../protocol/words/countWords';
import { percent } from '../../protocol/words/percent';
import { inputWords, torchTable } from '../../protocol/words/torchTables';
import { table } from './table';
import { byteSize, duration } from './units';

/** Names of kernels are templates of C++ with hundreds of characters. */
const LONGEST = 100;
const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text);

function deviceLines({ devices }: TorchTraceInfo): readonly string[] {
  const words = devices.map(({ id, name, memoryBytes, processors }) =>
    [
      name === '' ? `device ${id}` : name,
      ...(memoryBytes === undefined ? [] : [byteSize(memoryBytes)]),
      ...(processors === undefined ? [] : [counted(processors, 'processor')]),
    ].join(', '),
  );
  return [...new Set(words)].map((one) => {
    const times = words.filter((other) => other === one).length;
    return `device: ${times === 1 ? '' : `${String(times)} x `}${one}`;
  });
}

function operationLine({ operations, operationsWithInputs, byOperation, byShape }: TorchTraceInfo): string {
  if (operations === 0) return 'operations: none';
  const shapes = operationsWithInputs === operations ? 'all with shapes' : `${grouped(operationsWithInputs)} of them with shapes`;
  return `operations: ${grouped(operations)}, of ${counted(byOperation.count, 'name')}, ${grouped(byShape.count)} with their inputs; ${shapes}`;
}

function useLines({ deviceUses, launches }: TorchTraceInfo): readonly string[] {
  const uses = deviceUses.map(({ device, work, busyNs, idleNs, idleUntilCallNs, idleFromCallNs, durationNs = '0' }) => {
    const share = durationNs === '0' ? '' : ` (${percent(Number(idleNs) / Number(durationNs))})`;
    const words = `busy for ${duration(busyNs)} of ${duration(durationNs)}, idle for ${duration(idleNs)}${share}`;
    const parts = `${duration(idleUntilCallNs)} until the next call, ${duration(idleFromCallNs)} from a call to what it launched`;
    return `device ${device}: ${counted(work, 'kernel, copy or fill', 'kernels, copies and fills')}; ${words}: ${parts}`;
  });
  if (launches === undefined) return uses;
  const { work, calls, callsNs, medianDelayNs, mostDelayNs } = launches;
  if (work === 0) return [...uses, 'launches: no call that launched any of it is in the trace'];
  const delays = `begun ${duration(medianDelayNs)} after their call in the median, ${duration(mostDelayNs)} at most`;
  return [...uses, `launches: ${grouped(work)} by ${counted(calls, 'call')}, which took ${duration(callsNs)}; ${delays}`];
}

const listed = (title: string, rows: readonly (readonly string[])[], numbers: number): readonly string[] =>
  rows.length < 2 ? [] : [title, ...table(rows, numbers).map((line) => `  ${line}`)];

const categoryTable = ({ categories }: TorchTraceInfo): readonly string[] =>
  listed(
    'events:',
    [
      ['category', 'kind', 'events', 'from first to last'],
      ...categories.map(({ category, kind, events, durationNs = '0' }) => [category || '-', kind, grouped(events), duration(durationNs)]),
    ],
    2,
  );

const threadTable = ({ threads }: TorchTraceInfo): readonly string[] =>
  listed(
    'threads and streams:',
    [
      ['', 'process', 'thread', 'name', 'events', 'busy'],
      ...threads.map(({ kind, process, labels, thread, name = '', events, busyNs }) => [
        kind,
        labels === undefined ? process : `${process} (${labels})`,
        thread,
        shortened(name),
        grouped(events),
        duration(busyNs),
      ]),
    ],
    2,
  );

/** Columns of the operations that differentiate those of the rows, where there are any. */
const timeHeads = (rows: readonly TorchOperationRow[]): readonly string[] => [
  ...['count', 'self', 'total', 'in calls', 'device self', 'device total'],
  ...(rows.some(({ backward }) => backward !== undefined) ? ['backward', 'device backward'] : []),
];

const timeCells = (row: TorchOperationRow, heads: readonly string[]): readonly string[] => [
  grouped(row.count),
  duration(row.selfNs),
  duration(row.totalNs),
  duration(row.callsNs),
  duration(row.deviceSelfNs),
  duration(row.deviceTotalNs),
  ...(heads.includes('backward') ? [backwardTime(row.backward?.totalNs), backwardTime(row.backward?.deviceTotalNs)] : []),
];

const backwardTime = (ns: string | undefined): string => (ns === undefined ? '-' : duration(ns));

const kernelCells = ({ name, kind, count, totalNs, leastNs, mostNs }: TorchKernelRow): readonly string[] => [
  shortened(name),
  kind,
  grouped(count),
  duration(totalNs),
  duration(String(Math.round(Number(totalNs) / count))),
  duration(leastNs),
  duration(mostNs),
];

const treeCells = ({ depth, name, kind, count, selfNs, totalNs, deviceTotalNs, deviceCount }: TorchTreeRow): readonly string[] => [
  `${'  '.repeat(depth)}${shortened(name)}`,
  kind,
  grouped(count),
  duration(selfNs),
  duration(totalNs),
  duration(deviceTotalNs),
  grouped(deviceCount),
];

function chosenTable(found: TorchTraceInfo, by: TorchTable): readonly string[] {
  const { count, rows } = torchTable(found, by);
  const left = count - rows.length;
  const title = `${by === 'tree' ? 'what called what' : `by ${by}`}:${left === 0 ? '' : ` the first ${grouped(rows.length)} of ${grouped(count)}`}`;
  if (by === 'operation') {
    const heads = timeHeads(found.byOperation.rows);
    const cells = found.byOperation.rows.map((row) => [shortened(row.name), ...timeCells(row, heads)]);
    return listed(title, [['operation', ...heads], ...cells], heads.length);
  }
  if (by === 'shape') {
    const heads = timeHeads(found.byShape.rows);
    const cells = found.byShape.rows.map((row) => [shortened(row.name), shortened(inputWords(row)), ...timeCells(row, heads)]);
    return listed(title, [['operation', 'inputs', ...heads], ...cells], heads.length);
  }
  if (by === 'tree') {
    const heads = ['count', 'self', 'total', 'devices', 'kernels, copies, fills'];
    return listed(title, [['called', 'kind', ...heads], ...found.tree.rows.map(treeCells)], heads.length);
  }
  const heads = ['kernel', 'kind', 'count', 'total', 'mean', 'least', 'most'];
  return listed(title, [heads, ...found.byKernel.rows.map(kernelCells)], heads.length - 2);
}

/** A summary, and the table that is asked for. */
export function torchInfoText(found: TorchTraceInfo, by: TorchTable): string {
  const { bytes, events, durationNs = '0', distributed, flows, missing, problems } = found;
  const rank =
    distributed?.rank === undefined ? [] : [`rank ${distributed.rank} of ${distributed.worldSize ?? '?'}, ${distributed.backend}`];
  const lines = [
    ...problems.map(({ message, offset }) => `error: byte ${grouped(offset)}: ${message}`),
    `${counted(events, 'event')} in ${byteSize(bytes)}, over ${duration(durationNs)}`,
    ...deviceLines(found),
    ...rank,
    operationLine(found),
    ...useLines(found),
    ...flows.map(
      ({ category, begins, ends, whole }) =>
        `flows: ${category}: ${grouped(begins)} begin, ${grouped(ends)} end, ${grouped(whole)} do both`,
    ),
    ...missing.map((sentence) => `missing: ${sentence}`),
    ...categoryTable(found),
    ...threadTable(found),
    ...chosenTable(found, by),
  ];
  return `${lines.join('\n')}\n`;
}
