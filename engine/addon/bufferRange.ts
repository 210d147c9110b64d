/** Bytes of a buffer that a capture has. */
import type { U64 } from '../../protocol/base/u64';

export interface BufferRange {
  /** Object id. */
  readonly buffer: U64;
  readonly offset: U64;
  readonly length: U64;
}
