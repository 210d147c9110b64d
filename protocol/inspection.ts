/** Looking at what an operation finds in its buffers, and what it leaves there. */
import type { ElementType } from './element';
import type { ElementsRequest } from './jobs/inspect';
import type { U64 } from './u64';

export type { ElementsRequest, InspectOptions } from './jobs/inspect';

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

/** An operation of which the engine process keeps what its ranges held. */
export interface Inspection {
  readonly record: number;
  readonly via?: number;
  /** Of a dispatch. */
  readonly function?: string;
  readonly ranges: readonly InspectedRange[];
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
  /** Whole elements in the range. */
  readonly total: U64;
  /** Text, as in ElementStatistics, with a newline behind each element; UTF-8. */
  readonly values: Uint8Array;
  /** Of the whole range, not of the page. */
  readonly statistics: ElementStatistics;
}
