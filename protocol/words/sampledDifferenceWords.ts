/** What a comparison of samples says in sentences: the same on pages and the command line. */
import type { ComparedKernel, ComparedLoop, SampledDifference } from '../code/hotspotsComparison';

const digits = (factor: number): string => factor.toFixed(factor < 10 ? 1 : 0);

/** "4.1x faster [3.8, 4.5]"; undefined where it neither gained nor lost. */
export function gainWords({ verdict, ratio = 1, interval = [ratio, ratio] }: SampledDifference): string | undefined {
  if (verdict === 'gained') return `${digits(ratio)}x faster [${digits(interval[0])}, ${digits(interval[1])}]`;
  if (verdict === 'lost') return `${digits(1 / ratio)}x slower [${digits(1 / interval[1])}, ${digits(1 / interval[0])}]`;
  return undefined;
}

/** "gained: 4.1x faster [3.8, 4.5]", "unchanged", "not known: too few samples". */
export function sampledDifferenceWords(difference: SampledDifference): string {
  const { verdict, missing } = difference;
  const gain = gainWords(difference);
  if (gain !== undefined) return `${verdict}: ${gain}`;
  return verdict === 'unchanged'
    ? 'unchanged'
    : `not known${missing === undefined ? '' : `: ${missing.charAt(0).toLowerCase()}${missing.slice(1)}`}`;
}

/** The same of a loop, or that it is new or gone: "gone: no loop has these lines now: it may have been unrolled". */
export function loopDifferenceWords({
  difference,
  change,
  unmatched = '',
}: Pick<ComparedLoop, 'difference' | 'change' | 'unmatched'>): string {
  if (change === undefined) return sampledDifferenceWords(difference);
  return `${change}: ${unmatched.charAt(0).toLowerCase()}${unmatched.slice(1)}`;
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** "kernel.c:7-8". */
export function loopPlaceWords({ path, placeBefore, placeAfter }: Pick<ComparedLoop, 'path' | 'placeBefore' | 'placeAfter'>): string {
  const place = placeAfter ?? placeBefore;
  if (place === undefined || path === '') return 'code without lines';
  const { firstLine, lastLine } = place;
  const lines = `${String(firstLine)}${firstLine === lastLine ? '' : `-${String(lastLine)}`}`;
  // What a compiler has read from a pipe has no name.
  return path === '-' ? `line ${lines}` : `${lastPart(path)}:${lines}`;
}

/** "Before, it computes on one number at a time; now, it computes on 8."; empty where a side is not known. */
export function widthSentence({ placeBefore, placeAfter }: Pick<ComparedLoop, 'placeBefore' | 'placeAfter'>): string {
  const [before, after] = [placeBefore?.width, placeAfter?.width];
  if (before === undefined && after === undefined) return '';
  if (before === undefined || after === undefined) return ` What it computes on ${before === undefined ? 'before' : 'now'} is not known.`;
  return before === after ? ` Before and now it ${before}.` : ` Before, it ${before}; now, it ${after}.`;
}

/** "one element at a time → vectors of 256 bits"; empty where a side is not known. */
export function widthWords({ placeBefore, placeAfter }: Pick<ComparedLoop, 'placeBefore' | 'placeAfter'>): string {
  const words = (bits: number): string => (bits === 0 ? 'one element at a time' : `vectors of ${String(bits)} bits`);
  const [before, after] = [placeBefore?.vectorBits, placeAfter?.vectorBits];
  if (before === undefined || after === undefined) return '';
  return before === after ? words(after) : `${words(before)} → ${words(after)}`;
}

/** Of a loop that gained or lost. */
export function loopSentence(
  loop: Pick<ComparedLoop, 'path' | 'function' | 'difference' | 'placeBefore' | 'placeAfter'>,
): string | undefined {
  const gain = gainWords(loop.difference);
  return gain === undefined ? undefined : `The loop at ${loopPlaceWords(loop)} is ${gain}.${widthSentence(loop)}`;
}

/**
 * Which loop made the difference: `loop` is the one that made most of it, where one certainly did; `apart` the hottest ones of both sides,
 * where none is at the same place in both.
 */
export function causeSentence(
  loop: Parameters<typeof loopSentence>[0] | undefined,
  apart?: Pick<ComparedLoop, 'placeBefore' | 'placeAfter'>,
): string {
  const gain = loop === undefined ? undefined : gainWords(loop.difference);
  if (loop === undefined || gain === undefined) {
    if (apart === undefined) return CAUSE_UNKNOWN;
    const widths = widthSentence(apart);
    return `${CAUSE_UNKNOWN} None of its loops is at the same lines in both.${widths === '' ? '' : ` Of the one with the most samples:${widths}`}`;
  }
  return `The loop at ${loopPlaceWords(loop)} made most of the difference: it is ${gain}.${widthSentence(loop)}`;
}

export const CAUSE_UNKNOWN = 'Which loop made the difference is not known.';

/** Of a kernel that gained or lost, with what causeSentence() says. */
export function kernelSentence({ kernel, difference }: Pick<ComparedKernel, 'kernel' | 'difference'>, cause: string): string | undefined {
  const gain = gainWords(difference);
  return gain === undefined ? undefined : `${kernel} is ${gain}. ${cause}`;
}
