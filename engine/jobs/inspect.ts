/** Looking at an operation's buffers, before it and after it. */
import { readFile, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { elementCount, elementSize } from '../../protocol/replay/element';
import type { CompareRequest, ExportRequest, InspectOptions, TensorComparison, TensorView } from '../../protocol/replay/inspection';
import type { RunOptions } from '../../protocol/replay/run';
import { inspect, readBufferAt, type BufferMoment, type KeptInspection } from '../addon/inspection';
import { compareElements } from '../comparing/comparing';
import { isRaw, readNpy, writeNpy } from '../comparing/npy';
import { packed } from '../comparing/packing';
import { withBuiltKernels } from '../kernels/substitutes';
import { untilNobodyMeasures } from '../measuring/measuringTurn';
import type { Work } from './work';

type Looking = 'inspect' | 'elements' | 'find' | 'picture' | 'exportElements' | 'compareElements';

/** The jobs of it: what the latest inspection found is kept, so that another type or page answers at once. */
export function inspecting(): { readonly [Job in Looking]: Work<Job> } {
  let latest: KeptInspection | undefined;
  const kept = (): KeptInspection => {
    if (latest === undefined) throw new Error('Nothing has been inspected.');
    return latest;
  };
  return {
    inspect: async (options, report, signal, waits) => {
      latest = undefined;
      await untilNobodyMeasures(waits, signal);
      report({ phase: 'executing', record: 0, records: 0 });
      latest = await inspected(options, signal);
      return latest.inspection;
    },
    elements: async (request) => kept().elements(request),
    find: async (request, _report, signal) => kept().find(request, signal),
    picture: async (request) => kept().picture(request),
    exportElements: async (request) => exported(kept(), request),
    compareElements: async (request, _report, signal, waits) => {
      await untilNobodyMeasures(waits, signal);
      return compared(kept(), request, signal);
    },
  };
}

async function inspected(options: InspectOptions, signal: AbortSignal): Promise<KeptInspection> {
  if (options.run.iree !== undefined) return (await import('../iree/inspection')).inspectByIree(options, signal);
  return inspect({ ...options, run: await withBuiltKernels(options.run, signal) }, signal);
}

async function bufferAt(run: RunOptions, moment: BufferMoment, signal: AbortSignal): Promise<Uint8Array> {
  if (run.iree !== undefined) return (await import('../iree/inspection')).bufferByIree(run, moment, signal);
  return readBufferAt(await withBuiltKernels(run, signal), moment, signal);
}

async function exported(kept: KeptInspection, { view, format, file }: ExportRequest): Promise<{ readonly bytes: number }> {
  const data = await kept.packed(view);
  const bytes = format === 'npy' ? writeNpy(view.type, view.shape, data) : data;
  await writeFile(file, bytes);
  return { bytes: bytes.length };
}

const shapeText = (shape: readonly number[]): string => (shape.length === 0 ? 'a scalar' : shape.join('x'));

/** The elements of the view, and those that they are compared with; throws where these are not as many, or of another type. */
async function compared(kept: KeptInspection, request: CompareRequest, signal: AbortSignal): Promise<TensorComparison> {
  const { view, tolerance } = request;
  const ours = await kept.packed(view);
  const theirs = await othersOf(kept, request, signal);
  return compareElements(ours, theirs, view.type, tolerance);
}

async function othersOf(kept: KeptInspection, { view, with: other }: CompareRequest, signal: AbortSignal): Promise<Uint8Array> {
  switch (other.kind) {
    case 'view': {
      if (other.view.type !== view.type) throw new Error(`Elements of ${other.view.type} are not compared with ${view.type}.`);
      const [ours, theirs] = [view, other.view].map(({ shape }) => elementCount(shape));
      if (ours !== theirs) throw new Error(`There are ${String(theirs)} elements to compare ${String(ours)} with.`);
      return kept.packed(other.view);
    }
    case 'record':
      return atRecord(kept, view, other, signal);
    case 'npy':
      return ofFile(view, other.file);
  }
}

async function atRecord(
  kept: KeptInspection,
  view: TensorView,
  { run, record, via, moment }: Extract<CompareRequest['with'], { readonly kind: 'record' }>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const range = kept.inspection.ranges[view.range];
  if (range === undefined) throw new Error('The inspection has no range with that number.');
  const place = { moment, buffer: Number(range.buffer), offset: Number(range.offset), length: Number(range.length) };
  const bytes = await bufferAt(run, { record, ...(via === undefined ? {} : { via }), ...place }, signal);
  return packed(bytes.subarray(view.offset), elementSize(view.type), view.shape, view.strides);
}

async function ofFile(view: TensorView, file: string): Promise<Uint8Array> {
  const name = path.basename(file);
  const array = readNpy(await readFile(file));
  const isSame = isRaw(view.type) ? array.raw && array.size === elementSize(view.type) : array.type === view.type;
  if (!isSame) throw new Error(`${name} has elements of ${array.type ?? `${String(array.size)} bytes`}, not of ${view.type}.`);
  const plain = (shape: readonly number[]): string => shapeText(shape.filter((dimension) => dimension !== 1));
  if (plain(array.shape) !== plain(view.shape)) {
    throw new Error(`${name} is ${shapeText(array.shape)}, and what it is compared with is ${shapeText(view.shape)}.`);
  }
  return array.data;
}
