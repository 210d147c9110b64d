/** inspect: what an operation finds in its buffers, and what it leaves there. For the editor only: there is no command. */
import * as v from 'valibot';
import { ELEMENT_TYPES } from './elementType';
import type { OptionsOf, ToldOf } from './option';
import { count } from './problem';
import { replayOptions } from './replayOptions';

/** Which operation, in which replay. Its own stopBefore fields are ignored. */
export const inspectOptions = v.object({
  run: replayOptions,
  /** A dispatch, fill, copy, update, read or write, on a queue or in a command buffer. */
  record: count,
  /** The queue_execute of a command; by default the first that executes it. */
  via: v.exactOptional(count),
  /** Whether it is looked for who wrote what it finds and who reads what it leaves; kernels are tried on other bytes for that. */
  traced: v.exactOptional(v.boolean(), true),
});

const MOMENTS = ['before', 'after'] as const;

/** Elements in a range that the latest inspection keeps, in the order of a tensor's. */
const tensorView = v.object({
  /** Index into Inspection.ranges. */
  range: count,
  moment: v.picklist(MOMENTS),
  type: v.picklist(ELEMENT_TYPES),
  /** Of the first element, in bytes from the begin of the range. */
  offset: count,
  shape: v.array(count),
  /** Elements from one index to the next, of each dimension; 0 repeats. */
  strides: v.array(count),
});

/** A page of elements to read. */
export const elementsRequest = v.object({
  view: tensorView,
  /** First element, and how many: at most 65536 are given. */
  from: count,
  count,
});

/** Which element is looked for. */
const elementCondition = v.variant('is', [
  v.object({ is: v.picklist(['equal', 'notEqual', 'less', 'lessOrEqual', 'greater', 'greaterOrEqual']), value: v.string() }),
  /** Of other bits at the other moment. */
  v.object({ is: v.picklist(['nan', 'infinite', 'changed']) }),
]);

export const findRequest = v.object({
  view: tensorView,
  condition: elementCondition,
  /** The next from this element on, this one included, and then from the begin; or the one before it, and then from the end. */
  from: count,
  direction: v.picklist([1, -1]),
});

export const pictureRequest = v.object({
  view: tensorView,
  /** Cells at most: each is of as many rows and columns as it must be. */
  rows: count,
  columns: count,
});

export const exportRequest = v.object({
  view: tensorView,
  format: v.picklist(['npy', 'bin']),
  /** The file that is written. */
  file: v.string(),
});

const tolerance = v.object({ absolute: v.number(), relative: v.number(), ulp: v.number(), nanEqual: v.boolean() });

export const compareRequest = v.object({
  /** What is expected to be found. */
  view: tensorView,
  /** What it is compared with. */
  with: v.variant('kind', [
    v.object({ kind: v.literal('view'), view: tensorView }),
    /** The same bytes of the same buffer before or after another operation. */
    v.object({ kind: v.literal('record'), run: replayOptions, record: count, via: v.exactOptional(count), moment: v.picklist(MOMENTS) }),
    v.object({ kind: v.literal('npy'), file: v.string() }),
  ]),
  tolerance,
});

/** Which operation, of which replay. Its own stopBefore fields are not looked at. */
export type InspectOptions = OptionsOf<typeof inspectOptions>;
export type InspectTold = ToldOf<typeof inspectOptions>;
/** Elements in a range that the latest inspection keeps, in the order of a tensor's. */
export type TensorView = OptionsOf<typeof tensorView>;
/** A page of elements to read. */
export type ElementsRequest = OptionsOf<typeof elementsRequest>;
/** Which element is looked for. */
export type ElementCondition = OptionsOf<typeof elementCondition>;
export type FindRequest = OptionsOf<typeof findRequest>;
export type PictureRequest = OptionsOf<typeof pictureRequest>;
export type ExportRequest = OptionsOf<typeof exportRequest>;
export type CompareRequest = OptionsOf<typeof compareRequest>;
