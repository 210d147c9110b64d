/** The tables of a trace of PyTorch's profiler, for people and for programs. */
import type { TorchOperationRow, TorchTable, TorchTraceInfo } from '../neighbour/torch';

const TIMES = ['count', 'totalNs', 'selfNs', 'callsNs', 'deviceTotalNs', 'deviceSelfNs', 'deviceCount'] as const;
const BACKWARD = ['backwardCount', 'backwardTotalNs', 'backwardDeviceTotalNs'] as const;
const INPUTS = ['inputDims', 'inputTypes', 'inputStrides', 'concreteInputs'] as const;

/** The columns of each table, by the names that its rows have in JSON. */
const COLUMNS = {
  operation: ['name', ...TIMES, ...BACKWARD],
  shape: ['name', ...INPUTS, ...TIMES, ...BACKWARD],
  tree: ['depth', 'name', 'kind', 'count', 'totalNs', 'selfNs', 'deviceTotalNs', 'deviceCount'],
  kernel: ['name', 'kind', 'count', 'totalNs', 'leastNs', 'mostNs', 'bytes'],
} as const;

/** The rows of a table. */
export function torchTable(found: TorchTraceInfo, by: TorchTable): TorchTraceInfo['byOperation' | 'byShape' | 'byKernel' | 'tree'] {
  const { byOperation, byShape, byKernel, tree } = found;
  return { operation: byOperation, shape: byShape, kernel: byKernel, tree }[by];
}

/** A cell of comma-separated values (RFC 4180): lists as JSON. */
function cell(value: unknown): string {
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** "deviceSelfNs" as "device_self_ns". */
const header = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const backwardCells = (backward: TorchOperationRow['backward']): Readonly<Record<(typeof BACKWARD)[number], unknown>> => ({
  backwardCount: backward?.count,
  backwardTotalNs: backward?.totalNs,
  backwardDeviceTotalNs: backward?.deviceTotalNs,
});

/** A table as comma-separated values. */
export function torchCsv(found: TorchTraceInfo, by: TorchTable): string {
  const columns: readonly string[] = COLUMNS[by];
  const rows = torchTable(found, by).rows.map((row) => {
    const cells: Readonly<Record<string, unknown>> = { ...row, ...('backward' in row ? backwardCells(row.backward) : {}) };
    return columns.map((name) => cell(cells[name]));
  });
  return `${[columns.map(header), ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

/** "float[2, 3]", "float[2, 3] Scalar=1": the inputs of an operation in a line. */
export function inputWords({ inputDims, inputTypes, concreteInputs }: TorchTraceInfo['byShape']['rows'][number]): string {
  return inputTypes
    .map((type, index) => {
      const dims = inputDims[index];
      const concrete = concreteInputs[index] ?? '';
      if (concrete !== '') return concrete;
      return `${type}${Array.isArray(dims) && dims.length > 0 ? JSON.stringify(dims).replaceAll(',', ', ') : ''}` || '-';
    })
    .join(' ');
}
