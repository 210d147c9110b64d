/** Two traces of PyTorch, by operation and shape: sums of one recording each, which have no interval. */
import type { TorchShapeRow, TorchTraceInfo } from '../../protocol/neighbour/torch';
import type { TorchTracesCompared } from '../../protocol/torch/replay';
import { inputWords } from '../../protocol/words/torchTables';

type Row = TorchTracesCompared['rows'][number];
type Side = NonNullable<Row['before']>;
type Traced = Pick<TorchTraceInfo, 'byShape'>;

/** Rows without their values and strides: a rate of learning is another one in every step. */
function sides({ byShape }: Traced): ReadonlyMap<string, { readonly row: TorchShapeRow; readonly side: Side }> {
  const found = new Map<string, { readonly row: TorchShapeRow; readonly side: Side }>();
  for (const row of byShape.rows) {
    const key = JSON.stringify([row.name, row.inputDims, row.inputTypes]);
    const before = found.get(key)?.side;
    const side = {
      count: row.count + (before?.count ?? 0),
      selfNs: String(BigInt(row.selfNs) + BigInt(before?.selfNs ?? 0)),
      deviceSelfNs: String(BigInt(row.deviceSelfNs) + BigInt(before?.deviceSelfNs ?? 0)),
    };
    found.set(key, { row, side });
  }
  return found;
}

const hasDevice = ({ byShape }: Traced): boolean => byShape.rows.some(({ deviceSelfNs }) => deviceSelfNs !== '0');

/** `name` says which operations are meant. Problems are for the caller to add. */
export function comparedTraces(
  before: Traced,
  after: Traced,
  name: (operation: string) => boolean,
  limit: number | undefined,
): Omit<TorchTracesCompared, 'kind' | 'problems'> {
  const of = hasDevice(before) || hasDevice(after) ? 'device' : 'host';
  const timeOf = (side: Side | undefined): number => Number((of === 'device' ? side?.deviceSelfNs : side?.selfNs) ?? 0);
  const [earlier, later] = [sides(before), sides(after)];
  const rows = [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key): readonly Row[] => {
    const [one, other] = [earlier.get(key), later.get(key)];
    const row = other?.row ?? one?.row;
    if (row === undefined || !name(row.name)) return [];
    const changeNs = timeOf(other?.side) - timeOf(one?.side);
    return [
      {
        name: row.name,
        inputs: inputWords({ ...row, concreteInputs: [] }),
        state: one === undefined ? 'came' : other === undefined ? 'went' : changeNs < 0 ? 'less' : changeNs > 0 ? 'more' : 'equal',
        ...(one === undefined ? {} : { before: one.side }),
        ...(other === undefined ? {} : { after: other.side }),
        changeNs,
      },
    ];
  });
  const counted = (state: Row['state']): number => rows.filter((row) => row.state === state).length;
  const total = (side: 'before' | 'after'): number => rows.reduce((sum, row) => sum + timeOf(row[side]), 0);
  return {
    ...{ of, beforeNs: total('before'), afterNs: total('after'), count: rows.length },
    states: { less: counted('less'), more: counted('more'), equal: counted('equal'), came: counted('came'), went: counted('went') },
    rows: rows.toSorted((a, b) => Math.abs(b.changeNs) - Math.abs(a.changeNs)).slice(0, limit),
  };
}
