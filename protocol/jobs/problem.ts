/** Something wrong, or worth knowing, and where: part of most results. */
import * as v from 'valibot';
import type { ResultOf } from './option';

/** Decimal digits: neither JSON nor a double holds 64 bits. */
export const u64 = v.pipe(v.string(), v.regex(/^\d+$/));

/** An index, or a count far below 2^53. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const problem = v.object({
  severity: v.picklist(['error', 'warning', 'info']),
  /** IREE's status code name, such as DATA_LOSS. */
  code: v.string(),
  /** Preflight's stable name for this kind of problem, such as "file-changed": remedies are keyed by it. */
  kind: v.exactOptional(v.string()),
  /** One sentence that says what is wrong. */
  message: v.string(),
  /** What the user can do; absent when unknown. */
  remedy: v.exactOptional(v.string()),
  record: v.exactOptional(count),
  offset: v.exactOptional(u64),
});

/** Something wrong, or worth knowing, and where. */
export type Problem = ResultOf<typeof problem>;
