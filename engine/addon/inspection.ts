/** What an operation finds in its ranges, and what it leaves there. Only in a process that may die: it replays. */
import type {
  ElementPicture,
  ElementsPage,
  ElementsRequest,
  Execution,
  FindRequest,
  FoundElements,
  InspectedRange,
  Inspection,
  InspectOptions,
  PictureRequest,
  Provenance,
  TensorView,
} from '../../protocol/replay/inspection';
import type { RunOptions } from '../../protocol/replay/run';
import type { RawInspection } from './addon';
import { cancellable } from './cancellable';
import { bindingType } from './elementTypes';
import { loadAddon } from './load';
import { operandsOf } from './operands';

/** An operation, and its ranges' contents, in memory as long as this is referred to. */
export interface KeptInspection {
  readonly inspection: Inspection;
  /** A copy of what a range held. */
  bytes(range: number, moment: 'before' | 'after'): Uint8Array;
  /** A copy of the elements of a view, one behind the other. What is asked of a view rejects where it does not lie in its range. */
  packed(view: TensorView): Promise<Uint8Array>;
  elements(request: ElementsRequest): Promise<ElementsPage>;
  find(request: FindRequest, signal?: AbortSignal): Promise<FoundElements>;
  picture(request: PictureRequest): Promise<ElementPicture>;
}

interface Described extends Omit<Inspection, 'operands'> {
  readonly provenance?: Provenance;
}

/** What the addon keeps, with what names say of types. */
function kept(raw: RawInspection): KeptInspection {
  const { provenance, ...found } = JSON.parse(raw.description) as Described;
  const bindings = found.ranges.filter(({ role }) => role === 'binding').length;
  const ranges = found.ranges.map((range) => {
    const type = range.role === 'count' ? 'ui32' : range.role === 'binding' && bindingType(found.function ?? '', range.ordinal, bindings);
    return type === false || type === undefined ? range : { ...range, type };
  });
  const operands = operandsOf(found.function ?? '', ranges, provenance ?? { found: [], left: [] });
  return {
    inspection: { ...found, ranges, operands },
    bytes: (range, moment) => raw.bytes(range, moment),
    packed: (view) => raw.packed(view),
    elements: async (request) => {
      const { view, from, count } = request;
      const { description, values } = await raw.elements(view, from, count);
      return { request, ...(JSON.parse(description) as Omit<ElementsPage, 'request' | 'values'>), values };
    },
    find: async ({ view, condition, from, direction }, stop) => {
      const addon = loadAddon();
      const text = await cancellable(addon, stop, (cancel) => raw.find(view, condition, from, direction, cancel));
      return JSON.parse(text) as FoundElements;
    },
    picture: ({ view, rows, columns }) => raw.picture(view, rows, columns),
  };
}

/** Replays up to the record, and just past it; once more, and on, to trace what is found and left. That is not done unless it is asked for. */
export async function inspect({ run, record, via, traced = false }: InspectOptions, signal?: AbortSignal): Promise<KeptInspection> {
  const addon = loadAddon();
  return kept(await cancellable(addon, signal, (cancel) => addon.inspect(run.capture, run, record, via, cancel, traced)));
}

/** What something else has read. */
export interface ReadElsewhere extends Execution {
  readonly ranges: readonly (Pick<InspectedRange, 'role' | 'ordinal' | 'buffer' | 'offset'> & {
    readonly before: Uint8Array;
    readonly after: Uint8Array;
  })[];
  /** Why nothing is known of writers and readers. */
  readonly untraced: string;
}

export const inspectionOf = (found: ReadElsewhere): KeptInspection => kept(loadAddon().inspectionOf(found));

/** Bytes of a buffer, before or after an operation. */
export interface BufferMoment extends Omit<InspectOptions, 'run'> {
  readonly moment: 'before' | 'after';
  readonly buffer: number;
  readonly offset: number;
  readonly length: number;
}

/** Replays up to the record, and gives what is there then. */
export function readBufferAt(run: RunOptions, moment: BufferMoment, signal?: AbortSignal): Promise<Uint8Array> {
  const addon = loadAddon();
  return cancellable(addon, signal, (cancel) => addon.readBufferAt(run.capture, run, moment, cancel));
}
