/** inspect: what an operation finds in its buffers, and what it leaves there. For the editor only: there is no command. */
import * as v from 'valibot';
import { ELEMENT_TYPES } from './elementType';
import type { OptionsOf } from './option';
import { count } from './problem';
import { replayOptions } from './replayOptions';

/** Which operation, in which replay. Its own stopBefore fields are ignored. */
export const inspectOptions = v.object({
  run: replayOptions,
  /** A dispatch, fill, copy, update, read or write, on a queue or in a command buffer. */
  record: count,
  /** The queue_execute of a command; by default the first that executes it. */
  via: v.exactOptional(count),
});

/** A page of elements to read. */
export const elementsRequest = v.object({
  /** Index into Inspection.ranges. */
  range: count,
  moment: v.picklist(['before', 'after']),
  type: v.picklist(ELEMENT_TYPES),
  /** First element, and how many: at most 65536 are returned. */
  from: count,
  count,
});

/** Which operation, in which replay. Its own stopBefore fields are ignored. */
export type InspectOptions = OptionsOf<typeof inspectOptions>;
/** A page of elements to read. */
export type ElementsRequest = OptionsOf<typeof elementsRequest>;
