/** What a replay left in memory, compared with what the recorded launch did, as elements of a type. */
import { open, type FileHandle } from 'node:fs/promises';
import type { LlvmChanges } from '../../protocol/neighbour/llvm';
import type { ElementType } from '../../protocol/replay/element';
import type { Tolerance } from '../../protocol/replay/verification';
import { compareElements, sizeOf } from '../comparing/comparing';

/** Bytes of each side that are compared at most: both are in memory meanwhile. */
const MOST_BYTES = 256 << 20;

/** The elements that are not the same, bit for bit: how far they are from each other. */
export interface ComparedMemory {
  readonly type: ElementType;
  readonly compared: string;
  readonly outOfTolerance: string;
  readonly maxAbsolute: number;
  readonly maxUlp: string;
  readonly agrees: boolean;
  /** The first that does not agree, as text, and its first byte. */
  readonly first?: { readonly offset: number; readonly expected: string; readonly actual: string };
}

interface Span {
  readonly begin: number;
  readonly end: number;
}

/** Whole elements around the ranges that differ, in order, none twice. */
export function elementsAround(ranges: LlvmChanges['ranges'], size: number, bytes: number): readonly Span[] {
  const spans: { begin: number; end: number }[] = [];
  for (const range of ranges) {
    const begin = Math.floor(Number(range.begin) / size) * size;
    const end = Math.min(Math.ceil(Number(range.end) / size) * size, bytes);
    const last = spans.at(-1);
    if (last !== undefined && begin <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ begin, end });
  }
  return spans;
}

async function readSpans(file: FileHandle, spans: readonly Span[], bytes: number): Promise<Uint8Array> {
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const { begin, end } of spans) {
    const { bytesRead } = await file.read(all, at, end - begin, begin);
    if (bytesRead !== end - begin) throw new Error('the file became shorter while it was read');
    at += bytesRead;
  }
  return all;
}

/**
 * Compares two files of memory where `differences` says that they differ; a sentence where that is too much, or is not known in full. An
 * element that is cut off at the memory's end is compared by its bytes alone: it does not agree.
 */
export async function compareReplayed(
  recorded: string,
  replayed: string,
  differences: LlvmChanges,
  type: ElementType,
  tolerance: Tolerance,
): Promise<ComparedMemory | string> {
  if (differences.rangeCount !== String(differences.ranges.length))
    return `memory differs in ${differences.rangeCount} places: that is too many to compare them within a tolerance`;
  const size = sizeOf(type);
  const spans = elementsAround(differences.ranges, size, Number(differences.compared));
  const bytes = spans.reduce((sum, { begin, end }) => sum + end - begin, 0);
  if (bytes > MOST_BYTES) return `${String(bytes)} bytes of memory differ: that is too much to compare them within a tolerance`;
  const files: FileHandle[] = [];
  try {
    for (const file of [recorded, replayed]) files.push(await open(file, 'r'));
    const [expected, actual] = await Promise.all(files.map((file) => readSpans(file, spans, bytes)));
    if (expected === undefined || actual === undefined) throw new Error('both files were opened');
    const whole = bytes - (bytes % size);
    const found = await compareElements(expected.subarray(0, whole), actual.subarray(0, whole), type, tolerance);
    const { elements, outOfTolerance, maxAbsolute, maxUlp, first } = found;
    const isCut = whole < bytes && !Buffer.from(expected.subarray(whole)).equals(actual.subarray(whole));
    const agrees = found.agrees && !isCut;
    return {
      ...{ type, compared: elements, outOfTolerance, maxAbsolute, maxUlp, agrees },
      ...(agrees || first === undefined
        ? {}
        : { first: { offset: offsetOf(spans, Number(first.index) * size), expected: first.expected, actual: first.actual } }),
    };
  } finally {
    for (const file of files) await file.close();
  }
}

/** Where a byte of the spans, one after the other, is in memory. */
function offsetOf(spans: readonly Span[], byte: number): number {
  let left = byte;
  for (const { begin, end } of spans) {
    if (left < end - begin) return begin + left;
    left -= end - begin;
  }
  return NaN;
}
