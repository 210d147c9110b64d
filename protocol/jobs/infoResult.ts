/** What is in a capture. */
import * as v from 'valibot';
import type { ResultOf } from './option';
import { preflightReport } from './preflightReport';
import { count, problem, u64 } from './problem';

/** Occurrences of one scope name, in file order. */
const scopeSummary = v.object({
  name: v.string(),
  /** Begin records. */
  begins: v.array(count),
});

const executableSummary = v.object({
  id: u64,
  /** The record that prepared it. */
  record: count,
  format: v.string(),
  /** Bytes of its binary. */
  bytes: u64,
  /** In ordinal order; empty when neither capture nor binary names them. */
  functions: v.array(v.string()),
});

const fileSummary = v.object({
  id: u64,
  record: count,
  reference: v.picklist(['external_path', 'inline_bytes', 'captured_ranges', 'none', 'unknown']),
  /** Path of an external file; empty otherwise. */
  path: v.string(),
  bytes: u64,
});

/** What the health line says, and the lists behind it. */
const captureSummary = v.object({
  path: v.string(),
  fileBytes: u64,
  versionMajor: count,
  versionMinor: count,
  /** Whole records that could be read. */
  records: count,
  operations: count,
  objects: count,
  unsupported: count,
  /** Operations recorded as failed. */
  failed: count,
  /** Everything that a replay reads is inside the capture. */
  hermetic: v.boolean(),
  devices: count,
  scopes: v.array(scopeSummary),
  executables: v.array(executableSummary),
  files: v.array(fileSummary),
  /** Notices and defects of the file itself: truncated, newer version, failed recording. */
  problems: v.array(problem),
  indexMilliseconds: v.number(),
  /** Memory of the index. */
  indexBytes: count,
  /** False while only the first records have been read. */
  complete: v.boolean(),
});

export const infoResult = v.object({ ...captureSummary.entries, preflight: preflightReport });

/** Occurrences of one scope name, in file order. */
export type ScopeSummary = ResultOf<typeof scopeSummary>;
export type ExecutableSummary = ResultOf<typeof executableSummary>;
export type FileSummary = ResultOf<typeof fileSummary>;
/** What the health line says, and the lists behind it. */
export type CaptureSummary = ResultOf<typeof captureSummary>;
export type InfoResult = ResultOf<typeof infoResult>;
