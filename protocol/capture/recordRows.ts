/** Rows of the record tree, as the native core finds them and pages draw them. */
import type { U64 } from '../base/u64';

/** Drawn with its own colour and shape. */
export type RecordClass = (typeof RECORD_CLASSES)[number];

/** In the order of RecordClass in native/core/capture/record_class.h: where they are many they cross as numbers. */
export const RECORD_CLASSES = [
  ...(['other', 'dispatch', 'transfer', 'memory', 'execute', 'sync'] as const),
  ...(['create', 'host', 'scope', 'object', 'unsupported'] as const),
] as const;

/** A piece of text; links carry what they lead to. */
export interface Span {
  readonly text: string;
  /** Object id. */
  readonly object?: U64;
  readonly record?: number;
  /** Secondary text. */
  readonly dim?: true;
}

/** One visible row of the record tree. */
export interface Row {
  /**
   * Names the node in this capture, stable over sessions: "12" a record, "12@224" record 12 as executed by record 224,
   * "o4" object 4, "t4" all objects of type 4, "h12" the run of housekeeping records that begins with 12.
   */
  readonly key: string;
  /** Absent for rows that are no record (object groups). */
  readonly record?: number;
  /** Of housekeeping records that are one row: the last of them, and how many there are. */
  readonly run?: { readonly last: number; readonly count: number };
  /** Of a scope, a group of commands or a command buffer: the last record in it. */
  readonly last?: number;
  readonly depth: number;
  /** Number of children; 0 for a leaf. */
  readonly children: number;
  readonly expanded: boolean;
  readonly class: RecordClass;
  /** IREE's full name, "command_buffer.dispatch"; "scope", "object" or a type name for rows that are no operation. */
  readonly operation: string;
  /** Function or object. */
  readonly target: readonly Span[];
  readonly details: readonly Span[];
  /** Bytes it reads, writes or allocates; absent where that means nothing. */
  readonly bytes?: U64;
  /** Recorded status where it is not OK. */
  readonly status?: string;
  /** It matches the query. */
  readonly matched: boolean;
}

/** A window of rows. `total` is the number of visible rows of the view, `version` changes when rows have moved. */
export interface RowPage {
  readonly start: number;
  readonly total: number;
  readonly version: number;
  readonly rows: readonly Row[];
  /** What encloses the row at `start`, outermost first; what scrolls above the rows stays readable through it. */
  readonly ancestors?: readonly Ancestor[];
}

/** A row above a page that encloses the page's first row. */
export interface Ancestor {
  /** Its place among the visible rows. */
  readonly index: number;
  readonly row: Row;
}

/** Where a node stands among the visible rows. */
export interface RowPlace {
  /** -1 when the view does not hold the node. */
  readonly row: number;
  readonly key: string;
  /** Of a match: which of the matches it is, from 1. */
  readonly ordinal?: number;
}
