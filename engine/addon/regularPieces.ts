/**
 * Pieces of memory at equal steps: the rows of a tensor that is padded, or of one whose other elements make no difference, such as those that
 * a softmax masks.
 */
import type { TracedSpan } from '../../protocol/replay/inspection';

export interface Pieces {
  readonly spans: readonly [TracedSpan, ...TracedSpan[]];
  /** Bytes from one to the next, and of each. */
  readonly step: number;
  readonly length: number;
  /** From the first to the last. */
  readonly hull: Place;
  /** Where all of the tensor lies if it is dense; absent where that could be in several places, or nowhere. */
  readonly dense?: Place;
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

/** Fewer may lie at equal steps by chance. */
const FEWEST = 3;

const beginOf = ({ offset }: TracedSpan): number => Number(offset);
const endOf = (span: TracedSpan): number => Number(span.offset) + Number(span.length);
const byPlace = (spans: readonly TracedSpan[]): readonly TracedSpan[] => [...spans].sort((a, b) => beginOf(a) - beginOf(b));

/** Of what each operation wrote, all pieces, where they are as long as each other and at equal steps; `others` is known to be of other tensors. */
export function regularPieces(spans: readonly TracedSpan[], others: readonly TracedSpan[], within: Place): readonly Pieces[] {
  const byWriter = new Map<string, TracedSpan[]>();
  for (const span of byPlace(spans)) {
    if (span.writer === undefined) continue;
    const key = `${String(span.writer.record)}@${String(span.writer.via)}`;
    byWriter.set(key, [...(byWriter.get(key) ?? []), span]);
  }
  return [...byWriter.values()].flatMap((group): Pieces[] => {
    const [first, second] = group;
    const last = group.at(-1);
    if (first === undefined || second === undefined || last === undefined || group.length < FEWEST) return [];
    const step = beginOf(second) - beginOf(first);
    const length = Number(first.length);
    const regular = group.every((span, i) => beginOf(span) === beginOf(first) + i * step && Number(span.length) === length);
    if (!regular || step === length) return [];
    const hull = { offset: beginOf(first), length: endOf(last) - beginOf(first) };
    const dense = densePlace(hull, step * group.length, [...spans.filter((span) => !group.includes(span)), ...others], within);
    return [{ spans: [first, ...group.slice(1)], step, length, hull, ...(dense === undefined ? {} : { dense }) }];
  });
}

/** The only place of `length` bytes that holds what is in `hull`, and nothing of others. */
function densePlace(hull: Place, length: number, others: readonly TracedSpan[], within: Place): Place | undefined {
  const end = hull.offset + hull.length;
  if (others.some((span) => endOf(span) > hull.offset && beginOf(span) < end)) return undefined;
  const before = others.map(endOf).filter((other) => other <= hull.offset);
  const behind = others.map(beginOf).filter((other) => other >= end);
  const least = Math.max(within.offset, end - length, ...before);
  const most = Math.min(within.offset + within.length, ...behind) - length;
  return least === Math.min(most, hull.offset) ? { offset: least, length } : undefined;
}
