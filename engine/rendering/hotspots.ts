/** Where the samples of a profile lie: what `ireereplay profile hotspots --format=jsonl` prints, put together by kernel. */
import type {
  Hotspots,
  SampledBody,
  SampledFunction,
  SampledInstruction,
  SampledKernel,
  SampledLoop,
  SampledMix,
  SampledShare,
  SourceLine,
} from '../../protocol/code/hotspots';
import { samplingOf } from '../addon/samplingOf';
import { exportLines } from './exportLines';
import { rowOf } from './questionRows';
import { sampledFrames, type SampledStack } from './sampledFrames';
import { sampledMix } from './sampledMix';
import { list, number, shareOf, text, type Row } from './sampledRows';

/** How a profile without samples is refused. */
const NO_SAMPLES = /\bhas no samples\b/;

/** What is asked of samples, and `none` of a profile without. */
export async function orWithoutSamples<T, None>(asked: Promise<T>, none: None): Promise<T | None> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && NO_SAMPLES.test(error.message)) return none;
    throw error;
  }
}

const NONE: Hotspots = { samples: 0, inKernels: 0, inLibraries: 0, elsewhere: 0, notes: [], kernels: [], frames: [] };

/** Of a profile that ends early what is whole; rejects where nothing could be read, or when `signal` is aborted. */
export async function hotspotsOf(profile: string, signal?: AbortSignal): Promise<Hotspots> {
  const lines: string[] = [];
  try {
    for await (const line of exportLines(profile, 'hotspots', () => undefined, signal)) lines.push(line);
  } catch (error) {
    signal?.throwIfAborted();
    if (lines.length === 0 && error instanceof Error && NO_SAMPLES.test(error.message)) return NONE;
    if (lines.length === 0) throw error;
  }
  return hotspotsOfRows(lines.map(rowOf));
}

/** A kernel while its parts come. */
interface Making {
  readonly row: Row;
  readonly lines: (SampledShare & SourceLine)[];
  /** By the line that they are of; those of functions by the function. */
  readonly instructions: Map<string, SampledInstruction[]>;
  readonly functions: Omit<SampledFunction, 'instructions'>[];
  readonly bodies: SampledBody[];
  /** By the address of the function. */
  readonly mixes: Map<string, SampledMix>;
  readonly loops: SampledLoop[];
  most: { readonly samples: number; readonly record?: number; readonly via?: number };
}

/** Of rows that are in the order in which they are printed. */
export function hotspotsOfRows(rows: readonly Row[]): Hotspots {
  const kernels = new Map<string, Making>();
  const stacks: SampledStack[] = [];
  let summary: Row = {};
  let called: Row = {};
  for (const row of rows) {
    switch (row['type']) {
      case 'hotspots_summary':
        summary = row;
        break;
      case 'hotspot_kernel':
        kernels.set(kernelKey(row), {
          ...{ row, lines: [], instructions: new Map(), functions: [], bodies: [], mixes: new Map(), loops: [], most: { samples: 0 } },
        });
        break;
      case 'hotspot_loop':
        for (const part of list(row['kernels'])) kernels.get(kernelKey(part))?.loops.push({ ...loopOf(row), ...shareOf(part) });
        break;
      case 'hotspot_line':
        for (const part of list(row['kernels']))
          kernels.get(kernelKey(part))?.lines.push({ path: text(row['path']), line: number(row['line']), ...shareOf(part) });
        break;
      case 'hotspot_function':
        called = row;
        for (const part of list(row['kernels']))
          kernels.get(kernelKey(part))?.bodies.push({ ...functionOf(row), bytes: number(row['size']), ...shareOf(part) });
        for (const part of list(row['without_lines']))
          kernels.get(kernelKey(part))?.functions.push({ ...functionOf(row), ...shareOf(part) });
        break;
      case 'hotspot_mix':
        for (const part of list(row['kernels'])) kernels.get(kernelKey(part))?.mixes.set(text(row['address']), sampledMix(part));
        break;
      case 'hotspot_instruction':
        for (const part of list(row['kernels'])) addInstruction(kernels.get(kernelKey(part)), called, row, part);
        break;
      case 'hotspot_stack':
        stacks.push({
          kernel: text(row['kernel']),
          frames: Array.isArray(row['frames']) ? row['frames'].map(text) : [],
          ...outermostLine(row['lines']),
          samples: number(row['samples']),
        });
        break;
      case 'hotspot_record':
        addRecord(kernels.get(kernelKey(row)), row);
        break;
    }
  }
  const elsewhere = number(summary['elsewhere']);
  return {
    samples: number(summary['samples']),
    inKernels: number(summary['in_kernels']),
    inLibraries: number(summary['in_libraries']),
    elsewhere,
    ...samplingOf(described(summary['sampling'])),
    notes: Array.isArray(summary['notes']) ? summary['notes'].map(text) : [],
    kernels: [...kernels.values()].map(made),
    frames: sampledFrames(
      [...kernels.values()].map(({ row }) => ({ name: text(row['kernel']), samples: number(row['samples']) })),
      stacks,
      elsewhere,
    ),
  };
}

