/**
 * The hottest loop of each function of a profile with samples, and the operations for each byte that its machine code has. Trip counts are
 * not in the code, so that operations of a whole dispatch are not known by it; what an iteration does is, and with it their ratio.
 */
import { isRecord } from '../../protocol/base/isRecord';
import type { HotLoop, OperationType } from '../../protocol/measurement/roofline';
import { rowOf } from './questionRows';

type Row = Readonly<Record<string, unknown>>;

const number = (value: unknown): number => (typeof value === 'number' || typeof value === 'string' ? Number(value) : 0);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const record = (value: unknown): Row => (isRecord(value) ? value : {});
const kernelKey = (row: Row): string => `${String(row['executable_id'])} ${String(row['function_ordinal'])}`;

interface Hottest {
  readonly samples: number;
  readonly row: Row;
}

/** Of the lines of `profile hotspots --format=jsonl`, by the function's name: of a name that several functions have nothing is told. */
export function hottestLoops(lines: readonly string[]): { readonly loops: ReadonlyMap<string, HotLoop>; readonly sampling: unknown } {
  const kernels: Row[] = [];
  const hottest = new Map<string, Hottest>();
  let sampling: unknown;
  for (const line of lines) {
    const row = rowOf(line);
    if (row['type'] === 'hotspots_summary') sampling = row['sampling'];
    if (row['type'] === 'hotspot_kernel') kernels.push(row);
    if (row['type'] !== 'hotspot_loop' || row['innermost'] !== true) continue;
    for (const part of list(row['kernels'])) {
      const samples = number(part['samples']);
      if (part['too_few'] === true || samples <= (hottest.get(kernelKey(part))?.samples ?? 0)) continue;
      hottest.set(kernelKey(part), { samples, row });
    }
  }
  const loops = new Map<string, HotLoop>();
  for (const kernel of kernels) {
    const name = text(kernel['kernel']);
    const found = hottest.get(kernelKey(kernel));
    const isOnly = kernels.filter((other) => other['kernel'] === kernel['kernel']).length === 1;
    if (found !== undefined && isOnly) loops.set(name, loopOf(found, number(kernel['samples'])));
  }
  return { loops, sampling };
}

function loopOf({ samples, row }: Hottest, ofFunction: number): HotLoop {
  const path = text(row['path']);
  const { address: at } = row;
  const address = (typeof at === 'string' || typeof at === 'number' ? BigInt(at) : 0n).toString(16);
  const place = path === '' ? `0x${address}` : `${path.replace(/^.*\//, '')}:${String(row['first_line'])}`;
  return { place, share: samples / ofFunction, ...intensityOf(row) };
}

/** As LoopIteration::intensity() in native/core/executable/code_mix.cc: of floating point where it has any, else of integers in vectors. */
function intensityOf(row: Row): Pick<HotLoop, 'intensity' | 'type' | 'unknown'> {
  const iteration = record(row['iteration']);
  const unknown = iteration['bytes_unknown'] ?? iteration['operations_unknown'];
  if (typeof unknown === 'string') return { unknown };
  const isFloat = number(iteration['float_operations']) > 0;
  const operations = number(iteration[isFloat ? 'float_operations' : 'integer_operations']);
  const bytes = number(iteration['bytes_read']) + number(iteration['bytes_written']);
  if (operations === 0) return { unknown: 'it has no operations that are counted' };
  if (bytes === 0) return { unknown: 'it loads and stores nothing' };
  const { element, element_bits: bits } = record(row['width']);
  const type = element === (isFloat ? 'float' : 'integer') ? TYPES[`${isFloat ? 'float' : 'integer'}${String(bits)}`] : undefined;
  return { intensity: operations / bytes, ...(type === undefined ? {} : { type }) };
}

/** Types whose peaks are measured; without one type for all elements there are no bits. */
const TYPES: Readonly<Record<string, OperationType>> = { float32: 'f32', float64: 'f64', integer32: 'i32', integer8: 'i8' };
