/** Looking at what an operation finds in its buffers, and what it leaves there. */
import type { ElementType } from './element';
import type { ElementsRequest } from '../jobs/inspect';
import type { ComparedRange } from '../jobs/verificationResult';
import type { U64 } from '../base/u64';

export type {
  CompareRequest,
  ElementCondition,
  ElementsRequest,
  ExportRequest,
  FindRequest,
  InspectOptions,
  PictureRequest,
  TensorView,
} from '../jobs/inspect';

/** A range that the operation names. */
export interface InspectedRange {
  readonly role: 'binding' | 'source' | 'target' | 'count';
  /** Of a binding; 0 for others. */
  readonly ordinal: number;
  readonly buffer: U64;
  readonly offset: U64;
  readonly length: U64;
  /** Bytes that are not the same after the operation. */
  readonly changed: U64;
  /** What the elements seem to be, from names such as matmul_256x256_f32; absent where nothing tells. */
  readonly type?: ElementType;
}

/** One execution of one operation. */
export interface Execution {
  readonly record: number;
  readonly via?: number;
  /** Of a dispatch. */
  readonly function?: string;
}

/** Whether an operation is seen to depend on bytes: "unknown" where that could not be tried. */
export type Reading = 'seen' | 'notSeen' | 'unknown';

/** Bytes of a buffer that one operation wrote last; at multiples of 64 bytes, or where a range ends. */
export interface TracedSpan {
  readonly buffer: U64;
  /** In the buffer. */
  readonly offset: U64;
  readonly length: U64;
  /** The last that changed them; absent where none did. */
  readonly writer?: Execution;
  /** Whether the inspected operation reads them. */
  readonly reading: Reading;
  /** From the first to the last that is seen to be read, to 64 bytes; of bytes that are. */
  readonly readOffset?: U64;
  readonly readLength?: U64;
  /** Whether a later operation is seen to read them, as the inspected one left them, and which does first. */
  readonly next: Reading;
  readonly reader?: Execution;
}

/** Where the bytes of the ranges come from, and where they go. */
export interface Provenance {
  /** Before the operation. */
  readonly found: readonly TracedSpan[];
  /** What it changed, split where it changed nothing. */
  readonly left: readonly TracedSpan[];
}

/** A tensor that the operation works on. Where it lies was seen; its type and shape are guesses. */
export interface Operand {
  /** Index into Inspection.ranges. */
  readonly range: number;
  /** "bound": nothing is seen of what the operation does with it. */
  readonly use: 'reads' | 'writes' | 'bound';
  /** In the buffer. */
  readonly offset: U64;
  readonly length: U64;
  readonly type?: ElementType;
  readonly shape?: readonly number[];
  /** Elements from one index to the next, of each dimension; absent where elements lie one behind the other. */
  readonly strides?: readonly number[];
  /**
   * What the shape is guessed from: the name of the function ("oneOf" where another operand in it has as many bytes), that of the
   * function that wrote it, or what a role is.
   */
  readonly basis: 'name' | 'oneOf' | 'writer' | 'role' | 'none';
  /** The last operation that changed it, before this one. */
  readonly writer?: Execution;
  readonly next: Reading;
  readonly reader?: Execution;
}

/** An operation of which the engine process keeps what its ranges held. */
export interface Inspection {
  readonly record: number;
  readonly via?: number;
  /** Of a dispatch. */
  readonly function?: string;
  readonly ranges: readonly InspectedRange[];
  readonly operands: readonly Operand[];
  /** Why nothing is known of writers and readers; absent where something is. */
  readonly untraced?: string;
}

/** What elements are, from afar. Numbers are text, exact for their type: "0.1", "NaN", "-Infinity", "18446744073709551615". */
export interface ElementStatistics {
  readonly count: U64;
  readonly nan: U64;
  readonly infinite: U64;
  readonly zero: U64;
  /** Of the finite elements; "NaN" without any. */
  readonly minimum: string;
  readonly maximum: string;
  readonly mean: string;
  /** Finite elements in equal parts of [minimum, maximum]. */
  readonly histogram: readonly number[];
}

export interface ElementsPage {
  readonly request: ElementsRequest;
  /** Elements in the view. */
  readonly total: U64;
  /** Text, as in ElementStatistics, with a newline behind each element; UTF-8. */
  readonly values: Uint8Array;
  /** Of the whole view, not of the page. */
  readonly statistics: ElementStatistics;
}

/** Elements that fulfil a condition. */
export interface FoundElements {
  readonly count: U64;
  /** The one that was looked for, and its place among them, from 1; absent where there are none. */
  readonly index?: U64;
  readonly ordinal?: U64;
}

/** Elements in rows of the last dimension, from afar. */
export interface ElementPicture {
  /** Cells; each is the largest of so many rows and columns of elements, fewer at the far ends. */
  readonly rows: number;
  readonly columns: number;
  readonly cellRows: number;
  readonly cellColumns: number;
  /** Of each cell's finite elements, row after row; NaN without any. */
  readonly largest: Float64Array;
  /** Of each cell, what at least one element is: CHANGED, NAN, INFINITE. */
  readonly flags: Uint8Array;
}

export const CHANGED = 1;
export const NAN = 2;
export const INFINITE = 4;

/** A view beside another; why they cannot be compared is a problem of its own. */
export interface TensorComparison extends Pick<
  ComparedRange,
  'elements' | 'bitEqual' | 'outOfTolerance' | 'maxAbsolute' | 'maxRelative' | 'maxUlp' | 'nanExpected' | 'nanActual' | 'agrees'
> {
  readonly first?: ComparedAt;
  /** Where the largest absolute difference is. */
  readonly largest?: ComparedAt;
}

export interface ComparedAt {
  readonly index: U64;
  /** Of the view, and of what it is compared with. */
  readonly expected: string;
  readonly actual: string;
}
