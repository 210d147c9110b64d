/** inspect: what an operation finds in its buffers, and what it leaves there. Of the editor alone: it has no command. */
import * as v from 'valibot';
import { ELEMENT_TYPES } from './elementType';
import type { OptionsOf } from './option';
import { count } from './problem';
import { replayOptions } from './replayOptions';

/** Which operation, of which replay. Its own stopBefore fields are not looked at. */
export const inspectOptions = v.object({
  run: replayOptions,
  /** A dispatch, fill, copy, update, read or write: of a queue, or a command of a command buffer. */
  record: count,
  /** The queue_execute of a command; the first that executes it by default. */
  via: v.exactOptional(count),
});

/** A page of elements to read. */
export const elementsRequest = v.object({
  /** Index into Inspection.ranges. */
  range: count,
  moment: v.picklist(['before', 'after']),
  type: v.picklist(ELEMENT_TYPES),
  /** First element, and how many: at most 65536 are given. */
  from: count,
  count,
});

/** Which operation, of which replay. Its own stopBefore fields are not looked at. */
export type InspectOptions = OptionsOf<typeof inspectOptions>;
/** A page of elements to read. */
export type ElementsRequest = OptionsOf<typeof elementsRequest>;
