/** How a difference is said, and what is missing to know it: the same words on every page, in every list and on the command line. */
import type { SampleStatistics } from '../measurement/statistics';
import { MOST_NOISE, sameWithin, type Difference, type Estimate, type Missing } from '../measurement/difference';

type Heaps = NonNullable<SampleStatistics['heaps']>;
type Said = Pick<Difference, 'ratio' | 'interval' | 'verdict' | 'missing' | 'noise'>;

/** So many digits that a factor near 1 is seen to be another one. */
const digitsOf = (factor: number): number => (factor < 1.1 ? 3 : factor < 10 ? 2 : 1);

/** "2.3 %" of 0.023. */
const partWords = (part: number): string => `${(100 * part).toFixed(part < 0.0995 ? 1 : 0)} %`;

/** How many times as fast or as slow: above 1 in either case. */
const factorOf = ({ ratio, verdict }: Said): number => (verdict === 'slower' ? 1 / ratio : ratio);

/** "[1.28, 1.34]": of the factor that is said. */
export function intervalWords(said: Said): string {
  const digits = digitsOf(factorOf(said));
  const [low, high] = said.verdict === 'slower' ? [1 / said.interval[1], 1 / said.interval[0]] : said.interval;
  return `[${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}

/** "1.31x faster", "1.012x slower", "no difference above 0.7 %", "not known yet", "not measurable". */
export function differenceWords(said: Said): string {
  switch (said.verdict) {
    case 'faster':
    case 'slower': {
      const factor = factorOf(said);
      return `${factor.toFixed(digitsOf(factor))}x ${said.verdict}`;
    }
    case 'no-difference':
      return said.noise === undefined ? 'no difference' : `no difference above ${partWords(sameWithin(said.noise))}`;
    case 'not-known-yet':
      return said.missing === 'unmeasurable' ? 'not measurable' : 'not known yet';
  }
}

/** With the interval: "1.31x faster [1.28, 1.34]". What is not measurable has none. */
export function differenceText(said: Said): string {
  return said.missing === 'unmeasurable' ? differenceWords(said) : `${differenceWords(said)} ${intervalWords(said)}`;
}

/** A sentence on what is missing where a difference is not known yet; undefined where nothing is. */
export function missingSentence({ missing, noise, interval, again, onInputs }: Omit<Difference, 'verdict'>): string | undefined {
  if (missing === 'inputs' && onInputs !== undefined) {
    const [recorded, others] = [onInputs.recorded, onInputs.others].map((ratio) => `${ratio.toFixed(digitsOf(ratio))}x`);
    return `On the recorded inputs it is ${recorded ?? ''} as fast as the original, on others ${others ?? ''}: its speed depends on what they hold.`;
  }
  return missing === undefined ? undefined : SENTENCES[missing](noise ?? 0, interval, again);
}

const percentages = ([low, high]: Estimate['interval']): string => `${change(low)} to ${change(high)}`;
const change = (ratio: number): string => `${ratio < 1 ? '−' : '+'}${partWords(Math.abs(ratio - 1))}`;

/** Why a time is none. */
export const UNMEASURABLE = 'It is shorter than fifty readings of the clock, and cannot be timed in batches.';

/** That times come in two heaps: how many in each, and about what. */
export function heapsSentence({ low, high, share }: Heaps, time: (ns: number) => string): string {
  const words = (part: number): string => `${(100 * part).toFixed(0)} %`;
  return `The times come in two heaps, as beside another program: ${words(1 - share)} about ${time(low)}, ${words(share)} about ${time(high)}.`;
}

/** What a row of a substitution is, as far as words go. */
interface TimedRow {
  readonly kind: string;
  readonly label: string;
  readonly originalStatistics: { readonly median: number };
}

/** A dispatch alone finds its inputs and its processors otherwise than in its scope: said where it takes longer than all of that. */
export function aloneSentence(rows: readonly TimedRow[]): string | undefined {
  const scopes = rows.filter(({ kind }) => kind === 'scope').map(({ originalStatistics: { median } }) => median);
  const longest = Math.max(...scopes);
  const longer = rows.find(({ kind, originalStatistics: { median } }) => kind === 'dispatch' && scopes.length > 0 && median > longest);
  return longer === undefined
    ? undefined
    : `${longer.label} takes longer alone, on inputs that were just restored, than the scope that executes it: compare it with itself only.`;
}

const SENTENCES: Readonly<Record<Missing, (noise: number, interval: Estimate['interval'], again: Estimate | undefined) => string>> = {
  unmeasurable: () => UNMEASURABLE,
  'ten-samples': () => 'Fewer than ten samples say nothing.',
  samples: (noise, interval) =>
    noise > MOST_NOISE
      ? `A quieter machine would tell: the same code measured twice may be ${partWords(noise)} from itself, and the interval allows ${percentages(interval)}.`
      : `More samples would tell: the interval allows ${percentages(interval)}, and it would have to lie within ${partWords(sameWithin(noise))} of no change.`,
  noise: () =>
    'How far the same code is from itself is not known: five runs before tell it, on a machine without other work, or three preparations in turn.',
  'within-noise': (noise) =>
    `The same code measured twice may be ${partWords(noise)} from itself: that is not exceeded. A quieter machine would tell.`,
  unconfirmed: (_, __, again) =>
    `Discarded as unconfirmed: against the original prepared a second time it is ${again === undefined ? 'otherwise' : `[${again.interval.map((bound) => bound.toFixed(3)).join(', ')}]`}.`,
  inputs: () => 'Its speed depends on what its inputs hold.',
  disturbed: () => 'Other work took processors in one of the runs: measure again when the machine is quiet.',
  drift: () => 'The times drifted in one of the runs: measure again, with a longer warm-up.',
  recorded: () => 'Each dispatch was recorded in one of the runs, which takes time: measure both with a breakdown, or none.',
  heaps: () => 'The times come in two heaps in one of the runs, as when another program takes a processor: measure again.',
};
