/** What an operation finds in its ranges, and what it leaves there. Only in a process that may die: it replays. */
import type { ElementsPage, ElementsRequest, Inspection, InspectOptions } from '../../protocol/inspection';
import { cancellable } from './addon';
import { bindingType } from './elementTypes';
import { loadAddon } from './load';

/** The addon's Inspection. */
export interface RawInspection {
  /** The protocol's Inspection as JSON, without types. */
  readonly description: string;
  bytes(range: number, moment: string): Uint8Array;
  /** `description` is the protocol's ElementsPage as JSON, without its request and its values. */
  elements(
    range: number,
    moment: string,
    type: string,
    from: number,
    count: number,
  ): Promise<{ readonly description: string; readonly values: Uint8Array }>;
}

/** An operation, and its ranges' contents, in memory as long as this is referred to. */
export interface KeptInspection {
  readonly inspection: Inspection;
  /** A copy of what a range held. */
  bytes(range: number, moment: 'before' | 'after'): Uint8Array;
  /** Rejects for a range that there is not. */
  elements(request: ElementsRequest): Promise<ElementsPage>;
}

/** Replays up to the record, and just past it. */
export async function inspect({ run, record, via }: InspectOptions, signal?: AbortSignal): Promise<KeptInspection> {
  const addon = loadAddon();
  const raw = await cancellable(addon, signal, (cancel) => addon.inspect(run.capture, run, record, via, cancel));
  const found = JSON.parse(raw.description) as Inspection;
  const bindings = found.ranges.filter(({ role }) => role === 'binding').length;
  const ranges = found.ranges.map((range) => {
    const type = range.role === 'count' ? 'ui32' : range.role === 'binding' && bindingType(found.function ?? '', range.ordinal, bindings);
    return type === false || type === undefined ? range : { ...range, type };
  });
  return {
    inspection: { ...found, ranges },
    bytes: (range, moment) => raw.bytes(range, moment),
    elements: async (request) => {
      const { range, moment, type, from, count } = request;
      const { description, values } = await raw.elements(range, moment, type, from, count);
      return { request, ...(JSON.parse(description) as Omit<ElementsPage, 'request' | 'values'>), values };
    },
  };
}