function addInstruction(kernel: Making | undefined, called: Row, row: Row, part: Row): void {
  if (kernel === undefined) return;
  const place = row['path'] === undefined ? functionKey(called) : lineKey({ path: text(row['path']), line: number(row['line']) });
  const instruction = { address: text(row['address']), text: text(row['text']), kind: text(row['kind']), ...shareOf(part) };
  const there = kernel.instructions.get(place);
  if (there === undefined) kernel.instructions.set(place, [instruction]);
  else there.push(instruction);
}

/** The record that shows the kernel: the one with the most samples of it. */
function addRecord(kernel: Making | undefined, row: Row): void {
  const samples = number(row['samples']);
  if (kernel === undefined || samples <= kernel.most.samples || row['record'] === undefined) return;
  const via = row['execute_record'];
  kernel.most = { samples, record: number(row['record']), ...(via === undefined ? {} : { via: number(via) }) };
}

function made({ row, lines, instructions, functions, bodies, mixes, loops, most }: Making): SampledKernel {
  const at = (place: string): readonly SampledInstruction[] => instructions.get(place) ?? [];
  const bySamples = (a: SampledShare, b: SampledShare): number => b.samples - a.samples;
  return {
    name: text(row['kernel']),
    executable: text(row['executable_id']),
    function: number(row['function_ordinal']),
    ...shareOf(row),
    ...(row['address'] === undefined ? {} : { address: text(row['address']) }),
    ...(most.record === undefined ? {} : { record: most.record }),
    ...(most.via === undefined ? {} : { via: most.via }),
    lines: lines.map((line) => ({ ...line, instructions: at(lineKey(line)) })).sort(bySamples),
    functions: functions.map((called) => ({ ...called, instructions: at(functionKey(called)) })).sort(bySamples),
    bodies: bodies.map((body) => ({ ...body, ...mixOf(mixes, body) })).sort(bySamples),
    loops,
  };
}

function outermostLine(lines: unknown): Pick<SampledStack, 'line'> {
  const [outermost] = list(lines);
  return outermost?.['path'] === undefined ? {} : { line: { path: text(outermost['path']), line: number(outermost['line']) } };
}

function mixOf(mixes: ReadonlyMap<string, SampledMix>, { address }: SampledBody): Pick<SampledBody, 'mix'> {
  const mix = mixes.get(address);
  return mix === undefined ? {} : { mix };
}

const functionOf = (row: Row): Pick<SampledBody, 'name' | 'address'> => ({ name: text(row['name']), address: text(row['address']) });

const loopOf = (row: Row): Omit<SampledLoop, keyof SampledShare> => ({
  address: text(row['address']),
  function: text(row['function']),
  functionAddress: text(row['function_address']),
  index: number(row['loop']),
  ...(row['parent'] === undefined ? {} : { parent: number(row['parent']) }),
  path: text(row['path']),
  firstLine: number(row['first_line']),
  lastLine: number(row['last_line']),
});

/** JSON in JSON; a description that cannot be read is none. */
function described(description: unknown): unknown {
  try {
    return JSON.parse(text(description));
  } catch {
    return undefined;
  }
}

const kernelKey = (row: Row): string => `${text(row['executable_id'])} ${text(row['function_ordinal'])}`;
const lineKey = ({ path, line }: SourceLine): string => `line ${String(line)} ${path}`;
const functionKey = ({ address }: { readonly address?: unknown }): string => `function ${text(address)}`;
